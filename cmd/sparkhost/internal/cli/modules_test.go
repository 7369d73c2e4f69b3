package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/lock"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/plugins"
)

func TestAModuleThatIsRefusedExitsWithAnotherCodeThanAMachineThatFails(t *testing.T) {
	for name, x := range map[string]struct {
		err  error
		want int
	}{
		"another digest":       {&fetch.Error{Kind: fetch.ErrDigest}, ExitPolicy},
		"no digest":            {&fetch.Error{Kind: fetch.ErrUnpinned}, ExitPolicy},
		"another ABI":          {&plugin.Error{Stage: "load", Kind: plugin.KindABI}, ExitPolicy},
		"a loop in describe":   {&plugin.Error{Stage: "describe", Kind: plugin.KindTime}, ExitPolicy},
		"slow compilation":     {&plugin.Error{Stage: "load", Kind: plugin.KindTime}, ExitFailed},
		"server gone":          {&fetch.Error{Kind: fetch.ErrUnavailable}, ExitFailed},
		"folder not writeable": {os.ErrPermission, ExitFailed},
	} {
		assert.Equal(t, x.want, exitCode(blame(context.Background(), x.err)), name)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	assert.Equal(t, ExitInterrupted, exitCode(blame(stopped, errors.New("any"))))
}

// policyWithModule makes a folder with a module, and a policy that names it.
func policyWithModule(t *testing.T) (dir, module string) {
	t.Helper()
	dir = t.TempDir()
	wasm, err := plugins.Open("authority")
	require.NoError(t, err)
	module = filepath.Join(dir, "authority.wasm")
	require.NoError(t, os.WriteFile(module, wasm, 0o600))
	text := "plugin \"authority\" {\n  source = \"./authority.wasm\"\n}\n\npolicy \"mine\" {\n  extends = [standard]\n}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine.policy.hcl"), []byte(text), 0o600))
	return dir, module
}

func TestCtrlCWhileAModuleIsLoadedExits130(t *testing.T) {
	dir, module := policyWithModule(t)
	t.Setenv("SPARKHOST_CACHE", t.TempDir())
	stopped, stop := context.WithCancel(context.Background())
	stop()
	policy := filepath.Join(dir, "mine.policy.hcl")
	for _, line := range [][]string{
		{"plugin", "verify", module, "--digest", strings.Repeat("0", 64)},
		{"plugin", "push", module, "oci://localhost:1/a:b"},
		{"lock", "--policy", policy, "--check=false"},
		{"policy", "validate", policy, "--plugins"},
	} {
		var out, stderr bytes.Buffer
		assert.Equal(t, ExitInterrupted, run(stopped, line, nil, &out, &stderr), "%v: %s", line, &stderr)
		assert.Equal(t, "sparkhost: interrupted\n", stderr.String(), "%v", line)
	}
}

func TestVerifyExits1WhereTheCacheCannotBeWritten(t *testing.T) {
	_, module := policyWithModule(t)
	home := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(home, "wasm"), nil, 0o600))
	t.Setenv("SPARKHOST_CACHE", home)
	var out, stderr bytes.Buffer
	assert.Equal(t, ExitFailed, run(context.Background(), []string{"plugin", "verify", module, "--digest", strings.Repeat("0", 64)}, nil, &out, &stderr))
	assert.Contains(t, stderr.String(), "compilation cache ")
}

func TestALockNamesWhatChangedAndSendsNoControlCharacters(t *testing.T) {
	old := lock.Entry{Source: "a", Version: "1", Contract: 1, Kind: "score", SHA256: strings.Repeat("0", 64)}
	for name, change := range map[string]func(*lock.Entry){
		"source a -> b":                         func(e *lock.Entry) { e.Source = "b" },
		"version 1 -> 2 [2J":                    func(e *lock.Entry) { e.Version = "2\x1b[2J" },
		"contract 1 -> 2, kind score -> assess": func(e *lock.Entry) { e.Contract, e.Kind = 2, "assess" },
		"sha256 000000000000 -> 111111111111":   func(e *lock.Entry) { e.SHA256 = strings.Repeat("1", 64) },
	} {
		e := old
		change(&e)
		assert.Equal(t, name, changes(entryOf(old), entryOf(e)))
	}
}

func TestAFileThatCannotBeWrittenWholeStaysAsItWas(t *testing.T) {
	dir, module := policyWithModule(t)
	t.Setenv("SPARKHOST_CACHE", t.TempDir())
	out := filepath.Join(dir, "out.wasm")
	require.NoError(t, os.WriteFile(out, []byte("old"), 0o600))
	c := exec.Command("sh", "-c", `ulimit -f 1; exec "$0" plugin pull "$1" -o "$2" --force`, program(t), module, out)
	said, err := c.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(said), "file too large")
	got, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Equal(t, "old", string(got))

	require.NoError(t, exec.Command(program(t), "plugin", "pull", module, "-o", out, "--force").Run())
	info, err := os.Stat(out)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o644), info.Mode())
	left, err := filepath.Glob(out + ".*")
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestADrawingThatCannotBePlacedLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "p.png")
	require.NoError(t, os.Mkdir(path, 0o700))
	b := &benchmark{Plugins: []benchPlugin{{Name: "a"}}, MadeUp: true, Batches: []benchBatch{{Rows: 1, Results: []benchResult{{P50: 10, P99: 20}}}}}
	require.Error(t, drawBench(path, b))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
	assert.True(t, entries[0].IsDir())
}
