package openalex

import (
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
)

// shelves answers like the service with total made-up works, for queries that do not require "nowhere".
func shelves(total int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		size, _ := strconv.Atoi(q.Get("per_page"))
		number, _ := strconv.Atoi(q.Get("page"))
		count := total
		if strings.Contains(q.Get("search"), " AND nowhere") || strings.Contains(q.Get("search"), "nowhere AND ") {
			count = 0
		}
		var rows []string
		for i := (number - 1) * size; i < min(number*size, count); i++ {
			rows = append(rows, fmt.Sprintf(`{"id":"https://openalex.org/W%d","title":"Work %d"}`, i+1, i+1))
		}
		standin.JSON(fmt.Sprintf(`{"meta":{"count":%d,"page":%d,"per_page":%d,"cost_usd":0.001},"results":[%s]}`, count, number, size, strings.Join(rows, ",")))(w, r)
	}
}

// subject is the source with the tests of every source.
var subject = standin.Subject[*Source]{
	Provider: Name, Open: standin.Opening(standin.Keyed(ParseSettings), New), Shelves: shelves,
	ID: func(n int) string { return fmt.Sprintf("W%d", n) },
}

func TestSearchPagesToTheRequestedCount(t *testing.T) {
	subject.Pages(t,
		standin.Paging{Name: "one page, cut to size", Total: 500, Limit: 10, Want: 10, Requests: 1},
		standin.Paging{Name: "several pages", Total: 500, Limit: 250, Want: 250, Requests: 3},
		standin.Paging{Name: "until there are no more", Total: 120, Limit: 250, Want: 120, Requests: 2},
		standin.Paging{Name: "no further than the service goes", Total: 50_000, Limit: 10_500, Want: 10_000, Requests: 100},
		standin.Paging{Name: "nothing wanted", Total: 500, Limit: 0, Want: 0, Requests: 0},
	)
}

func TestAQueryThatFindsNothingIsAskedAgainWithAnyOfItsTerms(t *testing.T) {
	subject.AsksAgain(t, "lemmings nowhere", "search=lemmings+AND+nowhere", "search=lemmings+OR+nowhere")
}

func TestEveryFaultIsAnErrorOfItsClass(t *testing.T) { subject.EveryFault(t) }

func TestAFailingPageFailsTheSearch(t *testing.T) {
	_ = subject.FailsWithAPage(t, standin.JSON(`{"error":"Invalid query parameters error.","message":"page too deep"}`), "page too deep")
}

// An answer that says that the day's money is gone is still one; what comes after it is not sent.
func TestNothingIsAskedOnceTheBudgetIsGone(t *testing.T) {
	tests := []struct {
		name, left string
		requests   int
	}{
		{"enough for the next search", "0.001", 2},
		{"too little for the next search", "0.0009", 1},
		{"nothing", "0", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer := func(w http.ResponseWriter, r *http.Request) {
				for name, value := range map[string]string{"X-RateLimit-Remaining-USD": tt.left, "X-RateLimit-Cost-USD": "0.001", "X-RateLimit-Reset": "3600"} {
					w.Header().Set(name, value)
				}
				shelves(3)(w, r)
			}
			subject.With(t, answer, func(t *testing.T, s *Source, server *standin.Server) {
				hits, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 5})
				require.NoError(t, err)
				assert.Len(t, hits, 3)
				_, err = s.Search(t.Context(), retrieval.Query{Text: "snow", Limit: 5})
				assert.Equal(t, tt.requests == 1, err != nil)
				if err != nil {
					assert.ErrorContains(t, err, "the quota is used up")
				}
				assert.Len(t, server.Requests(Name), tt.requests)
				time.Sleep(2 * time.Hour)
				_, err = s.Search(t.Context(), retrieval.Query{Text: "rain", Limit: 5})
				assert.NoError(t, err, "the budget is back")
			})
		})
	}
}

func TestKeyAndMailAreSentAndNowhereElse(t *testing.T) {
	config := map[string]any{"key": "k-secret", "mail": "me@example.org"}
	subject.Configured(config).With(t, shelves(1), func(t *testing.T, s *Source, server *standin.Server) {
		report := outbound.NewReport()
		_, err := s.Search(outbound.WithReport(t.Context(), report), retrieval.Query{Text: "ice", Limit: 1})
		require.NoError(t, err)
		assert.Contains(t, server.Requests(Name)[0], "api_key=k-secret&mailto=me%40example.org")
		assert.Equal(t, int64(standin.Price), report.Provider(Name).CostMicroUSD)
		assert.Empty(t, s.Hint())
		server.Fail(Name, 1, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":"Invalid API key","message":"k-secret of me@example.org"}`)
		})
		_, err = s.Search(t.Context(), retrieval.Query{Text: "snow", Limit: 1})
		require.ErrorContains(t, err, "Invalid API key")
		assert.NotContains(t, err.Error(), "k-secret")
		assert.NotContains(t, err.Error(), "example.org")
	})
	subject.With(t, shelves(1), func(t *testing.T, s *Source, server *standin.Server) {
		_, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 1})
		require.NoError(t, err)
		assert.NotContains(t, server.Requests(Name)[0], "api_key")
		assert.Contains(t, s.Hint(), KeyVariable)
	})
}

func TestFetch(t *testing.T) {
	subject.Fetches(t, standin.JSON(`{"id":"https://openalex.org/W12","title":"Found"}`), []standin.Fetching{
		{ID: "W12", Asks: "GET /works/W12?", Found: true},
		{ID: "pmid:0012", Asks: "GET /works/pmid:12?", Found: true},
		{ID: "doi:https://doi.org/10.1000/ABC", Asks: "GET /works/doi:10.1000%2Fabc?", Found: true},
		{ID: `doi:10.1000/a?b#c`, Asks: "GET /works/doi:10.1000%2Fa%3Fb%23c?", Found: true},
		{ID: "doi:10.1000/a b"},
		{ID: "arxiv:2101.00001"},
		{ID: "W12?filter=x"},
		{ID: "../authors/A5"},
		{ID: ""},
	})
}

func TestOneWorkIsFree(t *testing.T) {
	subject.With(t, standin.JSON(`{"id":"https://openalex.org/W12"}`), func(t *testing.T, s *Source, _ *standin.Server) {
		report := outbound.NewReport()
		_, err := s.Fetch(outbound.WithReport(t.Context(), report), "W12")
		require.NoError(t, err)
		assert.Zero(t, report.Provider(Name).CostMicroUSD)
	})
}

func TestAWorkThatIsNotThereIsNotFound(t *testing.T) {
	answer := func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "<!doctype html><title>404</title>", http.StatusNotFound)
	}
	subject.With(t, answer, func(t *testing.T, s *Source, _ *standin.Server) {
		_, err := s.Fetch(t.Context(), "W1")
		assert.ErrorIs(t, err, retrieval.ErrNotFound)
	})
}

func TestAMergedWorkComesBackUnderTheOthersId(t *testing.T) {
	answer := func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/W1") {
			http.Redirect(w, r, standin.PipeBase+"/"+Name+"/works/W2", http.StatusMovedPermanently)
			return
		}
		standin.JSON(`{"id":"https://openalex.org/W2"}`)(w, r)
	}
	subject.Configured(map[string]any{"key": "k"}).With(t, answer, func(t *testing.T, s *Source, server *standin.Server) {
		d, err := s.Fetch(t.Context(), "W1")
		require.NoError(t, err)
		assert.Equal(t, "W2", d.ID)
		assert.Contains(t, server.Requests(Name)[1], "api_key=k", "the same host gets the key again")
	})
}

func TestRender(t *testing.T) {
	standin.Renders(t, render, []standin.Rendering{
		{Name: "words of the subject are all required", Text: "Does aspirin inhibit COX-1?", All: `"COX-1" AND aspirin AND inhibit`, Some: `"COX-1" OR aspirin OR inhibit`},
		{Name: "an adversarial query asks for failure in the words of papers", Text: "aspirin is wrong",
			All:  `aspirin AND (contradict OR refute OR "no effect" OR fails)`,
			Some: `aspirin AND (contradict OR refute OR "no effect" OR fails)`},
		{Name: "operators of a user are words or nothing", Text: `lemming* NOT (ice~2 OR snow?), a|b`, All: "lemming AND ice AND snow", Some: "lemming OR ice OR snow"},
		{Name: "an operator within a phrase is none", Text: `"ice AND snow"`, All: `"ice AND snow"`, Some: `"ice AND snow"`},
		{Name: "letters of all alphabets are words", Text: "Grönland", All: "Grönland", Some: "Grönland"},
		{Name: "nothing to ask for", Text: "?"},
	})
}

func TestSettingsKeepToWhatWePromise(t *testing.T) {
	c, err := outbound.ReadCredentials("", []string{KeyVariable + "=k", MailVariable + "=me@example.org"})
	require.NoError(t, err)
	s, err := ParseSettings(map[string]any{"interval": "1s", "in_flight": 1.0}, c)
	require.NoError(t, err)
	assert.Equal(t, outbound.Limits{Interval: time.Second, InFlight: 1}, s.Limits())
	assert.Equal(t, []string{"k", "me@example.org"}, []string{s.Key, s.Mail})
	s, err = ParseSettings(map[string]any{"key": "other"}, c)
	require.NoError(t, err)
	assert.Equal(t, "other", s.Key, "the block goes before the credentials")
	_, err = ParseSettings(map[string]any{"mail": "nobody", "interval": "1ms"}, outbound.Credentials{})
	assert.ErrorContains(t, err, "source openalex: interval: the provider asks for 200ms")
	assert.ErrorContains(t, err, "mail: an address such as")
}
