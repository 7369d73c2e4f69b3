package standin

import (
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// A Subject is a source whose tests are those of every source.
type Subject struct {
	Provider string
	Shelves  func(total int) http.HandlerFunc // answers like the provider with so many made-up works
	Open     Opener
	ID       func(n int) string // of the n-th work, from 1
}

// Opening makes an [Opener] of a source's own functions: of what reads its block and what makes it. The block has config and the base
// address; nil: the address alone.
func Opening[S any, T retrieval.Source](parse func(map[string]any) (S, error), make func(*web.Transport, S) (T, error), config map[string]any) Opener {
	return func(t *testing.T, transport *web.Transport, base string) retrieval.Source {
		t.Helper()
		block := map[string]any{"base_url": base}
		maps.Copy(block, config)
		settings, err := parse(block)
		require.NoError(t, err)
		source, err := make(transport, settings)
		require.NoError(t, err)
		return source
	}
}

// Keyed is a function that reads a block and credentials, without any of these.
func Keyed[S any](parse func(map[string]any, web.Credentials) (S, error)) func(map[string]any) (S, error) {
	return func(config map[string]any) (S, error) { return parse(config, web.Credentials{}) }
}

// A Paging is a search for Limit of Total works, which takes Requests and gives Want hits.
type Paging struct {
	Name                         string
	Total, Limit, Want, Requests int
}

// Pages holds searches to the number of their hits and requests, and hits to their order.
func (s Subject) Pages(t *testing.T, cases ...Paging) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			With(t, s.Provider, s.Shelves(c.Total), s.Open, func(t *testing.T, source retrieval.Source, server *Server) {
				hits, err := source.Search(t.Context(), retrieval.Query{Text: "ice", Limit: c.Limit})
				require.NoError(t, err)
				require.Len(t, hits, c.Want)
				assert.Len(t, server.Requests(s.Provider), c.Requests)
				for i, h := range hits {
					assert.Equal(t, i+1, h.Rank)
					assert.Equal(t, s.ID(i+1), h.Document.ID)
				}
			})
		})
	}
}

// AsksAgain holds a search that finds nothing to being asked a second time, with what is given in its request, and to finding three works
// then. Shelves have nothing for what requires the word "nowhere".
func (s Subject) AsksAgain(t *testing.T, text, first, second string) {
	t.Helper()
	With(t, s.Provider, s.Shelves(3), s.Open, func(t *testing.T, source retrieval.Source, server *Server) {
		hits, err := source.Search(t.Context(), retrieval.Query{Text: text, Limit: 5})
		require.NoError(t, err)
		assert.Len(t, hits, 3)
		requests := server.Requests(s.Provider)
		require.GreaterOrEqual(t, len(requests), 2)
		assert.Contains(t, requests[0], first)
		assert.Contains(t, requests[1], second)
	})
}

// FailsWithAPage holds a search for 250 works to failing whole when its second page is that error, which is no reason to ask
// again. It returns the error.
func (s Subject) FailsWithAPage(t *testing.T, page http.HandlerFunc, detail string) (failed error) {
	t.Helper()
	With(t, s.Provider, s.Shelves(500), s.Open, func(t *testing.T, source retrieval.Source, server *Server) {
		server.Fail(s.Provider, 1, s.Shelves(500))
		server.Fail(s.Provider, -1, page)
		hits, err := source.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 250})
		var e *web.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, web.BadRequest, e.Class)
		assert.ErrorContains(t, err, detail)
		assert.Empty(t, hits)
		assert.Len(t, server.Requests(s.Provider), 2, "a bad request that is repeated gets its sender blocked")
		failed = err
	})
	return failed
}

// EveryFault is the function of that name, for a source with one work.
func (s Subject) EveryFault(t *testing.T) {
	t.Helper()
	EveryFault(t, s.Provider, s.Shelves(1), s.Open)
}
