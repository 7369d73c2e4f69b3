package scaffold

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance"
	"github.com/sparkhost/sparkhost/internal/atomicfile"
	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

// repository is the root of this checkout, as seen from a test.
const repository = "../../../.."

// newProject makes a project as the program does, with the copy of the SDK that is in it.
func newProject(t *testing.T, language, contract string) *Project {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "my_"+contract)
	_, err := New(Options{Name: "my_" + contract, Language: language, Contract: contract, Dir: dir, Version: "0.1.0"})
	require.NoError(t, err)
	p, err := Open(dir)
	require.NoError(t, err)
	return p
}

// modules are those that tests share, by language and contract, as a *module.
var modules sync.Map

// A module holds the module of a project that is built as it was made.
type module struct {
	mu    sync.Mutex
	built *Built
	wasm  []byte // nil: not built yet
}

// made makes a project and puts its module in its place, which is built once for all tests: that it depends on nothing but what is built is
// TestABuildDependsNeitherOnTheFolderNorOnTime's to say.
func made(t *testing.T, language, contract string) (*Project, *module) {
	t.Helper()
	p := newProject(t, language, contract)
	kept, _ := modules.LoadOrStore(language+"/"+contract, &module{})
	m := kept.(*module)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.wasm == nil {
		m.built = built(t, p)
		wasm, err := os.ReadFile(p.Module())
		require.NoError(t, err)
		m.wasm = wasm
		return p, m
	}
	require.NoError(t, atomicfile.WriteBytes(p.Module(), 0o644, m.wasm))
	return p, m
}

// built builds p. Without its toolchain the test is skipped, or fails if toolchains are required.
func built(t *testing.T, p *Project) *Built {
	t.Helper()
	b, err := Build(t.Context(), p)
	if lacks := (*MissingToolError)(nil); errors.As(err, &lacks) && !required() {
		t.Skipf("%s: %v; SPARKHOST_REQUIRE_TOOLCHAINS=1 makes this a failure", p.Language, err)
	}
	require.NoError(t, err)
	return b
}

// works says whether a command is there and runs: rustup leaves a cargo that has no toolchain.
func works(command string) bool {
	tool := find(command)
	return tool != "" && (exec.Command(tool, "--version").Run() == nil || exec.Command(tool, "version").Run() == nil)
}

// A cargo that rustup left without a toolchain is as good as none: the build says what is missing, and tests are skipped.
func TestACargoWithoutAToolchainIsMissing(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"cargo", "rustc"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho 'error: rustup could not choose a version' >&2\nexit 1\n"), 0o755))
	}
	t.Setenv("PATH", dir)
	assert.False(t, works("cargo"))
	if find("/usr/bin/cargo") != "" {
		t.Skip("Debian's own cargo is used in its place")
	}
	_, err := Build(t.Context(), newProject(t, "rust", "score"))
	var lacks *MissingToolError
	require.ErrorAs(t, err, &lacks)
}

func required() bool { return os.Getenv("SPARKHOST_REQUIRE_TOOLCHAINS") == "1" }

// sandbox is a host for the test's plugins.
func sandbox(t *testing.T) *plugin.Sandbox {
	t.Helper()
	s, err := plugin.NewSandbox(t.Context(), plugin.Options{CacheDir: testwasm.Folder()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close(context.Background())) })
	return s
}

func TestEveryNewProjectBuildsAndPassesTheConformanceKit(t *testing.T) {
	for _, language := range Languages() {
		for _, contract := range Contracts() {
			t.Run(language+"/"+contract, func(t *testing.T) {
				if contract != "score" || language != "go" {
					thorough.Only(t, "a sample is one contract in Go")
				}
				p, m := made(t, language, contract)
				t.Logf("%d bytes by %s", m.built.Size, m.built.Tool)
				accepted(t, p, m.wasm)
			})
		}
	}
}

// accepted puts a module through the conformance kit, with the golden files of its project.
func accepted(t *testing.T, p *Project, wasm []byte) {
	cases, err := golden.Read(p.Golden())
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(cases), 2)
	subject := conformance.Subject{Name: p.Name, Wasm: wasm, Golden: cases, Seed: 1}
	report, err := conformance.Run(t.Context(), subject, conformance.Options{CacheDir: testwasm.Folder(), Calls: 400})
	require.NoError(t, err)
	assert.Equal(t, p.Name, report.Name)
	assert.Equal(t, p.Contract, report.Kind)
	for _, r := range report.Results {
		assert.NotEqual(t, conformance.Failed, r.Status, "%s: %s", r.ID, r.Detail)
		if r.ID == "golden" {
			assert.Equal(t, conformance.Passed, r.Status)
		}
	}
}

func TestABuildDependsNeitherOnTheFolderNorOnTime(t *testing.T) {
	for _, language := range Languages() {
		t.Run(language, func(t *testing.T) {
			thorough.Only(t, "builds twice")
			_, first := made(t, language, "score")
			elsewhere, _ := made(t, language, "score") // another folder, with the module of the first
			again, err := Check(t.Context(), elsewhere)
			require.NoError(t, err)
			require.Equal(t, []string{first.built.Digest, first.built.Tool}, []string{again.Digest, again.Tool})
		})
	}
}

func TestAModuleThatIsNotWhatTheSourcesBuildIsFound(t *testing.T) {
	thorough.Only(t, "it builds a plugin three times")
	p, m := made(t, "c", "score") // what is compared does not depend on the language
	require.NoError(t, os.WriteFile(p.Module(), []byte("stale"), 0o600))
	_, err := Check(t.Context(), p)
	require.ErrorIs(t, err, ErrDiffers)
	require.ErrorContains(t, err, m.built.Digest)
	require.NoError(t, os.Remove(p.Module()))
	_, err = Check(t.Context(), p)
	require.ErrorIs(t, err, ErrDiffers)
	require.ErrorContains(t, err, "is missing")
}

func TestTheNativeTestsOfANewProjectPass(t *testing.T) {
	for _, l := range languages() {
		for _, contract := range Contracts() {
			for _, command := range l.native {
				t.Run(l.name+"/"+contract, func(t *testing.T) {
					if contract != "score" || l.name != "go" {
						thorough.Only(t, "a sample is one contract in Go")
					}
					words := strings.Fields(command)
					if !works(words[0]) && !required() {
						t.Skipf("%s: %s is not installed, or has no toolchain; SPARKHOST_REQUIRE_TOOLCHAINS=1 makes this a failure", l.name, words[0])
					}
					c := exec.Command(words[0], words[1:]...)
					c.Dir = newProject(t, l.name, contract).Dir
					c.Env = append(os.Environ(), "CARGO_NET_OFFLINE=true", "GOFLAGS=", "GOWORK=off")
					out, err := c.CombinedOutput()
					require.NoError(t, err, string(out))
				})
			}
		}
	}
}
