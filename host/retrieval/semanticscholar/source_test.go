package semanticscholar

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// name is the id of the made-up work i.
func name(i int) string { return fmt.Sprintf("%040x", i) }

// shelves answers searches like the service with total made-up works, for queries without "nowhere".
func shelves(total int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		offset, _ := strconv.Atoi(q.Get("offset"))
		limit, _ := strconv.Atoi(q.Get("limit"))
		if offset+limit > 1000 {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"error":"offset + limit must be at most 1000"}`)
			return
		}
		if strings.Contains(q.Get("query"), "nowhere") {
			standin.JSON(`{"total": 0, "offset": 0}`)(w, r)
			return
		}
		var rows []string
		for i := offset; i < min(offset+limit, total); i++ {
			rows = append(rows, fmt.Sprintf(`{"paperId":"%s","title":"Work %d"}`, name(i+1), i+1))
		}
		next := ""
		if offset+limit < total {
			next = fmt.Sprintf(`"next":%d,`, offset+limit)
		}
		standin.JSON(fmt.Sprintf(`{"total":%d,"offset":%d,%s"data":[%s]}`, total, offset, next, strings.Join(rows, ",")))(w, r)
	}
}

// subject is the source with the tests of every source.
var subject = standin.Subject[*Source]{
	Provider: Name, Open: standin.Opening(standin.Keyed(ParseSettings), New), Shelves: shelves,
	ID: name,
}

func TestSearchPagesToTheRequestedCount(t *testing.T) {
	subject.Pages(t,
		standin.Paging{Name: "one page, cut to size", Total: 500, Limit: 10, Want: 10, Requests: 1},
		standin.Paging{Name: "several pages", Total: 500, Limit: 250, Want: 250, Requests: 3},
		standin.Paging{Name: "until there are no more", Total: 120, Limit: 250, Want: 120, Requests: 2},
		standin.Paging{Name: "no further than the service goes", Total: 50_000, Limit: 2000, Want: 1000, Requests: 10},
		standin.Paging{Name: "nothing wanted", Total: 500, Limit: 0, Want: 0, Requests: 0},
	)
}

func TestAProviderThatRepeatsItselfIsNotAskedForEver(t *testing.T) {
	again := standin.JSON(`{"total":500,"next":1,"data":[{"paperId":"a","title":"Again"}]}`)
	subject.With(t, again, func(t *testing.T, s *Source, server *standin.Server) {
		hits, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 70})
		require.NoError(t, err)
		assert.Len(t, hits, 1)
		assert.Len(t, server.Requests(Name), 2)
	})
}

func TestEveryFaultIsAnErrorOfItsClass(t *testing.T) { subject.EveryFault(t) }

func TestAQueryThatFindsNothingIsAskedAgainWithFewerWords(t *testing.T) {
	subject.AsksAgain(t, `"sea-ice" "polar bear" lemmings nowhere`, "query=sea+ice+polar+bear+lemmings+nowhere", "query=sea+ice+polar+bear+lemmings")
}

// guarded answers those who have no key, and refuses others.
func guarded(status int, good http.HandlerFunc, keys *[]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		*keys = append(*keys, r.Header.Get("X-Api-Key"))
		if r.Header.Get("X-Api-Key") != "" {
			w.WriteHeader(status)
			fmt.Fprint(w, `{"message":"Forbidden"}`)
			return
		}
		good(w, r)
	}
}

func TestAKeyThatIsRefusedIsNotInsistedOn(t *testing.T) {
	var keys []string
	subject.Configured(map[string]any{"key": "bad-key"}).With(t, guarded(403, shelves(3), &keys), func(t *testing.T, s *Source, _ *standin.Server) {
		assert.Empty(t, s.Hint())
		for _, query := range []string{"ice", "snow"} {
			hits, err := s.Search(t.Context(), retrieval.Query{Text: query, Limit: 5})
			require.NoError(t, err)
			assert.Len(t, hits, 3)
		}
		assert.Equal(t, []string{"bad-key", "", ""}, keys, "one request with it, then none")
		assert.Contains(t, s.Hint(), "refused the key")
	})
}

func TestAKeyThatWasRefusedEarlierIsNotSent(t *testing.T) {
	var keys []string
	var second *Source // knows of the refusal from the governor only, like another process
	both := subject.Configured(map[string]any{"key": "bad-key"})
	both.Open = func(transport *web.Transport, block map[string]any) (source *Source, err error) {
		if second, err = subject.Open(transport, block); err != nil {
			return nil, err
		}
		return subject.Open(transport, block)
	}
	both.With(t, guarded(401, shelves(3), &keys), func(t *testing.T, s *Source, _ *standin.Server) {
		for _, source := range []*Source{s, second} {
			hits, err := source.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 5})
			require.NoError(t, err)
			assert.Len(t, hits, 3)
		}
		assert.Equal(t, []string{"bad-key", "", ""}, keys)
	})
}

func TestWhoIsRefusedWithAndWithoutKeyIsOut(t *testing.T) {
	subject.Configured(map[string]any{"key": "bad-key"}).With(t, standin.Status(403), func(t *testing.T, s *Source, server *standin.Server) {
		_, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 5})
		assert.ErrorContains(t, err, "blocked (HTTP 403)")
		assert.NotContains(t, err.Error(), "bad-key")
		_, err = s.Search(t.Context(), retrieval.Query{Text: "snow", Limit: 5})
		assert.ErrorContains(t, err, "unavailable")
		assert.Len(t, server.Requests(Name), 2, "the second search sends nothing")
	})
}

func TestOtherFailuresAreNotTriedWithoutKey(t *testing.T) {
	var keys []string
	subject.Configured(map[string]any{"key": "key"}).With(t, guarded(400, shelves(3), &keys), func(t *testing.T, s *Source, _ *standin.Server) {
		_, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 5})
		assert.ErrorContains(t, err, "bad request")
		assert.Equal(t, []string{"key"}, keys)
	})
}

// library answers batches: it knows everything whose id does not end in 0.
func library(w http.ResponseWriter, r *http.Request) {
	var in struct {
		IDs []string `json:"ids"`
	}
	if json.NewDecoder(r.Body).Decode(&in) != nil || len(in.IDs) > 500 || r.Method != http.MethodPost {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	rows, known := make([]string, len(in.IDs)), 0
	for i, id := range in.IDs {
		rows[i] = "null"
		if !strings.HasSuffix(id, "0") {
			rows[i] = fmt.Sprintf(`{"paperId":"%s","title":"Found %s"}`, name(i+1), id)
			known++
		}
	}
	if known == 0 {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"No valid paper ids given"}`)
		return
	}
	standin.JSON("["+strings.Join(rows, ",")+"]")(w, r)
}

func TestFetch(t *testing.T) {
	tests := []struct {
		id, sent string
		found    bool
	}{
		{name(1), name(1), true},
		{name(16), name(16), false},
		{"doi:https://doi.org/10.1000/ABC", "DOI:10.1000/abc", true},
		{"arxiv:2101.00001v2", "ARXIV:2101.00001", true},
		{"arxiv:math/0309136", "ARXIV:math/0309136", true},
		{"pmid:0012", "PMID:12", true},
		{"pmcid:PMC34", "PMCID:34", true},
		{"corpusid:77", "CorpusId:77", true},
		{"corpusid:x", "", false},
		{"arxiv:nonsense", "", false},
		{"doi:nonsense", "", false},
		{"isbn:12", "", false},
		{"", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.id, func(t *testing.T) {
			subject.With(t, library, func(t *testing.T, s *Source, server *standin.Server) {
				d, err := s.Fetch(t.Context(), tt.id)
				assert.Equal(t, tt.sent, wireID(tt.id))
				assert.Len(t, server.Requests(Name), min(1, len(tt.sent)), "what is no id is not sent")
				if tt.found {
					require.NoError(t, err)
					assert.Equal(t, "Found "+tt.sent, d.Title)
				} else {
					assert.ErrorIs(t, err, retrieval.ErrNotFound)
				}
			})
		})
	}
}

func TestManyAreFetchedInBatchesAndInOrder(t *testing.T) {
	ids := []string{"nonsense"}
	for i := range 1200 {
		ids = append(ids, fmt.Sprintf("corpusid:%d", i))
	}
	subject.With(t, library, func(t *testing.T, s *Source, server *standin.Server) {
		found, err := s.FetchAll(t.Context(), ids)
		require.NoError(t, err)
		require.Len(t, found, len(ids))
		assert.Len(t, server.Requests(Name), 3)
		for i, d := range found {
			if i == 0 || strings.HasSuffix(ids[i], "0") {
				assert.Nil(t, d, ids[i])
			} else if assert.NotNil(t, d, ids[i]) {
				assert.Equal(t, "Found CorpusId:"+strings.TrimPrefix(ids[i], "corpusid:"), d.Title)
			}
		}
	})
}

func TestRender(t *testing.T) {
	standin.Renders(t, render, []standin.Rendering{
		{Name: "hyphens become spaces", Text: "Does aspirin inhibit COX-1?", All: "COX 1 aspirin inhibit", Some: "COX 1 aspirin inhibit"},
		{Name: "an adversarial query asks for failure in a word of papers", Text: "why aspirin is wrong", All: "aspirin contradict", Some: "aspirin"},
		{Name: "nothing to ask for", Text: "?", Intent: "adversarial"},
	})
}

func TestSettings(t *testing.T) {
	credentials, err := outbound.ReadCredentials("", []string{KeyVariable + "=env-key"})
	require.NoError(t, err)
	s, err := ParseSettings(nil, credentials)
	require.NoError(t, err)
	assert.Equal(t, []any{"env-key", outbound.Limits{Interval: 1100 * time.Millisecond, InFlight: 1}}, []any{s.Key, s.Limits()})
	s, err = ParseSettings(map[string]any{"key": "block-key"}, credentials)
	require.NoError(t, err)
	assert.Equal(t, "block-key", s.Key, "the block speaks last")
	_, err = ParseSettings(map[string]any{"interval": "1s"}, outbound.Credentials{})
	assert.ErrorContains(t, err, "source semantic_scholar: interval: the provider asks for 1.1s or more")
	_, err = ParseSettings(map[string]any{"mail": "x"}, outbound.Credentials{})
	assert.ErrorContains(t, err, "mail: no such setting")
}
