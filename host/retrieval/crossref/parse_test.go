package crossref

import (
	"fmt"
	"net/http"
	"os"
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

// one parses a list with one work.
func one(t *testing.T, row string) evidence.Document {
	t.Helper()
	p, err := parsePage(fmt.Appendf(nil, `{"status":"ok","message-type":"work-list","message":{"total-results":1,"items":[%s]}}`, row))
	require.NoError(t, err)
	require.Len(t, p.documents, 1)
	return p.documents[0]
}

func TestAMadeUpListIsReadInFull(t *testing.T) {
	body, err := os.ReadFile("testdata/search.json")
	require.NoError(t, err)
	p, err := parsePage(body)
	require.NoError(t, err)
	n := func(i int64) *int64 { return &i }
	assert.Equal(t, page{total: 7, documents: []evidence.Document{
		{
			ID: "10.1000/lemmings.1", Source: Name, DOI: "10.1000/lemmings.1", URL: "https://doi.org/10.1000/lemmings.1", OpenURL: "https://publisher.test/1.pdf",
			Title: "Lemmings do not jump", Venue: "Made-up Ecology", Year: 2001, Type: "article", Status: "corrected", CitationCount: n(12),
			Publication: evidence.Publication{Date: "2001-02-03", License: "https://creativecommons.org/licenses/by/4.0/", Relations: []evidence.Relation{{Kind: evidence.CorrectedBy, ID: "doi:10.1000/notice"}}},
			Abstract:    "We counted at p < 0.05, n1. None jumped.", Authors: []string{"A. N. Author", "The Lemming Group", "Solo"},
			Sections: []evidence.Section{{Label: "Methods", Text: "We counted at p < 0.05, n1."}, {Label: "Results", Text: "None jumped."}},
		},
		{
			ID: "10.1000/lemmings.2", Source: Name, DOI: "10.1000/lemmings.2", URL: "https://doi.org/10.1000/lemmings.2", Year: 1999, Type: "article",
			CitationCount: n(0), Retracted: true, Publication: evidence.Publication{Relations: []evidence.Relation{{Kind: evidence.RetractedBy, ID: "doi:10.1000/notice2"}}},
		},
		{
			ID: "10.1000/preprint", Source: Name, DOI: "10.1000/preprint", URL: "https://doi.org/10.1000/preprint", Title: "A preprint", Venue: "Server", Year: 2024,
			Type: "preprint", Status: "preprint", CitationCount: n(1), Publication: evidence.Publication{Date: "2024-04-01", Publisher: "Server"},
		},
	}}, p)
}

func TestAFieldThatIsOddIsUnknown(t *testing.T) {
	d := one(t, `{"DOI":"10.1000/x","title":{"a":1},"abstract":[],"issued":"2020","published":{"date-parts":[[null]]},"published-print":{"date-parts":null},"published-online":[],
		"container-title":null,"is-referenced-by-count":-3,"type":null,"author":"x","link":{"URL":7},"license":[null,{}],"updated-by":"retraction"}`)
	assert.Equal(t, evidence.Document{ID: "10.1000/x", DOI: "10.1000/x", Source: Name, URL: "https://doi.org/10.1000/x"}, d)
}

func TestWhatIsReadOfAWork(t *testing.T) {
	retracted := func(d evidence.Document) any { return d.Retracted }
	status := func(d evidence.Document) any { return d.Status }
	year := func(d evidence.Document) any { return d.Year }
	opened := func(d evidence.Document) any { return d.OpenURL }
	cc := `"license":[{"URL":"http://creativecommons.org/licenses/by/4.0"}]`
	tests := []struct {
		name, row string
		get       func(evidence.Document) any
		want      any
	}{
		{"a retraction by the publisher counts", `"updated-by":[{"type":"correction"},{"type":"retraction"}]`, retracted, true},
		{"so does a removal", `"updated-by":{"type":"Removal"}`, retracted, true},
		{"so does a title that says so", `"title":["RETRACTED: Lemmings jump"]`, retracted, true},
		{"a part of a paper is not the paper", `"updated-by":[{"type":"partial_retraction"}]`, retracted, false},
		{"the notice is not retracted", `"title":["Retraction: Lemmings jump"],"update-to":[{"type":"retraction"}]`, retracted, false},
		{"a concern is a state", `"updated-by":[{"type":"correction"},{"type":"expression_of_concern"}]`, status, "expression-of-concern"},
		{"a part retracted is a state", `"updated-by":[{"type":"partial_retraction"}]`, status, "partially-retracted"},
		{"an erratum is a correction", `"updated-by":[{"type":"erratum"}]`, status, "corrected"},
		{"a blog post is no preprint", `"type":"posted-content","subtype":"other"`, status, "posted-content"},
		{"the first date that is known gives the year", `"issued":{"date-parts":[[null]]},"published-online":{"date-parts":[[2003]]}`, year, 2003},
		{"a flat date is a date", `"issued":{"date-parts":[2003,4]}`, year, 2003},
		{"a year out of this world is none", `"issued":{"date-parts":[[20031]]}`, year, 0},
		{"the volume goes before its series", `"container-title":["Series","Volume"]`, func(d evidence.Document) any { return d.Venue }, "Volume"},
		{"a fetched preprint names its server", `"type":"posted-content","institution":[{"name":"bioRxiv"}],"group-title":"Genomics"`, func(d evidence.Document) any { return d.Venue }, "bioRxiv"},
		{"an abstract that is its heading is none", `"abstract":"<jats:p>Abstract</jats:p>"`, func(d evidence.Document) any { return d.Abstract }, ""},
		{"without a free license nothing is open", `"link":{"URL":"https://x.test/1","content-type":"text/html","intended-application":"text-mining"}`, opened, ""},
		{"a page goes before a PDF", cc + `,"link":[{"URL":"https://p","content-type":"application/pdf","intended-application":"text-mining"},{"URL":"https://h","content-type":"text/html","intended-application":"text-mining"}]`, opened, "https://h"},
		{"a link that is no web address is none", cc + `,"link":{"URL":"javascript:alert(1)","content-type":"text/html","intended-application":"text-mining"}`, opened, "https://doi.org/10.1000/x"},
		{"an unknown count is not zero", `"x":1`, func(d evidence.Document) any { return d.CitationCount == nil }, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.get(one(t, `{"DOI":"10.1000/x",`+tt.row+`}`))) })
	}
}

func TestWhatIsNoListIsRefused(t *testing.T) {
	for name, body := range map[string]string{
		"one work":          `{"status":"ok","message-type":"work","message":{"DOI":"10.1000/x"}}`,
		"an error":          `{"status":"error","message-type":"work-list","message":{"total-results":0,"items":[]}}`,
		"no works":          `{"status":"ok","message-type":"work-list","message":{"total-results":3}}`,
		"no count":          `{"status":"ok","message-type":"work-list","message":{"items":[]}}`,
		"works without DOI": `{"status":"ok","message-type":"work-list","message":{"total-results":1,"items":[{"title":["x"]}]}}`,
		"a message of text": `{"status":"ok","message-type":"work-list","message":"hello"}`,
		"a list":            `[]`,
		"text":              `hello`,
		"two values":        `{} {}`,
		"truncated":         `{"status":"ok","message-type":"work-list","message":{"total-res`,
	} {
		_, err := parsePage([]byte(body))
		assert.Error(t, err, name)
		_, err = parseWork([]byte(body))
		assert.Equal(t, name == "one work", err == nil, name)
	}
	p, err := parsePage([]byte(`{"status":"ok","message-type":"work-list","message":{"total-results":null,"items":[{"DOI":"10.1000/x"}]}}`))
	require.NoError(t, err, "works are works without their count")
	assert.Equal(t, mostHits, p.total)
	p, err = parsePage([]byte(`{"status":"ok","message-type":"work-list","message":{"total-results":"3","items":null}}`))
	assert.Error(t, err, "%v", p)
}

func TestLimitsThatAnAnswerStates(t *testing.T) {
	header := func(limit, interval, flight string) http.Header {
		h := http.Header{}
		h.Set("X-Rate-Limit-Limit", limit)
		h.Set("X-Rate-Limit-Interval", interval)
		h.Set("X-Concurrency-Limit", flight)
		return h
	}
	for _, tt := range []struct {
		name string
		h    http.Header
		want outbound.Budget
	}{
		{"the polite pool", header("10", "1s", "3"), outbound.Budget{Interval: 100 * time.Millisecond, InFlight: 3}},
		{"the public pool", header("5", "1s", "1"), outbound.Budget{Interval: 200 * time.Millisecond, InFlight: 1}},
		{"a fraction is rounded up", header("3", "1s", ""), outbound.Budget{Interval: 333333334}},
		{"nonsense", header("many", "soon", "-1"), outbound.Budget{}},
		{"none", http.Header{}, outbound.Budget{}},
		{"nothing in no time", header("0", "0s", "0"), outbound.Budget{}},
	} {
		assert.Equal(t, tt.want, budget(tt.h, time.Time{}), tt.name)
	}
}

func FuzzParsePage(f *testing.F) {
	body, err := os.ReadFile("testdata/search.json")
	require.NoError(f, err)
	f.Add(body)
	f.Add(body[:len(body)/2])
	f.Add([]byte(`{"status":"ok","message-type":"work","message":{"DOI":"10.1000/` + "\xff" + `","issued":{"date-parts":[[1e9]]}}}`))
	f.Add([]byte(`{"status":"failed","message":[{"message":"x"}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		classify(web.Answer{Status: 200, Header: http.Header{}, Body: body})
		p, err := parsePage(body)
		if err != nil {
			assert.Empty(t, p.documents)
		}
		if d, err := parseWork(body); err == nil {
			p.documents = append(p.documents, d)
		}
		standin.Sound(t, p.documents)
	})
}

func TestAReportIsWhereItsInstitutionIs(t *testing.T) {
	d, err := ParseWork([]byte(`{"DOI":"10.1/r","title":["x"],"type":"report","publisher":"P","institution":[{"name":"The Institute"}]}`))
	require.NoError(t, err)
	assert.Equal(t, "The Institute", d.Venue)
	d, err = ParseWork([]byte(`{"DOI":"10.1/r","title":["x"],"type":"report-component","publisher":"P"}`))
	require.NoError(t, err)
	assert.Equal(t, "P", d.Venue)
}

func FuzzWork(f *testing.F) {
	page, err := os.ReadFile("testdata/search.json")
	require.NoError(f, err)
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		classify(web.Answer{Status: 200, Header: http.Header{}, Body: []byte(text)})
		_, _ = parsePage([]byte(text))
		_, _ = parseWork([]byte(text))
	}, string(page), `{"status":"ok","message-type":"work","message":{"DOI":"10.1000/a","title":["a"],"subtitle":["b"],"author":[{"given":"a","family":"b"}],"issued":{"date-parts":[[2001,2]]},"relation":{"is-preprint-of":[{"id":"10.1/b"}]},"subject":["s"],"ISSN":["1"],"abstract":"<jats:p>x</jats:p>"}}`,
		`{"status":"failed","message":[{"message":"x"},{"message":"y"}]}`)
}
