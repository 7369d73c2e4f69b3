package brave

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// one parses a page with one result.
func one(t *testing.T, row string) evidence.Document {
	t.Helper()
	p, err := parsePage(fmt.Appendf(nil, `{"type":"search","query":{},"web":{"results":[%s]}}`, row))
	require.NoError(t, err)
	require.Len(t, p.documents, 1)
	return p.documents[0]
}

func TestAFieldThatIsOddIsUnknown(t *testing.T) {
	d := one(t, `{"url":"http://X.test/a#b","title":null,"description":{},"extra_snippets":null,"page_age":[[null]],"age":7}`)
	assert.Equal(t, evidence.Document{ID: "http://X.test/a", URL: "http://X.test/a", Source: Name, Type: "web", Venue: "x.test"}, d)
}

func TestWhatIsReadOfAResult(t *testing.T) {
	tests := []struct {
		name, row string
		get       func(evidence.Document) any
		want      any
	}{
		{"the date gives the year", `"page_age":"2024-01-08T02:03:21","age":"May 1, 2023"`, func(d evidence.Document) any { return d.Year }, 2024},
		{"or the age does, where it is a date", `"age":"May 1, 2023"`, func(d evidence.Document) any { return d.Year }, 2023},
		{"an age that changes daily does not", `"age":"2 weeks ago"`, func(d evidence.Document) any { return d.Year }, 0},
		{"marks are no part of a description", `"description":"<strong>Ice</strong> isn&#x27;t &amp;lt; snow"`, func(d evidence.Document) any { return d.Abstract }, "Ice isn't < snow"},
		{"pieces of the page follow the description, each once", `"description":"a b","extra_snippets":["c","a b","c","","d"]`, func(d evidence.Document) any { return d.Abstract }, "a b … c … d"},
		{"what says that there is none is no description", `"description":"We cannot provide a description for this page right now"`, func(d evidence.Document) any { return d.Abstract }, ""},
		{"a title says what is retracted", `"title":"RETRACTED: Lemmings jump"`, func(d evidence.Document) any { return d.Retracted }, true},
		{"citations are unknown", `"title":"x"`, func(d evidence.Document) any { return d.CitationCount == nil }, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, tt.get(one(t, `{"url":"https://x.test/",`+tt.row+`}`)))
		})
	}
}

func TestIdentifiersAreReadOfAddresses(t *testing.T) {
	tests := []struct{ address, want string }{
		{"https://doi.org/10.1000/ABC.1", "10.1000/abc.1|||"},
		{"https://www.biorxiv.org/content/10.1101/2020.01.02.123456v2.full.pdf", "10.1101/2020.01.02.123456|||"},
		{"https://onlinelibrary.example/doi/full/10.1002/abc.123/abstract", "10.1002/abc.123|||"},
		{"https://frontiers.example/articles/10.3389/fpsyg.2013.00001/full", "10.3389/fpsyg.2013.00001|||"},
		{"https://journals.example/article?id=10.1371/journal.pone.0000001&x=1", "10.1371/journal.pone.0000001|||"},
		{"https://x.test/10.1007%2Fs41095-022-0271-y", "10.1007/s41095-022-0271-y|||"},
		{"https://lancet.example/article/S0140-6736(97)11096-0/fulltext", "|||"},
		{"https://lancet.example/doi/10.1016/S0140-6736(97)11096-0/fulltext", "10.1016/s0140-6736(97)11096-0|||"},
		{"https://x.test/v10.1000/changes", "|||"},
		{"https://x.test/10.1000/.", "|||"},
		{"https://arxiv.org/abs/2101.00001v3", "|2101.00001||"},
		{"https://www.arxiv.org/pdf/math/0309136.pdf", "|math/0309136||"},
		{"https://arxiv.org/list/cs/new", "|||"},
		{"https://other.test/abs/2101.00001", "|||"},
		{"https://pubmed.ncbi.nlm.nih.gov/00123/", "||123|"},
		{"https://pubmed.ncbi.nlm.nih.gov/?term=1", "|||"},
		{"https://www.ncbi.nlm.nih.gov/pmc/articles/PMC34/", "|||PMC34"},
		{"https://pmc.ncbi.nlm.nih.gov/articles/PMC34", "|||PMC34"},
	}
	for _, tt := range tests {
		address, err := url.Parse(tt.address)
		require.NoError(t, err)
		doi, arXiv, pmid, pmcid := identify(address)
		assert.Equal(t, tt.want, strings.Join([]string{doi, arXiv, pmid, pmcid}, "|"), tt.address)
	}
}

func TestWhatIsNoSearchIsRefused(t *testing.T) {
	for name, body := range map[string]string{
		"of the news":       `{"type":"news","query":{},"results":[]}`,
		"no query":          `{"type":"search","web":{"results":[]}}`,
		"no type":           `{"query":{},"web":{"results":[]}}`,
		"without addresses": `{"type":"search","query":{},"web":{"results":[{"title":"x"},{"url":"javascript:alert(1)"},{"url":"https://u:p@x.test"},{"url":"https://"}]}}`,
		"text":              `hello`,
		"a list":            `[]`,
		"two values":        `{} {}`,
	} {
		_, err := parsePage([]byte(body))
		assert.Error(t, err, name)
	}
	p, err := parsePage([]byte(`{"type":"search","query":{"more_results_available":false}}`))
	require.NoError(t, err, "nothing was found")
	assert.Equal(t, page{}, p)
	p, err = parsePage([]byte(`{"type":"search","web":{"results":[{"url":"https://x.test"}]}}`))
	require.NoError(t, err, "pages are pages without their query")
	assert.Len(t, p.documents, 1)
	p, err = parsePage([]byte(`{"type":"search","query":{},"web":{"results":[` + strings.Repeat(`{"url":"https://x.test"},`, 30) + `{"url":"https://x.test"}]}}`))
	require.NoError(t, err)
	assert.Len(t, p.documents, pageSize, "no more is read than was asked for")
}

// limits are the headers of an answer.
func limits(limit, remaining, reset string) http.Header {
	return http.Header{"X-Ratelimit-Limit": {limit}, "X-Ratelimit-Remaining": {remaining}, "X-Ratelimit-Reset": {reset}}
}

func TestEveryErrorHasItsClass(t *testing.T) {
	refusal := func(s string) []byte { return []byte(`{"type":"ErrorResponse","error":{"detail":"no",` + s + `}}`) }
	limited := refusal(`"code":"RATE_LIMITED","status":429`)
	tests := []struct {
		name   string
		answer web.Answer
		want   outbound.Verdict
	}{
		{"too many in a second", web.Answer{Status: 429, Header: limits("1, 2000", "0, 1985", "1, 1419704"), Body: limited}, outbound.Verdict{Class: outbound.RateLimited, Detail: "no", Wait: time.Second}},
		{"too many in a month", web.Answer{Status: 429, Header: limits("1, 2000", "0, 0", "1, 86400"), Body: limited}, outbound.Verdict{Class: outbound.QuotaGone, Detail: "no", Wait: 24 * time.Hour}},
		{"too many in a second, of a plan without a month", web.Answer{Status: 429, Header: limits("50, 0", "0, 0", "1, 86400"), Body: limited}, outbound.Verdict{Class: outbound.RateLimited, Detail: "no", Wait: time.Second}},
		{"the month is used up by what the error says", web.Answer{Status: 429, Body: refusal(`"meta":{"quota_limit":2000,"quota_current":2000}`)}, outbound.Verdict{Class: outbound.QuotaGone, Detail: "no"}},
		{"it is not", web.Answer{Status: 429, Body: refusal(`"meta":{"quota_limit":2000,"quota_current":1999}`)}, outbound.Verdict{Class: outbound.RateLimited, Detail: "no"}},
		{"a quota of nothing is none", web.Answer{Status: 429, Body: refusal(`"meta":{"quota_limit":0,"quota_current":0}`)}, outbound.Verdict{Class: outbound.RateLimited, Detail: "no"}},
		{"Retry-After goes first", web.Answer{Status: 429, Header: http.Header{"Retry-After": {"3"}, "X-Ratelimit-Reset": {"1, 5"}}}, outbound.Verdict{Class: outbound.RateLimited, Wait: 3 * time.Second}},
		{"a bad key", web.Answer{Status: 422, Body: refusal(`"code":"SUBSCRIPTION_TOKEN_INVALID"`)}, outbound.Verdict{Class: outbound.Blocked, Detail: "no"}},
		{"no key", web.Answer{Status: 422, Body: refusal(`"code":"VALIDATION","meta":{"errors":[{"loc":["header","x-subscription-token"]}]}`)}, outbound.Verdict{Class: outbound.Blocked, Detail: "no"}},
		{"a bad parameter", web.Answer{Status: 422, Body: refusal(`"code":"VALIDATION"`)}, outbound.Verdict{Class: outbound.BadRequest, Detail: "no"}},
		{"a bad key in a list of errors", web.Answer{Status: 422, Body: []byte(`{"type":"ErrorResponse","errors":[{"code":"SUBSCRIPTION_TOKEN_INVALID","detail":"no"}]}`)}, outbound.Verdict{Class: outbound.Blocked, Detail: "no"}},
		{"an error under 200", web.Answer{Status: 200, Body: limited}, outbound.Verdict{Class: outbound.RateLimited, Detail: "no"}},
		{"one that says nothing", web.Answer{Status: 200, Body: []byte(`{"type":"ErrorResponse"}`)}, outbound.Verdict{Class: outbound.BadRequest}},
		{"a page that speaks of errors", web.Answer{Status: 200, Body: []byte(`{"type":"search","web":{"results":[{"title":"ErrorResponse"}]}}`)}, outbound.Verdict{Class: outbound.OK}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, classify(tt.answer)) })
	}
}

func TestBudget(t *testing.T) {
	number := func(n float64) *float64 { return &n }
	tests := []struct {
		name   string
		header http.Header
		want   outbound.Budget
	}{
		{"nothing said", http.Header{}, outbound.Budget{}},
		{"a second and a month", limits("1, 15000", "0, 14999", "1, 60"), outbound.Budget{Interval: time.Second, Remaining: number(14999), Need: 1, Reset: time.Minute}},
		{"fifty a second and no month", limits("50, 0", "49, 0", "1, 60"), outbound.Budget{Interval: 20 * time.Millisecond}},
		{"a second only", limits("20", "19", "1"), outbound.Budget{Interval: 50 * time.Millisecond}},
		{"nonsense", limits("many, NaN", "x", ""), outbound.Budget{}},
		{"no limits below one a second", limits("1e-300, 1", "1, 1", "1, 1e300"), outbound.Budget{Interval: time.Second, Remaining: number(1), Need: 1, Reset: 31 * 24 * time.Hour}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, budget(tt.header, time.Time{})) })
	}
}

func FuzzParsePage(f *testing.F) {
	f.Add([]byte(`{"type":"search","query":{"more_results_available":true},"web":{"results":[{"url":"https://x.test/10.1000/a","title":"<b>a</b>","description":"b","page_age":"2020-01-01"}]}}`))
	f.Add([]byte(`{"type":"search","query":{},"web":{"results":{"url":"https://arxiv.org/abs/2101.00001","page_age":[[null]],"extra_snippets":"x"}}}`))
	f.Add([]byte(`{"type":"ErrorResponse","error":{"code":"x"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := parsePage(body)
		if err != nil {
			assert.Empty(t, p.documents)
			return
		}
		standin.Sound(t, p.documents)
		for _, d := range p.documents {
			assert.True(t, strings.HasPrefix(d.ID, "http"), d.ID)
		}
	})
}

// Each of ten thousand pieces was looked for in all before it: 4 s for 2 MB.
func TestPiecesOfAPageAreFewAndReadOnce(t *testing.T) {
	page := func(snippets string) string {
		return `{"type":"search","query":{},"web":{"results":[{"url":"https://x.test/a","description":"a","extra_snippets":[` + snippets + `"a"]}]}}`
	}
	p, err := parsePage([]byte(page(strings.Repeat(`"a","b",`, 9) + `"c","d",`)))
	require.NoError(t, err)
	assert.Equal(t, "a … b … c … d", p.documents[0].Abstract, "twenty")
	before, after, _ := strings.Cut(page("|"), "|")
	doubling.Repeated(t, before, `"piece # of a page",`, after, func(text string) { _, _ = parsePage([]byte(text)) })
}

func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		classify(web.Answer{Status: 200, Header: http.Header{"X-Ratelimit-Limit": {text}}, Body: []byte(text)})
		_, _ = parsePage([]byte(text))
	}, `{"type":"search","query":{"more_results_available":true},"web":{"results":[{"url":"https://x.test/10.1000/a#b?c","title":"<b>a</b>","description":"b","page_age":"2020-01-01","extra_snippets":["c# and more words","d# &amp; e"]},{"url":"https://arxiv.org/abs/2101.00001","age":"January 8, 2024"}]}}`,
		`{"type":"ErrorResponse","error":{"code":"x","meta":[{"quota_limit":1,"quota_current":1}]}}`)
}
