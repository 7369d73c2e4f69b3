package semanticscholar

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

// one parses a page with one work.
func one(t *testing.T, row string) evidence.Document {
	t.Helper()
	p, err := parsePage(fmt.Appendf(nil, `{"total":1,"data":[%s]}`, row), 0)
	require.NoError(t, err)
	require.Len(t, p.documents, 1)
	return p.documents[0]
}

func TestAMadeUpPageIsReadInFull(t *testing.T) {
	body, err := os.ReadFile("testdata/search.json")
	require.NoError(t, err)
	p, err := parsePage(body, 0)
	require.NoError(t, err)
	n := func(i int64) *int64 { return &i }
	const first, second = "00000000000000000000000000000000000000a1", "00000000000000000000000000000000000000a2"
	assert.Equal(t, page{more: true, documents: []evidence.Document{
		{
			ID: first, Source: Name, URL: "https://www.semanticscholar.org/paper/" + first, OpenURL: "https://arxiv.org/pdf/9901.00001",
			DOI: "10.1000/lemmings.1", ArXiv: "9901.00001", PMID: "12", PMCID: "PMC34", Title: "Lemmings do not jump", Venue: "Made-up Ecology",
			Abstract: "We counted α-males at p < 0.05. None jumped.", Year: 2001, CitationCount: n(12), Type: "meta-analysis", Authors: []string{"A. N. Author", "B. Other"},
			Publication: evidence.Publication{Date: "2001-02-03", Volume: "1"},
		},
		{
			ID: second, Source: Name, URL: "https://www.semanticscholar.org/paper/" + second, OpenURL: "https://jumping.test/2.pdf",
			Title: "RETRACTED: Lemmings jump", Venue: "Jumping Letters", Year: 1999, CitationCount: n(0), Retracted: true,
		},
	}}, p)
}

func TestAFieldThatIsOddIsUnknown(t *testing.T) {
	d := one(t, `{"paperId":"a","externalIds":"x","title":7,"abstract":{},"venue":[],"publicationVenue":"x","journal":[null],"year":"soon","publicationDate":null,
		"citationCount":-1,"publicationTypes":{"a":1},"authors":{"name":null},"openAccessPdf":{"url":"javascript:alert(1)"}}`)
	assert.Equal(t, evidence.Document{ID: "a", Source: Name, URL: "https://www.semanticscholar.org/paper/a", Title: "7"}, d)
}

func TestTheTypeIsTheMostTellingOne(t *testing.T) {
	for types, want := range map[string]string{
		`["JournalArticle"]`:                      "article",
		`["JournalArticle","Review"]`:             "review",
		`["CaseReport","JournalArticle"]`:         "case-report",
		`["LettersAndComments","JournalArticle"]`: "letter",
		`["JournalArticle","Conference"]`:         "conference-paper",
		`null`:                                    "",
	} {
		assert.Equal(t, want, one(t, `{"paperId":"a","publicationTypes":`+types+`}`).Type, types)
	}
}

func TestWhatIsNoAnswerToTheRequestIsRefused(t *testing.T) {
	for name, body := range map[string]string{
		"another page":      `{"total":500,"offset":100,"data":[]}`,
		"neither":           `{}`,
		"works without ids": `{"total":1,"data":[{"title":"x"}]}`,
		"text":              `hello`,
		"a list":            `[]`,
		"two values":        `{} {}`,
		"truncated":         `{"total":1,"data":[{"paperId":`,
	} {
		_, err := parsePage([]byte(body), 0)
		assert.Error(t, err, name)
	}
	for name, body := range map[string]string{
		"too few":         `[null]`,
		"too many":        `[null,null,null]`,
		"an object":       `{"data":[]}`,
		"an odd work":     `[null,"x"]`,
		"a work in parts": `[null,{"paperId":`,
	} {
		_, err := parseBatch([]byte(body), 2)
		assert.Error(t, err, name)
	}
}

func TestErrorsOfTheServiceInAnyShape(t *testing.T) {
	tests := []struct {
		name, body string
		status     int
		want       outbound.Verdict
	}{
		{"the throttle", `{"message":"Too Many Requests","code":"429"}`, 429, outbound.Verdict{Class: outbound.RateLimited, Detail: "Too Many Requests", Wait: 5 * time.Second}},
		{"the throttle in a 200", `{"message":"Too Many Requests","code":"429"}`, 200, outbound.Verdict{Class: outbound.RateLimited, Detail: "Too Many Requests", Wait: 5 * time.Second}},
		{"a block in a 200", `{"message":"Forbidden","code":403}`, 200, outbound.Verdict{Class: outbound.Blocked, Detail: "Forbidden"}},
		{"a gateway that waits no longer", `{"message":"Endpoint request timed out"}`, 504, outbound.Verdict{Class: outbound.Transient, Detail: "Endpoint request timed out", Wait: 5 * time.Second}},
		{"a block in a 200 without a code", `{"message":"Forbidden"}`, 200, outbound.Verdict{Class: outbound.Blocked, Detail: "Forbidden"}},
		{"the same in a 200", `{"message":"Endpoint request timed out"}`, 200, outbound.Verdict{Class: outbound.Transient, Detail: "Endpoint request timed out", Wait: 5 * time.Second}},
		{"an error of the request in a 200", `{"error":"offset too large"}`, 200, outbound.Verdict{Class: outbound.BadRequest, Detail: "offset too large"}},
		{"no id of a batch is known", `{"error":"No valid paper ids given"}`, 400, outbound.Verdict{Class: outbound.NotFound, Detail: "No valid paper ids given"}},
		{"a page", `{"total":0}`, 200, outbound.Verdict{Class: outbound.OK}},
		{"a batch", `[null]`, 200, outbound.Verdict{Class: outbound.OK}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := classify(web.Answer{Status: tt.status, Header: http.Header{"Retry-After": {"5"}}, Body: []byte(tt.body), Now: time.Now()})
			assert.Equal(t, tt.want, got)
		})
	}
}

func FuzzParse(f *testing.F) {
	body, err := os.ReadFile("testdata/search.json")
	require.NoError(f, err)
	f.Add(body)
	f.Add(body[:len(body)/2])
	f.Add([]byte(`[{"paperId":"a","year":1e9,"externalIds":{"PubMed":1}},null]`))
	f.Add([]byte(`{"message":"` + "\xff" + `","code":"429"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		classify(web.Answer{Status: 200, Header: http.Header{}, Body: body})
		p, err := parsePage(body, 0)
		if err != nil {
			assert.Empty(t, p.documents)
		}
		found, err := parseBatch(body, 2)
		if err == nil {
			require.Len(t, found, 2)
		}
		for _, d := range found {
			if d != nil {
				p.documents = append(p.documents, *d)
			}
		}
		standin.Sound(t, p.documents)
	})
}

func FuzzWork(f *testing.F) {
	page, err := os.ReadFile("testdata/search.json")
	require.NoError(f, err)
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		classify(web.Answer{Status: 200, Header: http.Header{}, Body: []byte(text)})
		_, _ = parsePage([]byte(text), 0)
		_, _ = parseBatch([]byte(text), 2)
	}, string(page), `[{"paperId":"a","title":"<b>x</b>","authors":[{"name":"b"}],"fieldsOfStudy":["c"],"s2FieldsOfStudy":[{"category":"d"}]},null]`)
}
