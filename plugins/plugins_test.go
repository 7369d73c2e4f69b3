package plugins_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

func newSandbox(t testing.TB) *plugin.Sandbox {
	t.Helper()
	box, err := plugin.NewSandbox(t.Context(), plugin.Options{CacheDir: testwasm.Folder()})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, box.Close(context.Background())) })
	return box
}

func load(t testing.TB, box *plugin.Sandbox, name string, wasm []byte) *plugin.Plugin {
	t.Helper()
	p, err := box.Load(t.Context(), plugin.Source{Name: name, Wasm: wasm}, plugin.Limits{Instances: 1})
	require.NoError(t, err)
	return p
}

func shipped(t testing.TB, box *plugin.Sandbox, name string) *plugin.Plugin {
	t.Helper()
	wasm, err := plugins.Open(name)
	require.NoError(t, err)
	return load(t, box, name, wasm)
}

// stockGo builds a plugin with the Go that runs the tests.
func stockGo(t testing.TB, box *plugin.Sandbox, name string) *plugin.Plugin {
	t.Helper()
	to := filepath.Join(t.TempDir(), name+".wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w -buildid=", "-o", to, "./"+name)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	wasm, err := os.ReadFile(to)
	require.NoError(t, err)
	return load(t, box, name, wasm)
}

func golden(t *testing.T, p *plugin.Plugin) []sdktest.Case {
	t.Helper()
	cases, err := sdktest.Load(filepath.Join(p.Name(), "testdata", "golden"), p.Manifest())
	require.NoError(t, err)
	return cases
}

func TestShippedModulesGiveTheGoldenAnswers(t *testing.T) {
	box := newSandbox(t)
	for _, name := range plugins.Names() {
		t.Run(name, func(t *testing.T) {
			p := shipped(t, box, name)
			assert.Equal(t, name, p.Manifest().Name)
			for _, c := range golden(t, p) {
				t.Run(c.Name, func(t *testing.T) { answers(t, p, c) })
			}
		})
	}
}

// answers checks one case, and returns the digest of the response. A plugin's own error is an error of the call.
func answers(t *testing.T, p *plugin.Plugin, c sdktest.Case) string {
	t.Helper()
	response, call, err := p.Call(t.Context(), c.Request)
	if c.Response.Error != "" {
		require.ErrorIs(t, err, plugin.KindPlugin)
		require.ErrorContains(t, err, c.Response.Error)
		return c.Response.Error
	}
	require.NoError(t, err, c.About)
	require.NoError(t, c.Compare(p.Manifest(), response.Marshal(nil)), c.About)
	return call.OutputDigest
}

// Stock Go and TinyGo compile the same sources to modules that answer alike, to the bit.
func TestModulesOfStockGoAnswerAsTheShippedOnes(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: building and compiling the modules of stock Go takes a while")
	}
	box := newSandbox(t)
	for _, name := range thorough.Each(plugins.Names(), 8) {
		t.Run(name, func(t *testing.T) {
			small, large := shipped(t, box, name), stockGo(t, box, name)
			assert.Equal(t, large.Manifest(), small.Manifest())
			for _, c := range golden(t, small) {
				assert.Equal(t, answers(t, large, c), answers(t, small, c), c.Name)
			}
		})
	}
}

// A guest keeps nothing from one call to the next: what a call costs does not depend on the calls before it.
func TestShippedModulesForgetEveryCall(t *testing.T) {
	box := newSandbox(t)
	for _, name := range plugins.Names() {
		t.Run(name, func(t *testing.T) {
			p := shipped(t, box, name)
			cases := golden(t, p)
			round := func() (fuel []int64) {
				for _, c := range cases {
					_, call, err := p.Call(t.Context(), c.Request)
					if c.Response.Error == "" {
						require.NoError(t, err)
					}
					fuel = append(fuel, call.Fuel)
				}
				return fuel
			}
			round() // memory becomes as large as the largest call needs
			grown := p.Stats().MaxMemory
			want := round()
			for range max(2, thorough.Number(20_000, 60)/len(cases)-3) {
				require.Equal(t, want, round())
				if testing.Short() {
					break
				}
			}
			assert.Equal(t, grown, p.Stats().MaxMemory)
			assert.EqualValues(t, 1, p.Stats().Started, "one instance did it all")
		})
	}
}

func TestAPluginThatIsNotBuiltInIsNamed(t *testing.T) {
	_, err := plugins.Open("none")
	require.ErrorIs(t, err, plugins.ErrNotBuiltIn)
	assert.ErrorContains(t, err, `plugin "none"`)
	assert.ErrorContains(t, err, "authority, calibration,")
}
