package host

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// TextSources are the live sources that can get full texts, in alphabetical order.
func TextSources(t *testing.T) (names []string) {
	t.Helper()
	all := liveSources()
	for _, name := range SourceNames() {
		if name == localSource {
			continue
		}
		transport, err := web.New(web.Options{Governor: unasked(), Offline: true})
		require.NoError(t, err)
		config := map[string]any{}
		if name == "opensearch" {
			config = map[string]any{"base_url": "http://localhost", "index": "papers"}
		}
		source, err := all[name].open(transport, config, outbound.Credentials{})
		require.NoError(t, err)
		if _, ok := source.(retrieval.FullTexter); ok {
			names = append(names, name)
		}
		require.NoError(t, source.Close())
		require.NoError(t, transport.Close())
	}
	return names
}

// UpgradesOf are those of a batch under a policy with that cap.
func UpgradesOf(max int) *Upgrades { return &Upgrades{max: max} }
