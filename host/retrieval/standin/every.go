package standin

import (
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// Price is what an answer costs in [With], in millionths of a USD.
const Price = 1000

// With runs a test in a bubble of fake time with a source on a stand-in of its provider, which
// holds it to the published limits.
func With(t *testing.T, provider string, answer http.HandlerFunc, open Opener, test func(*testing.T, retrieval.Source, *Server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		server := New(Route{Provider: provider, Limits: Published(provider), Answer: answer})
		dial, stop := server.Pipe()
		defer stop()
		governor, err := web.NewGovernor(web.GovernorOptions{})
		require.NoError(t, err)
		transport, err := web.New(web.Options{Governor: governor, Dial: dial, Prices: map[string]int64{provider: Price}})
		require.NoError(t, err)
		defer func() { require.NoError(t, transport.Close()) }()
		source := open(t, transport, PipeBase+"/"+provider)
		test(t, source, server)
		assert.NoError(t, source.Close())
		assert.Empty(t, server.Violations(provider))
	})
}

// An Opener makes the source of a test, whose provider is at base.
type Opener func(t *testing.T, transport *web.Transport, base string) retrieval.Source

// EveryFault searches a source once under each of [Cases] and holds it to their classes and numbers of
// requests. Good answers its searches.
func EveryFault(t *testing.T, provider string, good http.HandlerFunc, open Opener) {
	t.Helper()
	for _, c := range Cases(`{"good":"enough to be cut in half"}`) {
		t.Run(c.Name, func(t *testing.T) {
			With(t, provider, good, open, func(t *testing.T, s retrieval.Source, server *Server) {
				server.Fail(provider, -1, c.Answer)
				hits, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 1})
				var e *web.Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, c.Class, string(e.Class), e.Error())
				assert.Len(t, server.Requests(provider), c.Calls)
				assert.Empty(t, hits)
			})
		})
	}
}
