package brave

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// shelves answers like the service with total made-up pages to who has the key "k".
func shelves(total int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.Header.Get("X-Subscription-Token") != "k" {
			w.WriteHeader(http.StatusUnprocessableEntity)
			fmt.Fprint(w, `{"type":"ErrorResponse","error":{"code":"SUBSCRIPTION_TOKEN_INVALID","detail":"The provided subscription token is invalid."}}`)
			return
		}
		size, _ := strconv.Atoi(q.Get("count"))
		number, _ := strconv.Atoi(q.Get("offset"))
		if size > 20 || number > 9 {
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		var rows []string
		for i := number * size; i < min((number+1)*size, total); i++ {
			rows = append(rows, fmt.Sprintf(`{"url":"https://x.test/%d","title":"Page %d"}`, i+1, i+1))
		}
		standin.JSON(fmt.Sprintf(`{"type":"search","query":{"more_results_available":%t},"web":{"results":[%s]}}`, (number+1)*size < total, strings.Join(rows, ",")))(w, r)
	}
}

// subject is the source with the tests of every source.
var subject = standin.Subject[*Source]{
	Provider: Name, Open: standin.Opening(standin.Keyed(ParseSettings), New), Config: map[string]any{"key": "k"}, Shelves: shelves,
	ID: func(n int) string { return fmt.Sprintf("https://x.test/%d", n) },
}

func TestSearchPagesToTheRequestedCount(t *testing.T) {
	subject.Pages(t,
		standin.Paging{Name: "one page, cut to size", Total: 500, Limit: 7, Want: 7, Requests: 1},
		standin.Paging{Name: "several pages", Total: 500, Limit: 50, Want: 50, Requests: 3},
		standin.Paging{Name: "until there are no more", Total: 30, Limit: 100, Want: 30, Requests: 2},
		standin.Paging{Name: "no further than the service goes", Total: 5000, Limit: 300, Want: 200, Requests: 10},
		standin.Paging{Name: "nothing there", Total: 0, Limit: 10, Want: 0, Requests: 1},
		standin.Paging{Name: "nothing wanted", Total: 500, Limit: 0, Want: 0, Requests: 0},
	)
}

func TestHitsComeFromTheSitesSaveForQueriesThatMayLeaveThem(t *testing.T) {
	for name, c := range map[string]struct {
		sites          []string
		open           bool
		want, requests int
	}{
		"no list":                       {nil, false, 30, 2},
		"the host":                      {[]string{"x.test"}, false, 30, 2},
		"its domain":                    {[]string{"test"}, false, 30, 2},
		"another host":                  {[]string{"y.test"}, false, 0, 2},
		"a host that ends like another": {[]string{".test", "t"}, false, 0, 2},
		"the open web":                  {[]string{"y.test"}, true, 30, 2},
	} {
		t.Run(name, func(t *testing.T) {
			subject.With(t, shelves(500), func(t *testing.T, s *Source, server *standin.Server) {
				s.sites = c.sites
				hits, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 30, OpenWeb: c.open})
				require.NoError(t, err)
				assert.Len(t, hits, c.want)
				assert.Len(t, server.Requests(Name), c.requests)
			})
		})
	}
}

func TestEveryFaultIsAnErrorOfItsClass(t *testing.T) { subject.EveryFault(t) }

func TestAFailingPageFailsTheSearch(t *testing.T) {
	page := standin.JSON(`{"type":"ErrorResponse","error":{"status":422,"code":"VALIDATION","detail":"offset too large"}}`)
	_ = subject.FailsWithAPage(t, page, "offset too large")
}

func TestAPackedErrorIsRead(t *testing.T) {
	subject.With(t, shelves(1), func(t *testing.T, s *Source, server *standin.Server) {
		server.Fail(Name, 1, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-RateLimit-Limit", "1, 2000")
			w.Header().Set("X-RateLimit-Remaining", "0, 0")
			w.Header().Set("X-RateLimit-Reset", "1, 86400")
			standin.Gzip(`{"type":"ErrorResponse","error":{"status":429,"code":"RATE_LIMITED","detail":"over"}}`, 0)(w, r)
		})
		_, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 1})
		var e *outbound.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, outbound.QuotaGone, e.Class)
		assert.Len(t, server.Requests(Name), 1)
	})
}

func TestARefusedKeyIsNotTriedAgain(t *testing.T) {
	for _, key := range []string{"", "bad-key"} {
		subject.Configured(map[string]any{"key": key}).With(t, shelves(1), func(t *testing.T, s *Source, server *standin.Server) {
			_, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 1})
			require.ErrorContains(t, err, "subscription token is invalid")
			assert.NotContains(t, err.Error(), "bad-key")
			_, err = s.Search(t.Context(), retrieval.Query{Text: "snow", Limit: 1})
			require.ErrorIs(t, err, outbound.ErrAccountRefused)
			assert.Len(t, server.Requests(Name), 1)
			assert.Equal(t, key == "", strings.Contains(s.Hint(), KeyVariable))
		})
	}
}

func TestThePlanThatAnswersStateIsKept(t *testing.T) {
	answer := func(left string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-RateLimit-Limit", "1, 2000")
			w.Header().Set("X-RateLimit-Remaining", "0, "+left)
			w.Header().Set("X-RateLimit-Reset", "1, 86400")
			shelves(500)(w, r)
		}
	}
	t.Run("one request a second", func(t *testing.T) {
		subject.With(t, answer("100"), func(t *testing.T, s *Source, _ *standin.Server) {
			start := time.Now()
			_, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 60})
			require.NoError(t, err)
			assert.Equal(t, 2*time.Second, time.Since(start).Round(100*time.Millisecond))
		})
	})
	t.Run("the month's last request", func(t *testing.T) {
		subject.With(t, answer("0"), func(t *testing.T, s *Source, server *standin.Server) {
			hits, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 5})
			require.NoError(t, err)
			assert.Len(t, hits, 5)
			_, err = s.Search(t.Context(), retrieval.Query{Text: "snow", Limit: 5})
			assert.ErrorContains(t, err, "the quota is used up")
			assert.Len(t, server.Requests(Name), 1)
		})
	})
}

func TestRender(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a question is its words", "Does aspirin inhibit COX-1?", "COX-1 aspirin inhibit"},
		{"what speaks against a claim has a word of papers", "aspirin is wrong", "aspirin contradict"},
		{"operators of a user are words or nothing", `"ice AND snow" -cliffs site:x.test`, "ice snow"},
		{"nothing to ask for", "?", ""},
		{"a word that is too long is nothing to ask for", strings.Repeat("x", 401), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := render(retrieval.Query{Text: tt.text, Intent: "primary"})
			assert.True(t, got == tt.want || tt.want != "" && strings.HasPrefix(got, tt.want+" "), got)
			assert.False(t, strings.ContainsAny(got, `":`) || strings.Contains(" "+got, " -") || strings.Contains(got, "AND"), got)
		})
	}
}

func FuzzAQueryIsNoLongerThanBraveTakes(f *testing.F) {
	f.Add(`"`+strings.Repeat("lemming ", 60)+`"`, true)
	f.Add(strings.Repeat("ä", 399)+" b", true)
	f.Fuzz(func(t *testing.T, text string, against bool) {
		intent := "primary"
		if against {
			intent = "adversarial"
		}
		got := render(retrieval.Query{Text: text, Intent: intent})
		assert.LessOrEqual(t, utf8.RuneCountInString(got), mostCharacters)
		assert.LessOrEqual(t, len(strings.Fields(got)), mostWords)
	})
}

func TestSettingsKeepToWhatWePromise(t *testing.T) {
	c, err := outbound.ReadCredentials("", []string{KeyVariable + "=from-environment"})
	require.NoError(t, err)
	s, err := ParseSettings(map[string]any{"interval": "1s"}, c)
	require.NoError(t, err)
	assert.Equal(t, outbound.Limits{Interval: time.Second, InFlight: 1}, s.Limits())
	assert.Equal(t, "from-environment", s.Key)
	_, err = ParseSettings(map[string]any{"in_flight": 2.0}, c)
	assert.ErrorContains(t, err, "source brave: in_flight: the provider takes 1 at once, not 2")
}
