package europepmc

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// one parses a page with one row.
func one(t *testing.T, row string) evidence.Document {
	t.Helper()
	p, err := parsePage(fmt.Appendf(nil, `{"hitCount":1,"resultList":{"result":[%s]}}`, row), "q")
	require.NoError(t, err)
	require.Len(t, p.documents, 1)
	return p.documents[0]
}

func TestAFieldThatIsOddIsUnknown(t *testing.T) {
	d := one(t, `{"id":7,"source":"MED","title":null,"pubYear":[[null]],"citedByCount":"many","pmid":{},"doi":"none","abstractText":[],
		"authorString":{"a":1},"journalInfo":[],"pubTypeList":"x","fullTextUrlList":{"fullTextUrl":{"url":3}},"commentCorrectionList":null}`)
	assert.Equal(t, evidence.Document{ID: "MED/7", Source: Name, URL: "https://europepmc.org/article/MED/7"}, d)
}

func TestWhatIsReadOfARow(t *testing.T) {
	tests := []struct {
		name, row string
		get       func(evidence.Document) any
		want      any
	}{
		{"a preprint's server is its venue", `"bookOrReportDetails":{"publisher":"medRxiv"}`, func(d evidence.Document) any { return d.Venue }, "medRxiv"},
		{"the date gives a year that is missing", `"firstPublicationDate":"2024-12-22"`, func(d evidence.Document) any { return d.Year }, 2024},
		{"an unknown count is not zero", `"x":1`, func(d evidence.Document) any { return d.CitationCount == nil }, true},
		{"a count of zero is known", `"citedByCount":0`, func(d evidence.Document) any { return *d.CitationCount }, int64(0)},
		{"a retracted paper is", `"pubTypeList":{"pubType":["Journal Article","Retracted Publication"]}`, func(d evidence.Document) any { return d.Retracted }, true},
		{"so is one that a notice points at", `"commentCorrectionList":{"commentCorrection":[{"type":"Retraction in"}]}`, func(d evidence.Document) any { return d.Retracted }, true},
		{"the notice is not", `"pubTypeList":{"pubType":"Retraction of Publication"},"commentCorrectionList":{"commentCorrection":{"type":"Retraction of"}}`, func(d evidence.Document) any { return d.Retracted }, false},
		{"the most telling type counts", `"pubTypeList":{"pubType":["research-article","Systematic Review","Journal Article"]}`, func(d evidence.Document) any { return d.Type }, "systematic-review"},
		{"a lite row lists types in a text", `"pubType":"review; journal article"`, func(d evidence.Document) any { return d.Type }, "review"},
		{"open access goes before free, a page before a PDF", `"fullTextUrlList":{"fullTextUrl":[{"availabilityCode":"F","documentStyle":"html","url":"https://f"},{"availabilityCode":"OA","documentStyle":"pdf","url":"https://p"},{"availabilityCode":"OA","documentStyle":"html","url":"https://h"}]}`, func(d evidence.Document) any { return d.OpenURL }, "https://h"},
		{"a subscription is not open", `"fullTextUrlList":{"fullTextUrl":{"availabilityCode":"S","documentStyle":"doi","url":"https://s"}}`, func(d evidence.Document) any { return d.OpenURL }, ""},
		{"a link that is no web address is none", `"fullTextUrlList":{"fullTextUrl":{"availabilityCode":"OA","documentStyle":"html","url":"javascript:alert(1)"}}`, func(d evidence.Document) any { return d.OpenURL }, ""},
		{"an open work in PMC has its page", `"isOpenAccess":"Y","pmcid":"PMC9"`, func(d evidence.Document) any { return d.OpenURL }, "https://europepmc.org/articles/PMC9"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, tt.get(one(t, `{"id":"1","source":"MED",`+tt.row+`}`)))
		})
	}
}

func TestWhatIsNoAnswerToTheQueryIsRefused(t *testing.T) {
	for name, body := range map[string]string{
		"another query's":     `{"hitCount":0,"request":{"queryString":"other"},"resultList":{"result":[]}}`,
		"no list":             `{"hitCount":3}`,
		"no count":            `{"resultList":{"result":[]}}`,
		"rows without names":  `{"hitCount":1,"resultList":{"result":[{"title":"x"}]}}`,
		"text":                `hello`,
		"a list":              `[]`,
		"two values":          `{} {}`,
		"an object too early": `{"hitCount":1,"resultList":[1]}`,
	} {
		_, err := parsePage([]byte(body), "q")
		assert.Error(t, err, name)
	}
	_, err := parsePage([]byte(`{"hitCount":0,"request":{"queryString":"%22a%22 AND b"},"resultList":{"result":null}}`), `"a" AND b`)
	assert.NoError(t, err, "an echo in other signs is the same query")
	p, err := parsePage([]byte(`{"resultList":{"result":{"id":"1","source":"MED","title":"&lt;b&gt;Retracted:&lt;/b&gt; $\\alpha$"}}}`), "q")
	require.NoError(t, err, "rows are rows without their count")
	require.Len(t, p.documents, 1)
	assert.Equal(t, []any{"Retracted: α", true}, []any{p.documents[0].Title, p.documents[0].Retracted})
}

func FuzzParsePage(f *testing.F) {
	f.Add([]byte(`{"hitCount":1,"nextCursorMark":"c","resultList":{"result":[{"id":"1","source":"MED","title":"<i>a</i>","abstractText":"<h4>b</h4>c","pubYear":"2020"}]}}`))
	f.Add([]byte(`{"hitCount":1,"resultList":{"result":{"id":1,"source":"MED","pubYear":[[null]],"citedByCount":1e9}}}`))
	f.Add([]byte(`{"errCode":404,"errMsg":"x"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := parsePage(body, "q")
		if err != nil {
			assert.Empty(t, p.documents)
			return
		}
		standin.Sound(t, p.documents)
	})
}

func TestAListOfTypesInOneTextIsAList(t *testing.T) {
	d, err := ParseWork([]byte(`{"id":"1","source":"MED","title":"x","pubTypeList":{"pubType":["Clinical Trial, Phase III; Research Support; Randomized Controlled Trial"]}}`))
	require.NoError(t, err)
	assert.Equal(t, "randomized-trial", d.Type)
}

func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _ = parsePage([]byte(text), "q") },
		`{"hitCount":1,"nextCursorMark":"c","resultList":{"result":[{"id":"1","source":"MED","title":"<i>a</i>, (b) &lt;","abstractText":"<h4>b</h4>c","authorString":"A B, C D.","pubYear":"2020"},{"id":"2","source":"PPR","journalInfo":{"journal":{"title":"j","issn":"1"}},`+
			`"pubTypeList":{"pubType":["review","x"]},"pubType":"review; x","fullTextUrlList":{"fullTextUrl":[{"documentStyle":"pdf","availabilityCode":"OA","url":"https://a.test/b"}]},"commentCorrectionList":{"commentCorrection":[{"id":"3","source":"MED","type":"Comment in"}]},`+
			`"keywordList":{"keyword":["k"]},"meshHeadingList":{"meshHeading":[{"descriptorName":"m"}]},"authorList":{"author":[{"fullName":"n"},{"collectiveName":"g"}]}}]}}`)
}
