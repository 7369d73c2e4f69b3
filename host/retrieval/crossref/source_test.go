package crossref

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

// shelves answers like the service with total made-up works.
func shelves(total int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		offset, _ := strconv.Atoi(q.Get("offset"))
		rows, _ := strconv.Atoi(q.Get("rows"))
		var items []string
		for i := offset; i < min(offset+rows, total); i++ {
			items = append(items, fmt.Sprintf(`{"DOI":"10.1000/%d","title":["Work %d"]}`, i+1, i+1))
		}
		standin.JSON(fmt.Sprintf(`{"status":"ok","message-type":"work-list","message":{"total-results":%d,"items":[%s]}}`, total, strings.Join(items, ",")))(w, r)
	}
}

// subject is the source with the tests of every source.
var subject = standin.Subject[*Source]{
	Provider: Name, Open: standin.Opening(standin.Keyed(ParseSettings), New), Shelves: shelves,
	ID: func(n int) string { return fmt.Sprintf("10.1000/%d", n) },
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

func TestEveryFaultIsAnErrorOfItsClass(t *testing.T) { subject.EveryFault(t) }

func TestAFailingPageFailsTheSearch(t *testing.T) {
	page := standin.JSON(`{"status":"failed","message-type":"validation-failure","message":[{"message":"Bad offset"}]}`)
	_ = subject.FailsWithAPage(t, page, "bad request: Bad offset")
}

func TestAMailAddressAndAKeyAreSentAndStayOutOfErrors(t *testing.T) {
	var seen []string
	answer := func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.URL.Query().Get("mailto"), r.Header.Get("Crossref-Plus-API-Token"))
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"status":"failed","message":[{"message":"hello %s"}]}`, r.URL.Query().Get("mailto"))
	}
	config := map[string]any{"mail": "somebody@example.org", "key": "very-secret"}
	subject.Configured(config).With(t, answer, func(t *testing.T, s *Source, _ *standin.Server) {
		_, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 1})
		assert.EqualError(t, err, "crossref: bad request (HTTP 400): hello REDACTED")
		assert.Equal(t, []string{"somebody@example.org", "Bearer very-secret"}, seen)
		assert.Empty(t, s.Hint())
	})
	subject.With(t, answer, func(t *testing.T, s *Source, _ *standin.Server) {
		_, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 1})
		assert.Error(t, err)
		assert.Equal(t, []string{"", ""}, seen[2:])
		assert.Contains(t, s.Hint(), MailVariable)
	})
}

func TestStricterLimitsOfThePoolHold(t *testing.T) {
	answer := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Rate-Limit-Limit", "1")
		w.Header().Set("X-Rate-Limit-Interval", "2s")
		shelves(300)(w, r)
	}
	subject.Configured(map[string]any{"mail": "a@example.org"}).With(t, answer, func(t *testing.T, s *Source, _ *standin.Server) {
		began := time.Now()
		_, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 300})
		require.NoError(t, err)
		assert.Equal(t, 4*time.Second, time.Since(began).Round(10*time.Millisecond))
	})
}

func TestFetch(t *testing.T) {
	answer := func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "unknown") {
			http.Error(w, "Resource not found.", http.StatusNotFound)
			return
		}
		standin.JSON(`{"status":"ok","message-type":"work","message":{"DOI":"10.1000/A<1>","title":["Found"]}}`)(w, r)
	}
	subject.Fetches(t, answer, []standin.Fetching{
		{ID: "10.1000/a<1>", Asks: "GET /works/10.1000%2Fa%3C1%3E", Found: true},
		{ID: "doi:https://doi.org/10.1000/A<1>", Asks: "GET /works/10.1000%2Fa%3C1%3E", Found: true},
		{ID: "doi:10.1000/A<1>", Asks: "GET /works/10.1000%2Fa%3C1%3E", Found: true},
		{ID: "https://doi.org/10.1000/a<1>", Asks: "GET /works/10.1000%2Fa%3C1%3E", Found: true},
		{ID: "doi:10.1000/unknown", Asks: "GET /works/10.1000%2Funknown"},
		{ID: "pmid:12"},
		{ID: "10.1000/a b"},
		{ID: ""},
	})
}

func TestRender(t *testing.T) {
	tests := []struct{ name, text, intent, want string }{
		{"words of the subject", "Does aspirin inhibit COX-1?", "primary", "COX-1 aspirin inhibit"},
		{"an adversarial query asks for failure in a word of papers", "why aspirin is wrong", "primary", "aspirin contradict"},
		{"nothing to ask for", "?", "adversarial", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, render(retrieval.Query{Text: tt.text, Intent: tt.intent}))
		})
	}
}

func TestSettings(t *testing.T) {
	credentials, err := outbound.ReadCredentials("", []string{MailVariable + "=env@example.org", KeyVariable + "=k"})
	require.NoError(t, err)
	s, err := ParseSettings(nil, credentials)
	require.NoError(t, err)
	assert.Equal(t, []any{"env@example.org", "k", outbound.Limits{Interval: 334 * time.Millisecond, InFlight: 3}}, []any{s.Mail, s.Key, s.Limits()})
	s, err = ParseSettings(map[string]any{"mail": "block@example.org"}, credentials)
	require.NoError(t, err)
	assert.Equal(t, "block@example.org", s.Mail, "the block speaks last")
	s, err = ParseSettings(nil, outbound.Credentials{})
	require.NoError(t, err)
	assert.Equal(t, outbound.Limits{Interval: time.Second, InFlight: 1}, s.Limits(), "nobody knows who asks: the public pool")
	_, err = ParseSettings(map[string]any{"in_flight": 2.0}, outbound.Credentials{})
	assert.ErrorContains(t, err, "source crossref: in_flight: the provider takes 1 at once")
	_, err = ParseSettings(map[string]any{"mail": "me"}, outbound.Credentials{})
	assert.ErrorContains(t, err, "source crossref: mail: an address such as you@example.org is wanted")
	_, err = ParseSettings(map[string]any{"mail": 7.0}, outbound.Credentials{})
	assert.ErrorContains(t, err, "mail: a string is wanted")
}
