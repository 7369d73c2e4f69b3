package standin

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A Paging is a search for Limit of Total works, which takes Requests and gives Want hits.
type Paging struct {
	Name                         string
	Total, Limit, Want, Requests int
}

// Pages holds searches to the number of their hits and requests, and hits to their order.
func (s Subject[S]) Pages(t *testing.T, cases ...Paging) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			s.With(t, s.Shelves(c.Total), func(t *testing.T, source S, server *Server) {
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
func (s Subject[S]) AsksAgain(t *testing.T, text, first, second string) {
	t.Helper()
	s.With(t, s.Shelves(3), func(t *testing.T, source S, server *Server) {
		hits, err := source.Search(t.Context(), retrieval.Query{Text: text, Limit: 5})
		require.NoError(t, err)
		assert.Len(t, hits, 3)
		requests := server.Requests(s.Provider)
		require.GreaterOrEqual(t, len(requests), 2)
		assert.Contains(t, requests[0], first)
		assert.Contains(t, requests[1], second)
	})
}

// FailsWithAPage holds a search for 250 works to failing whole when its second page is that error, which does not ask for another try
// and costs nothing. It returns the error.
func (s Subject[S]) FailsWithAPage(t *testing.T, page http.HandlerFunc, detail string) (failed error) {
	t.Helper()
	s.With(t, s.Shelves(500), func(t *testing.T, source S, server *Server) {
		server.Fail(s.Provider, 1, s.Shelves(500))
		server.Fail(s.Provider, -1, page)
		report := outbound.NewReport()
		hits, err := source.Search(outbound.WithReport(t.Context(), report), retrieval.Query{Text: "ice", Limit: 250})
		var e *outbound.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, outbound.BadRequest, e.Class)
		assert.ErrorContains(t, err, detail)
		assert.Empty(t, hits)
		assert.Len(t, server.Requests(s.Provider), 2, "a bad request that is repeated gets its sender blocked")
		assert.Equal(t, int64(Price), report.Provider(s.Provider).CostMicroUSD, "only the page that was answered costs")
		failed = err
	})
	return failed
}

// EveryFault searches the source once under each of [Cases] and holds it to their classes and numbers of requests.
func (s Subject[S]) EveryFault(t *testing.T) {
	t.Helper()
	for _, c := range Cases(`{"good":"enough to be cut in half"}`) {
		t.Run(c.Name, func(t *testing.T) {
			s.With(t, s.Shelves(1), func(t *testing.T, source S, server *Server) {
				server.Fail(s.Provider, -1, c.Answer)
				hits, err := source.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 1})
				var e *outbound.Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, c.Class, string(e.Class), e.Error())
				assert.Len(t, server.Requests(s.Provider), c.Calls)
				assert.Empty(t, hits)
			})
		})
	}
}

// A Fetching is an identifier, what the request for it holds, and whether the work is there, titled "Found".
type Fetching struct {
	ID    string
	Asks  string // empty: it is none, and is not sent
	Found bool
}

// Fetches holds a source that is a retrieval.Fetcher to what it asks for identifiers, with one request at most.
func (s Subject[S]) Fetches(t *testing.T, answer http.HandlerFunc, cases []Fetching) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			s.With(t, answer, func(t *testing.T, source S, server *Server) {
				d, err := any(source).(retrieval.Fetcher).Fetch(t.Context(), c.ID)
				requests := server.Requests(s.Provider)
				require.Len(t, requests, min(1, len(c.Asks)), "an identifier that is none is not sent")
				if c.Asks != "" {
					assert.Contains(t, requests[0], c.Asks)
				}
				if !c.Found {
					assert.ErrorIs(t, err, retrieval.ErrNotFound)
					return
				}
				require.NoError(t, err)
				assert.Equal(t, "Found", d.Title)
			})
		})
	}
}

// A Rendering is a query of that text and intent in the provider's dialect: what asks for All of its terms, and for Some of them.
type Rendering struct{ Name, Text, Intent, All, Some string }

// Renders holds what writes queries to the provider's dialect.
func Renders(t *testing.T, render func(retrieval.Query) (all, some string), cases []Rendering) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			all, some := render(retrieval.Query{Text: c.Text, Intent: c.Intent})
			assert.Equal(t, []string{c.All, c.Some}, []string{all, some})
		})
	}
}
