package plugins_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

// built lists the modules of this binary. Without them a test is skipped, or fails when
// SPARKHOST_REQUIRE_DATA is 1.
func built(t *testing.T) []string {
	t.Helper()
	names := plugins.Names()
	if len(names) > 0 {
		return names
	}
	if os.Getenv("SPARKHOST_REQUIRE_DATA") == "1" {
		t.Fatal("the plugins are not built: run `make plugins`")
	}
	t.Skip("the plugins are not built: run `make plugins`")
	return nil
}

func open(t *testing.T, host *plugin.Sandbox, name string) *plugin.Plugin {
	t.Helper()
	wasm, err := plugins.Open(name)
	require.NoError(t, err)
	p, err := host.Load(t.Context(), plugin.Source{Name: name, Wasm: wasm}, plugin.Limits{Instances: 1})
	require.NoError(t, err)
	return p
}

func TestModulesGiveTheGoldenAnswers(t *testing.T) {
	names := built(t)
	host, err := plugin.NewSandbox(t.Context(), plugin.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, host.Close(context.Background())) })
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			p := open(t, host, name)
			assert.Equal(t, name, p.Manifest().Name)
			dir := filepath.Join(name, "testdata", "golden")
			if _, err := os.Stat(dir); os.IsNotExist(err) {
				return // held to its own tests; that it loads and describes itself is shown
			}
			cases, err := sdktest.Load(dir, p.Manifest())
			require.NoError(t, err)
			for _, c := range cases {
				t.Run(c.Name, func(t *testing.T) { answers(t, p, c) })
			}
		})
	}
}

// answers checks one case; a plugin's own error is an error of the call.
func answers(t *testing.T, p *plugin.Plugin, c sdktest.Case) {
	response, _, err := p.Call(t.Context(), c.Request)
	if c.Response.Error != "" {
		require.ErrorIs(t, err, plugin.KindPlugin)
		require.ErrorContains(t, err, c.Response.Error)
		return
	}
	require.NoError(t, err, c.About)
	require.NoError(t, c.Compare(p.Manifest(), response.Marshal(nil)), c.About)
}

func TestAPluginThatIsNotBuiltInIsNamed(t *testing.T) {
	_, err := plugins.Open("none")
	require.ErrorIs(t, err, plugins.ErrNotBuiltIn)
	assert.ErrorContains(t, err, `plugin "none"`)
}
