package local

import (
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/token/porter"
	"github.com/blevesearch/bleve/v2/analysis/token/stop"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// The fields of the index.
const (
	fieldTitle = "title"
	fieldAll   = "all" // title, abstract and text together
)

// newAnalyzer builds the analysis of documents and queries: Unicode words,
// possessives cut, lower case, English stop words left out, then the stemming asked
// for. The result is safe for concurrent use.
func newAnalyzer(stemming string) analysis.Analyzer {
	stops := analysis.NewTokenMap()
	if err := stops.LoadBytes(en.EnglishStopWords); err != nil {
		stops = analysis.NewTokenMap() // a list in memory cannot fail to load
	}
	filters := []analysis.TokenFilter{
		en.NewPossessiveFilter(), lowercase.NewLowerCaseFilter(), stop.NewStopTokensFilter(stops),
	}
	switch stemming {
	case "english":
		filters = append(filters, porter.NewPorterStemmer())
	case "light":
		filters = append(filters, en.NewEnglishPluralStemmerFilter())
	}
	return &analysis.DefaultAnalyzer{Tokenizer: unicode.NewUnicodeTokenizer(), TokenFilters: filters}
}

// wholeText is the text of field "all". Sections repeat abstract or text, so they are
// read only in the place of both.
func wholeText(d *evidence.Document) string {
	parts := []string{d.Title, d.Abstract, d.Text}
	if d.Abstract == "" && d.Text == "" {
		for _, s := range d.Sections {
			parts = append(parts, s.Text)
		}
	}
	return strings.Join(parts, "\n")
}
