package cli

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/plugins"
)

func TestMain(m *testing.M) {
	if os.Getenv(shell.LimitsVariable) == "" { // not those of whoever runs the tests
		dir, err := os.MkdirTemp("", "sparkhost-limits-")
		if err == nil {
			_ = os.Setenv(shell.LimitsVariable, dir)
		}
	}
	testscript.Main(m, programs)
}

// programs lists the commands that scripts can exec.
var programs = map[string]func(){
	"sparkhost": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	"registry":  serveRegistry,
	"standin":   serveStandin,
}

// TestScripts drives the real command line with the scripts of testdata/script. Each
// has a cache folder of its own.
func TestScripts(t *testing.T) {
	compiled := cmp.Or(testwasm.Folder(), t.TempDir()) // machine code of the shipped plugins, which no script is about
	modules := modulesFolder(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			home := env.WorkDir + "/.cache"
			env.Setenv("SPARKHOST_CACHE", home)
			env.Setenv("SPARKHOST_LIMITS", filepath.Join(home, "sources"))
			env.Setenv("PLUGINS", modules)
			if err := os.Mkdir(home, 0o700); err != nil {
				return err
			}
			return os.Symlink(compiled, home+"/wasm")
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "thorough":
				return thorough.Wanted(), nil
			case "keyless":
				return sign.Keyless, nil
			case "root":
				return os.Geteuid() == 0, nil
			}
			return false, errors.New("unknown condition " + cond)
		},
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"code": code, "address": address},
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
	})
}

// homeFolder is an empty home in which the shipped plugins are compiled already.
func homeFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	testwasm.Link(t, dir)
	return dir
}

// modulesFolder holds the shipped plugins, each as NAME.wasm.
func modulesFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range plugins.Names() {
		wasm, err := plugins.Open(name)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".wasm"), wasm, 0o600))
	}
	return dir
}

// code runs a program and wants its exact exit code: code 2 sparkhost policy validate.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%s: %v", args[1], err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
