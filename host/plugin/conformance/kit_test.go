package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

func TestShippedPluginsPassEveryCheck(t *testing.T) {
	for _, name := range plugins.Names() {
		t.Run(name, func(t *testing.T) {
			wasm, err := plugins.Open(name)
			require.NoError(t, err)
			cases, err := golden.Read("../../../plugins/" + name + "/testdata/golden")
			require.NoError(t, err)
			report, err := Run(t.Context(), Subject{Name: name, Wasm: wasm, Golden: cases, Seed: 1}, Options{CacheDir: cacheDir, Calls: 1000})
			require.NoError(t, err)
			for _, r := range report.Results {
				t.Logf("%-16s %-4s %s %v", r.ID, r.Status, r.Detail, r.Figures)
			}
		})
	}
}

var cacheDir = "/tmp/wasmcache"
