package openalex

import (
	"fmt"
	"net/http"
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

// one parses a page with one work.
func one(t *testing.T, row string) evidence.Document {
	t.Helper()
	p, err := parsePage(fmt.Appendf(nil, `{"meta":{"count":1},"results":[%s]}`, row), 1)
	require.NoError(t, err)
	require.Len(t, p.documents, 1)
	return p.documents[0]
}

func TestAFieldThatIsOddIsUnknown(t *testing.T) {
	d := one(t, `{"id":"https://openalex.org/W7","doi":null,"title":null,"publication_year":[[null]],"publication_date":7,"type":{},"cited_by_count":"many",
		"is_retracted":"yes","open_access":[],"best_oa_location":"x","primary_location":{"source":null},"abstract_inverted_index":[1],"ids":null,"authorships":{"author":3}}`)
	assert.Equal(t, evidence.Document{ID: "W7", Source: Name, URL: "https://openalex.org/W7"}, d)
}

func TestWhatIsReadOfAWork(t *testing.T) {
	tests := []struct {
		name, row string
		get       func(evidence.Document) any
		want      any
	}{
		{"the date gives a year that is missing", `"publication_date":"2024-12-22"`, func(d evidence.Document) any { return d.Year }, 2024},
		{"an unknown count is not zero", `"x":1`, func(d evidence.Document) any { return d.CitationCount == nil }, true},
		{"a count of zero is known", `"cited_by_count":0`, func(d evidence.Document) any { return *d.CitationCount }, int64(0)},
		{"a retracted work is", `"is_retracted":true`, func(d evidence.Document) any { return d.Retracted }, true},
		{"so is one whose title says so", `"title":"RETRACTED: Lemmings jump"`, func(d evidence.Document) any { return d.Retracted }, true},
		{"a preprint is one", `"type":"preprint"`, func(d evidence.Document) any { return d.Status }, "preprint"},
		{"an article's status is not known", `"type":"article"`, func(d evidence.Document) any { return d.Status }, ""},
		{"the main version's place is the venue", `"primary_location":{"source":{"display_name":"Journal of Ice &amp; Snow"}}`, func(d evidence.Document) any { return d.Venue }, "Journal of Ice & Snow"},
		{"a PMID is the end of an address", `"ids":{"pmid":"https://pubmed.ncbi.nlm.nih.gov/00123"}`, func(d evidence.Document) any { return d.PMID }, "123"},
		{"so is a PMCID, which has no letters there", `"ids":{"pmcid":"https://www.ncbi.nlm.nih.gov/pmc/articles/4234579"}`, func(d evidence.Document) any { return d.PMCID }, "PMC4234579"},
		{"or has them", `"ids":{"pmcid":"https://www.ncbi.nlm.nih.gov/pmc/articles/PMC9/"}`, func(d evidence.Document) any { return d.PMCID }, "PMC9"},
		{"arXiv's DOI holds its id", `"doi":"https://doi.org/10.48550/arXiv.2304.05376"`, func(d evidence.Document) any { return d.ArXiv }, "2304.05376"},
		{"so does a page there", `"best_oa_location":{"landing_page_url":"http://arxiv.org/abs/math/0309136v2"}`, func(d evidence.Document) any { return d.ArXiv }, "math/0309136"},
		{"an open work says where", `"open_access":{"is_oa":true,"oa_url":"https://a"},"best_oa_location":{"pdf_url":"https://b"}`, func(d evidence.Document) any { return d.OpenURL }, "https://a"},
		{"or its best location does", `"open_access":{"is_oa":true,"oa_url":null},"best_oa_location":{"pdf_url":null,"landing_page_url":"https://c"}`, func(d evidence.Document) any { return d.OpenURL }, "https://c"},
		{"a closed one does not", `"open_access":{"is_oa":false,"oa_url":"https://a"}`, func(d evidence.Document) any { return d.OpenURL }, ""},
		{"a link that is no web address is none", `"open_access":{"is_oa":true,"oa_url":"javascript:alert(1)"}`, func(d evidence.Document) any { return d.OpenURL }, ""},
		{"tags and LaTeX are no part of a title", `"title":"H<sub>2</sub>O at $\\alpha$ &amp; more"`, func(d evidence.Document) any { return d.Title }, "H2O at α & more"},
		{"an author without a name is none", `"authorships":[{"author":{"display_name":"A. Lemming"}},{"author":{"display_name":null}},{}]`, func(d evidence.Document) any { return d.Authors }, []string{"A. Lemming"}},
		{"a heading is no part of an abstract", `"abstract_inverted_index":{"Abstract":[0],"Ice":[1],"melts":[2]}`, func(d evidence.Document) any { return d.Abstract }, "Ice melts"},
		{"a word like it is", `"abstract_inverted_index":{"Abstract":[0],"algebra":[1]}`, func(d evidence.Document) any { return d.Abstract }, "Abstract algebra"},
		{"tags that the index tore apart are no part of an abstract", `"abstract_inverted_index":{"<jats:p>Ice":[0],"melts.</jats:p>":[1]}`, func(d evidence.Document) any { return d.Abstract }, "Ice melts."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, tt.get(one(t, `{"id":"https://openalex.org/W1",`+tt.row+`}`)))
		})
	}
}

func TestRebuild(t *testing.T) {
	long := strings.Repeat("x", 20_000)
	var many strings.Builder
	for i := range mostPositions + 1 {
		fmt.Fprintf(&many, ",%d", i)
	}
	tests := []struct{ name, index, want string }{
		{"words stand at each of their positions", `{"the":[0,2],"ice":[3],"of":[1]}`, "the of the ice"},
		{"gaps leave no trace", `{"ice":[5],"thin":[2]}`, "thin ice"},
		{"the first of two words at one position stays", `{"b":[0],"a":[0],"c":[1]}`, "b c"},
		{"an empty word is none", `{"":[0],"a":[1]}`, "a"},
		{"the last position that is allowed", `{"a":[0],"b":[100000]}`, "a b"},
		{"one beyond it", `{"a":[0],"b":[100001]}`, ""},
		{"a position of a thousand million", `{"a":[0],"b":[1000000000]}`, ""},
		{"one that is no number of a machine", `{"a":[1e400]}`, ""},
		{"a negative one", `{"a":[-1]}`, ""},
		{"more positions than are allowed", `{"a":[0` + many.String() + `]}`, ""},
		{"a long word at many positions", `{"` + long + `":[` + strings.TrimPrefix(many.String()[:6000], ",") + `0]}`, ""},
		{"positions that are none", `{"a":"0"}`, ""},
		{"null", `null`, ""},
		{"nothing", ``, ""},
		{"a list", `[[0]]`, ""},
		{"cut off", `{"a":[0],`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, rebuild([]byte(tt.index))) })
	}
}

func TestWhatIsNoPageIsRefused(t *testing.T) {
	for name, body := range map[string]string{
		"another page":     `{"meta":{"count":3,"page":2},"results":[]}`,
		"no list":          `{"meta":{"count":3}}`,
		"no count":         `{"meta":{},"results":[]}`,
		"no meta":          `{"results":[]}`,
		"works without id": `{"meta":{"count":1},"results":[{"title":"x"}]}`,
		"others' ids":      `{"meta":{"count":1},"results":[{"id":"https://openalex.org/A5"}]}`,
		"text":             `hello`,
		"a list":           `[]`,
		"two values":       `{} {}`,
	} {
		_, err := parsePage([]byte(body), 1)
		assert.Error(t, err, name)
	}
	p, err := parsePage([]byte(`{"results":[{"id":"https://api.openalex.org/works/W5","is_retracted":"true","primary_location":{"landing_page_url":"http://arxiv.org/pdf/hep-th/9901001v2"}}]}`), 1)
	require.NoError(t, err, "works are works without their count")
	require.Len(t, p.documents, 1)
	assert.Equal(t, []any{"W5", true, "hep-th/9901001", mostHits}, []any{p.documents[0].ID, p.documents[0].Retracted, p.documents[0].ArXiv, p.total})
}

func TestNoMoreIsReadOfAPageThanWasAskedFor(t *testing.T) {
	p, err := parsePage([]byte(`{"meta":{"count":200},"results":[`+strings.Repeat(`{"id":"W1"},`, 199)+`{"id":"W1"}]}`), 1)
	require.NoError(t, err)
	assert.Len(t, p.documents, pageSize)
}

func TestEveryErrorHasItsClass(t *testing.T) {
	usd := func(left, cost string) http.Header {
		return http.Header{"X-Ratelimit-Remaining-Usd": {left}, "X-Ratelimit-Cost-Required-Usd": {cost}, "X-Ratelimit-Reset": {"7200"}}
	}
	tests := []struct {
		name   string
		answer web.Answer
		want   outbound.Verdict
	}{
		{"too fast", web.Answer{Status: 429, Header: usd("0.5", "0.001")}, outbound.Verdict{Class: outbound.RateLimited}},
		{"too fast, with a wait", web.Answer{Status: 429, Header: http.Header{"Retry-After": {"2"}}}, outbound.Verdict{Class: outbound.RateLimited, Wait: 2 * time.Second}},
		{"the day's budget is gone", web.Answer{Status: 429, Header: usd("0.0005", "0.001")}, outbound.Verdict{Class: outbound.QuotaGone, Wait: 2 * time.Hour}},
		{"a wait of hours says the same", web.Answer{Status: 429, Header: http.Header{"Retry-After": {"3600"}}}, outbound.Verdict{Class: outbound.QuotaGone, Wait: time.Hour}},
		{"payment required for want of budget", web.Answer{Status: 402, Header: usd("0", "0.001")}, outbound.Verdict{Class: outbound.QuotaGone, Wait: 2 * time.Hour}},
		{"payment required for the plan", web.Answer{Status: 402, Header: http.Header{}}, outbound.Verdict{Class: outbound.Blocked}},
		{"a bad key", web.Answer{Status: 401, Body: []byte(`{"error":"Invalid API key"}`)}, outbound.Verdict{Class: outbound.Blocked, Detail: "Invalid API key"}},
		{"a bad query", web.Answer{Status: 400, Body: []byte(`{"error":"Invalid filter.","message":"Unknown field"}`)}, outbound.Verdict{Class: outbound.BadRequest, Detail: "Invalid filter: Unknown field"}},
		{"a bad query as 403", web.Answer{Status: 403, Body: []byte(`{"error":"Invalid query parameters error.","message":"x"}`)}, outbound.Verdict{Class: outbound.BadRequest, Detail: "Invalid query parameters error: x"}},
		{"a block", web.Answer{Status: 403, Body: []byte(`{"error":"Forbidden"}`)}, outbound.Verdict{Class: outbound.Blocked, Detail: "Forbidden"}},
		{"an error under 200", web.Answer{Status: 200, Body: []byte(`{"error":"oops"}`)}, outbound.Verdict{Class: outbound.BadRequest, Detail: "oops"}},
		{"an answer", web.Answer{Status: 200, Body: []byte(`{"meta":{},"results":[]}`)}, outbound.Verdict{Class: outbound.OK}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, classify(tt.answer)) })
	}
}

func TestBudget(t *testing.T) {
	number := func(n float64) *float64 { return &n }
	tests := []struct {
		name   string
		header map[string]string
		want   outbound.Budget
	}{
		{"nothing said", map[string]string{"X-RateLimit-Reset": "5"}, outbound.Budget{}},
		{"USD go before credits", map[string]string{"X-RateLimit-Remaining": "9000", "X-RateLimit-Remaining-USD": "0.979", "X-RateLimit-Cost-USD": "0.001", "X-RateLimit-Reset": "60"},
			outbound.Budget{Remaining: number(0.979), Need: 0.001, Reset: time.Minute}},
		{"credits alone", map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "60"}, outbound.Budget{Remaining: number(0), Reset: time.Minute}},
		{"what was paid in advance counts", map[string]string{"X-RateLimit-Remaining-USD": "$0", "X-RateLimit-Prepaid-Remaining-USD": "5"}, outbound.Budget{Remaining: number(5)}},
		{"nonsense", map[string]string{"X-RateLimit-Remaining-USD": "NaN", "X-RateLimit-Remaining": "much"}, outbound.Budget{}},
		{"a reset in a thousand years", map[string]string{"X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "1e300"}, outbound.Budget{Remaining: number(1), Reset: 48 * time.Hour}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := http.Header{}
			for name, value := range tt.header {
				h.Set(name, value)
			}
			assert.Equal(t, tt.want, budget(h, time.Time{}))
		})
	}
}

func FuzzParsePage(f *testing.F) {
	f.Add([]byte(`{"meta":{"count":1,"page":1},"results":[{"id":"https://openalex.org/W1","title":"<i>a</i>","abstract_inverted_index":{"a":[0,2],"b":[1]},"publication_year":2020}]}`))
	f.Add([]byte(`{"meta":{"count":1},"results":{"id":"W1","publication_year":[[null]],"cited_by_count":1e9,"abstract_inverted_index":{"a":[1000000000]}}}`))
	f.Add([]byte(`{"error":"x","message":"y"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := parsePage(body, 1)
		if err != nil {
			assert.Empty(t, p.documents)
			return
		}
		standin.Sound(t, p.documents)
	})
}

func FuzzRebuildIsBounded(f *testing.F) {
	f.Add([]byte(`{"the":[0,2],"ice":[3],"of":[1]}`))
	f.Add([]byte(`{"a":[1000000000]}`))
	f.Fuzz(func(t *testing.T, index []byte) { assert.LessOrEqual(t, len(rebuild(index)), mostBytes) })
}

func TestARefusalThatAsksToSlowDownIsALimit(t *testing.T) {
	slow := classify(web.Answer{Status: 403, Body: []byte(`{"error":"Forbidden","message":"Please slow down your requests"}`)})
	assert.Equal(t, outbound.RateLimited, slow.Class)
	key := classify(web.Answer{Status: 403, Body: []byte(`{"error":"Forbidden","message":"API key is not valid"}`)})
	assert.Equal(t, outbound.Blocked, key.Class)
}

func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		_, _ = parsePage([]byte(text), 1)
		_, _ = parseWork([]byte(text))
		rebuild([]byte(text))
	}, `{"meta":{"count":1,"page":1},"results":[{"id":"https://openalex.org/W1","doi":"10.1/a","ids":{"pmid":"1"},"title":"<i>a</i>","abstract_inverted_index":{"a":[0,2],"b":[1]},"publication_year":2020,"open_access":{"is_oa":true,"oa_url":"u"},`+
		`"primary_location":{"source":{"display_name":"v"}},"authorships":[{"author":{"display_name":"n"},"raw_author_name":"r"}],"locations":[{"landing_page_url":"https://arxiv.org/abs/2101.00001","pdf_url":"p"}],"topics":[{"display_name":"t"}],"concepts":[{"display_name":"c","level":0}],`+
		`"keywords":[{"display_name":"k"}],"mesh":[{"descriptor_name":"m"}],"biblio":{"volume":"1"}}]}`, `{"the":[0,2],"ice":[3],"of":[1]}`)
}
