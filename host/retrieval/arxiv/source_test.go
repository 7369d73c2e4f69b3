package arxiv

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf/pdftest"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// shelves answers like the service with total made-up works, for queries that do not ask for
// "nowhere" as well, and echoes the query.
func shelves(total int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		start, _ := strconv.Atoi(q.Get("start"))
		size, _ := strconv.Atoi(q.Get("max_results"))
		n := total
		if strings.Contains(q.Get("search_query"), "AND all:nowhere") {
			n = 0
		}
		var b strings.Builder
		fmt.Fprintf(&b, `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/">`)
		fmt.Fprintf(&b, `<title>arXiv Query: search_query=%s&amp;id_list=%s&amp;start=%d</title>`, q.Get("search_query"), q.Get("id_list"), start)
		fmt.Fprintf(&b, `<o:totalResults>%d</o:totalResults>`, n)
		for i := start; i < min(start+size, n); i++ {
			fmt.Fprintf(&b, `<entry><id>http://arxiv.org/abs/2101.%05dv2</id><title>Work %d</title></entry>`, i+1, i+1)
		}
		b.WriteString(`</feed>`)
		standin.Body("application/atom+xml", b.String())(w, r)
	}
}

// subject is the source with the tests of every source.
var subject = standin.Subject[*Source]{
	Provider: Name, Open: standin.Opening(ParseSettings, New), Shelves: shelves,
	ID: func(n int) string { return fmt.Sprintf("2101.%05d", n) },
}

func TestSearchPagesToTheRequestedCount(t *testing.T) {
	subject.Pages(t,
		standin.Paging{Name: "one page, cut to size", Total: 500, Limit: 10, Want: 10, Requests: 1},
		standin.Paging{Name: "several pages", Total: 500, Limit: 450, Want: 450, Requests: 3},
		standin.Paging{Name: "until there are no more", Total: 220, Limit: 450, Want: 220, Requests: 2},
		standin.Paging{Name: "exactly one page", Total: 200, Limit: 450, Want: 200, Requests: 1},
		standin.Paging{Name: "nothing wanted", Total: 500, Limit: 0, Want: 0, Requests: 0},
	)
}

func TestAQueryThatFindsNothingIsAskedAgainWithAnyOfItsTerms(t *testing.T) {
	subject.AsksAgain(t, "lemmings nowhere", "search_query=all%3Alemmings+AND", "search_query=all%3Alemmings+OR+all%3Anowhere")
}

func TestAFailingPageFailsTheSearch(t *testing.T) {
	page := standin.Body("application/atom+xml", head+`<entry><id>http://arxiv.org/api/errors#x</id><summary>bad start</summary></entry>`+tail)
	_ = subject.FailsWithAPage(t, page, "bad start")
}

func TestEveryFaultIsAnErrorOfItsClass(t *testing.T) { subject.EveryFault(t) }

func TestTheThrottleIsWaitedOut(t *testing.T) {
	subject.With(t, shelves(1), func(t *testing.T, s *Source, server *standin.Server) {
		server.Fail(Name, 2, standin.Body("text/plain", "Rate exceeded."))
		hits, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 1})
		require.NoError(t, err)
		assert.Len(t, hits, 1)
	})
}

func TestAPageThatIsEmptyAgainstItsTotalIsAskedForAgain(t *testing.T) {
	const hollow = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/"><title>arXiv Query: search_query=all:ice&amp;id_list=&amp;start=0</title><o:totalResults>214881</o:totalResults><o:startIndex>0</o:startIndex></feed>`
	for name, body := range map[string]string{"without entries": hollow, "blank": " \n"} {
		subject.With(t, shelves(1), func(t *testing.T, s *Source, server *standin.Server) {
			server.Fail(Name, 2, standin.Body("application/atom+xml", body))
			hits, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 1})
			require.NoError(t, err, name)
			assert.Len(t, hits, 1, name)
			assert.Len(t, server.Requests(Name), 3, name)
			server.Fail(Name, -1, standin.Body("application/atom+xml", body))
			_, err = s.Search(t.Context(), retrieval.Query{Text: "snow", Limit: 1})
			var e *outbound.Error
			require.ErrorAs(t, err, &e, "an error is cached by nobody")
			assert.Equal(t, outbound.Transient, e.Class, name)
		})
	}
}

func TestRequestsKeepAMarginBeyondThePublishedInterval(t *testing.T) {
	subject.With(t, shelves(500), func(t *testing.T, s *Source, server *standin.Server) {
		_, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 250})
		require.NoError(t, err)
		at := server.Arrivals(Name)
		require.Len(t, at, 2)
		assert.GreaterOrEqual(t, at[1].Sub(at[0]), 3300*time.Millisecond)
	})
}

func TestFetch(t *testing.T) {
	answer := func(w http.ResponseWriter, r *http.Request) {
		id := r.URL.Query().Get("id_list")
		body := `<title>arXiv Query: search_query=&amp;id_list=` + id + `&amp;start=0</title>`
		if !strings.HasPrefix(id, "9999") { // an unknown id vanishes without a word
			body += `<entry><id>http://arxiv.org/abs/` + strings.Replace(strings.TrimSuffix(id, "v1"), "9998", "9997", 1) + `v1</id><title>Found</title></entry>`
		}
		standin.Body("application/atom+xml", head+body+tail)(w, r)
	}
	subject.Fetches(t, answer, []standin.Fetching{
		{ID: "2101.00001", Asks: "id_list=2101.00001&", Found: true},
		{ID: "arxiv:2101.00001v1", Asks: "id_list=2101.00001v1&", Found: true},
		{ID: "arXiv:0705.0001", Asks: "id_list=0705.0001&", Found: true},
		{ID: "astro-ph/0601001", Asks: "id_list=astro-ph%2F0601001&", Found: true},
		{ID: "arxiv:math.GT/0309136", Asks: "id_list=math%2F0309136&", Found: true},
		{ID: "9999.00001", Asks: "id_list=9999.00001&"},
		{ID: "9998.00001", Asks: "id_list=9998.00001&"}, // another work comes back
		{ID: "doi:10.1000/x"},
		{ID: "pmid:12"},
		{ID: "2101.1"},
		{ID: "2101.00001,2101.00002"},
		{ID: ""},
	})
}

func TestRender(t *testing.T) {
	standin.Renders(t, render, []standin.Rendering{
		{Name: "each term has its own field", Text: "Does aspirin inhibit COX-1?", All: `all:"COX-1" AND all:aspirin AND all:inhibit`, Some: `all:"COX-1" OR all:aspirin OR all:inhibit`},
		{Name: "an adversarial query asks for failure in the words of papers", Text: "aspirin is wrong",
			All:  `all:aspirin AND (all:contradict OR all:refute OR all:"no effect" OR all:fails)`,
			Some: `all:aspirin AND (all:contradict OR all:refute OR all:"no effect" OR all:fails)`},
		{Name: "operators and fields of a user are words", Text: `x) ANDNOT ti:"cats`, All: "all:cats", Some: "all:cats"},
		{Name: "nothing to ask for", Text: "?"},
	})
}

func TestSettingsKeepToTheRulesOfTheService(t *testing.T) {
	s, err := ParseSettings(nil)
	require.NoError(t, err)
	assert.Equal(t, outbound.Limits{Interval: 3 * time.Second, InFlight: 1}, s.Limits())
	_, err = ParseSettings(map[string]any{"interval": "1s"})
	assert.ErrorContains(t, err, "source arxiv: interval: the provider asks for 3s or more")
}

func TestTheTextOfAPaperIsItsPage(t *testing.T) {
	answer := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/html/2402.00001" {
			http.Error(w, "no HTML for it", http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!DOCTYPE html><html><body><article><h2>Results</h2><p>Ice grew.</p></article></body></html>`)
	}
	subject.With(t, answer, func(t *testing.T, s *Source, server *standin.Server) {
		got, err := s.FullText(t.Context(), &evidence.Document{ArXiv: "2402.00001"})
		require.NoError(t, err)
		assert.Equal(t, []evidence.Section{{Label: "Results", Text: "Ice grew."}}, got)
		for _, d := range []evidence.Document{{ArXiv: "1101.0001"}, {ArXiv: "nonsense"}, {}} {
			_, err = s.FullText(t.Context(), &d)
			assert.ErrorIs(t, err, retrieval.ErrNotFound)
		}
		assert.Len(t, server.Requests(Name), 3, "what is no identifier is not sent, and what has no page is asked for as PDF")
	})
}

func TestAPaperWithoutAPageIsReadFromItsPDF(t *testing.T) {
	compiled := t.TempDir() // the reader's code, once for all cases
	paper := string(pdftest.Paper("Results\nIce grew in the narrow-\nest pores."))
	tests := []struct {
		name, body string
		want       []evidence.Section
		class      outbound.Class
	}{
		{"its lines become sections", paper, []evidence.Section{{Label: "Results", Text: "Ice grew in the narrowest pores."}}, ""},
		{"a damaged one is malformed", paper[:len(paper)/2], nil, outbound.Malformed},
		{"one without text is malformed", string(pdftest.Paper("")), nil, outbound.Malformed},
		{"a page of the web is malformed", "<!DOCTYPE html><p>Are you human?</p>", nil, outbound.Malformed},
		{"who asks too often is told so", "Rate exceeded.", nil, outbound.RateLimited},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer := func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/pdf/1101.00001" {
					http.Error(w, "no HTML for it", http.StatusNotFound)
					return
				}
				standin.Body("application/pdf", tt.body)(w, r)
			}
			subject.With(t, answer, func(t *testing.T, s *Source, _ *standin.Server) {
				s.reader.CacheDir = compiled
				defer func() { require.NoError(t, s.Close()) }()
				got, err := s.FullText(t.Context(), &evidence.Document{ArXiv: "1101.00001"})
				assert.Equal(t, tt.want, got)
				if tt.class == "" {
					require.NoError(t, err)
					return
				}
				var e *outbound.Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, tt.class, e.Class, e.Error())
			})
		})
	}
}

func TestTextsAreBesideTheFolderOfTheAPI(t *testing.T) {
	assert.Equal(t, "https://export.arxiv.org", textBase(DefaultSettings().BaseURL))
	assert.Equal(t, "http://localhost/arxiv", textBase("http://localhost/arxiv"))
}
