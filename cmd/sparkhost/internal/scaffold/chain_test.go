package scaffold

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

// repository is the root of this checkout, as seen from a test.
const repository = "../../../.."

// newProject makes a project that uses this checkout's SDK.
func newProject(t *testing.T, language, contract string) *Project {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "my_"+contract)
	_, err := New(Options{Name: "my_" + contract, Language: language, Contract: contract, Dir: dir, Version: "0.1.0", SDK: repository})
	require.NoError(t, err)
	p, err := Open(dir)
	require.NoError(t, err)
	return p
}

// built builds p. Without its toolchain the test is skipped, or fails if toolchains are required.
func built(t *testing.T, p *Project) *Built {
	t.Helper()
	if p.Language == "extism-go" && !required() {
		download := exec.Command("go", "mod", "download")
		download.Dir = p.Dir
		if download.Run() != nil {
			t.Skip("extism-go: the module github.com/extism/go-pdk cannot be downloaded; SPARKHOST_REQUIRE_TOOLCHAINS=1 makes this a failure")
		}
	}
	b, err := Build(t.Context(), p)
	if lacks := (*MissingToolError)(nil); errors.As(err, &lacks) && !required() {
		t.Skipf("%s: %v; SPARKHOST_REQUIRE_TOOLCHAINS=1 makes this a failure", p.Language, err)
	}
	require.NoError(t, err)
	return b
}

func required() bool { return os.Getenv("SPARKHOST_REQUIRE_TOOLCHAINS") == "1" }

// sandbox is a host for the test's plugins.
func sandbox(t *testing.T) *plugin.Sandbox {
	t.Helper()
	s, err := plugin.NewSandbox(t.Context(), plugin.Options{CacheDir: os.Getenv("SPARKHOST_TEST_WASM")})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close(context.Background())) })
	return s
}

func TestEveryNewProjectBuildsAndPassesTheConformanceKit(t *testing.T) {
	for _, language := range Languages() {
		for _, contract := range Contracts() {
			t.Run(language+"/"+contract, func(t *testing.T) {
				if testing.Short() && contract != "score" {
					t.Skip("short: one contract per language")
				}
				p := newProject(t, language, contract)
				b := built(t, p)
				wasm, err := os.ReadFile(p.Module())
				require.NoError(t, err)
				t.Logf("%d bytes by %s", b.Size, b.Tool)
				accepted(t, p, wasm)
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
	report, err := conformance.Run(t.Context(), subject, conformance.Options{CacheDir: os.Getenv("SPARKHOST_TEST_WASM"), Calls: 400})
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
			if testing.Short() {
				t.Skip("short: builds twice")
			}
			first := built(t, newProject(t, language, "score"))
			second := newProject(t, language, "score")
			require.Equal(t, first.Digest, built(t, second).Digest)
			again, err := Check(t.Context(), second)
			require.NoError(t, err)
			require.Equal(t, first.Digest, again.Digest)
			require.NoError(t, os.WriteFile(second.Module(), []byte("stale"), 0o600))
			_, err = Check(t.Context(), second)
			require.ErrorIs(t, err, ErrDiffers)
			require.ErrorContains(t, err, first.Digest)
		})
	}
}

func TestTheNativeTestsOfANewProjectPass(t *testing.T) {
	for _, l := range languages() {
		for _, contract := range Contracts() {
			for _, command := range l.native {
				t.Run(l.name+"/"+contract, func(t *testing.T) {
					words := strings.Fields(command)
					if find(words[0]) == "" && !required() {
						t.Skipf("%s: %s is not installed; SPARKHOST_REQUIRE_TOOLCHAINS=1 makes this a failure", l.name, words[0])
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
