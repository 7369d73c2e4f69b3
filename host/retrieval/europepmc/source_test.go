package europepmc

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
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// shelves answers like the service with total made-up works, for queries that do not ask for
// "nowhere", and echoes the query.
func shelves(total int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		size, _ := strconv.Atoi(q.Get("pageSize"))
		from, _ := strconv.Atoi(strings.Trim(q.Get("cursorMark"), "*c"))
		to := min(from+size, total)
		if strings.Contains(q.Get("query"), " AND nowhere") || strings.Contains(q.Get("query"), "nowhere AND ") {
			to = from
		}
		var rows []string
		for i := from; i < to; i++ {
			rows = append(rows, fmt.Sprintf(`{"id":"%d","source":"MED","pmid":"%d","title":"Work %d"}`, i+1, i+1, i+1))
		}
		fmt.Fprintf(w, `{"hitCount":%d,"nextCursorMark":"c%d","request":{"queryString":%q},"resultList":{"result":[%s]}}`,
			total, to, q.Get("query"), strings.Join(rows, ","))
	}
}

// subject is the source with the tests of every source.
var subject = standin.Subject[*Source]{
	Provider: Name, Open: standin.Opening(ParseSettings, New), Shelves: shelves,
	ID: func(n int) string { return fmt.Sprintf("MED/%d", n) },
}

func TestSearchPagesToTheRequestedCount(t *testing.T) {
	subject.Pages(t,
		standin.Paging{Name: "one page, cut to size", Total: 500, Limit: 10, Want: 10, Requests: 1},
		standin.Paging{Name: "several pages", Total: 500, Limit: 250, Want: 250, Requests: 3},
		standin.Paging{Name: "until there are no more", Total: 120, Limit: 250, Want: 120, Requests: 3},
		standin.Paging{Name: "nothing wanted", Total: 500, Limit: 0, Want: 0, Requests: 0},
	)
}

func TestAQueryThatFindsNothingIsAskedAgainWithAnyOfItsTerms(t *testing.T) {
	subject.AsksAgain(t, "lemmings nowhere", "query=lemmings+AND+nowhere", "query=lemmings+OR+nowhere")
}

func TestEveryFaultIsAnErrorOfItsClass(t *testing.T) { subject.EveryFault(t) }

func TestAFailingPageFailsTheSearch(t *testing.T) {
	err := subject.FailsWithAPage(t, standin.JSON(`{"version":"6.9","errCode":404,"errMsg":"Invalid cursor"}`), "Invalid cursor")
	assert.NotErrorIs(t, err, retrieval.ErrNotFound, "its error 404 is about a parameter")
}

func TestErrorsOfTheServiceComeWithStatus200(t *testing.T) {
	for body, class := range map[string]outbound.Class{
		`{"errCode":404,"errMsg":"Invalid page size"}`: outbound.BadRequest,
		`{"errCode":"500","errMsg":"Internal"}`:        outbound.Transient,
		`{"errCode":429}`:                              outbound.RateLimited,
		`{"errCode":null,"resultList":{}}`:             outbound.OK,
		`{"hitCount":0}`:                               outbound.OK,
	} {
		assert.Equal(t, class, classify(web.Answer{Status: 200, Body: []byte(body)}).Class, body)
	}
	assert.Equal(t, outbound.Transient, classify(web.Answer{Status: 503}).Class)
}

func TestFetch(t *testing.T) {
	row := `{"id":"12","source":"MED","pmid":"12","pmcid":"PMC34","doi":"10.1000/ABC","title":"Found"}`
	answer := func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"hitCount":1,"request":{"queryString":%q},"resultList":{"result":%s}}`, r.URL.Query().Get("query"), row)
	}
	subject.Fetches(t, answer, []standin.Fetching{
		{ID: "MED/12", Asks: "query=EXT_ID%3A12+AND+SRC%3AMED&", Found: true},
		{ID: "pmid:0012", Asks: "query=EXT_ID%3A12+AND+SRC%3AMED&", Found: true},
		{ID: "pmcid:PMC34", Asks: "query=PMCID%3APMC34&", Found: true},
		{ID: "doi:https://doi.org/10.1000/abc", Asks: "query=DOI%3A%2210.1000%2Fabc%22&", Found: true},
		{ID: "doi:10.1000/other", Asks: "query=DOI%3A%2210.1000%2Fother%22&"},
		{ID: `doi:10.1000/"x`},
		{ID: "arxiv:2101.00001"},
		{ID: "MED/12 OR 13"},
		{ID: ""},
	})
}

func TestRender(t *testing.T) {
	standin.Renders(t, render, []standin.Rendering{
		{Name: "words of the subject are all required", Text: "Does aspirin inhibit COX-1?", All: `"COX-1" AND aspirin AND inhibit`, Some: `"COX-1" OR aspirin OR inhibit`},
		{Name: "an adversarial query asks for failure in the words of papers", Text: "aspirin is wrong",
			All:  `aspirin AND (contradict OR refute OR "no effect" OR fails)`,
			Some: `aspirin AND (contradict OR refute OR "no effect" OR fails)`},
		{Name: "operators of a user are words", Text: `x) OR SRC:"PPR`, All: "SRC AND PPR", Some: "SRC OR PPR"},
		{Name: "nothing to ask for", Text: "?"},
	})
}

func TestSettingsKeepToWhatWePromise(t *testing.T) {
	s, err := ParseSettings(map[string]any{"interval": "1s", "in_flight": 1.0, "max_bytes": 4096.0})
	require.NoError(t, err)
	assert.Equal(t, outbound.Limits{Interval: time.Second, InFlight: 1}, s.Limits())
	assert.Equal(t, int64(4096), s.MaxBytes)
	_, err = ParseSettings(map[string]any{"in_flight": 5.0})
	assert.ErrorContains(t, err, "source europepmc: in_flight: the provider takes 4 at once, not 5")
}

func TestTheOpenTextOfAWorkIsGotByItsPMCID(t *testing.T) {
	answer := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/PMC7/fullTextXML" {
			http.Error(w, "", http.StatusNotFound)
			return
		}
		fmt.Fprint(w, `<article><body><sec><title>Results</title><p>Ice grew.</p></sec></body></article>`)
	}
	subject.With(t, answer, func(t *testing.T, s *Source, server *standin.Server) {
		got, err := s.FullText(t.Context(), &evidence.Document{PMCID: "pmc7"})
		require.NoError(t, err)
		assert.Equal(t, []evidence.Section{{Label: "Results", Text: "Ice grew."}}, got)
		for _, d := range []evidence.Document{{PMCID: "PMC8"}, {}} {
			_, err = s.FullText(t.Context(), &d)
			assert.ErrorIs(t, err, retrieval.ErrNotFound)
		}
		assert.Equal(t, []bool{true, false}, []bool{s.HasText(&evidence.Document{PMCID: "PMC8"}), s.HasText(&evidence.Document{PMCID: "x"})})
	})
}

func TestATextUnderFaultsIsAnErrorOfItsClass(t *testing.T) {
	for _, c := range standin.Cases(`<article><body><sec><p>Enough text to be cut in half.</p></sec></body></article>`) {
		t.Run(c.Name, func(t *testing.T) {
			subject.With(t, http.NotFound, func(t *testing.T, s *Source, server *standin.Server) {
				server.Fail(Name, -1, c.Answer)
				_, err := s.FullText(t.Context(), &evidence.Document{PMCID: "PMC7"})
				var e *outbound.Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, c.Class, string(e.Class), e.Error())
				assert.Len(t, server.Requests(Name), c.Calls)
			})
		})
	}
}
