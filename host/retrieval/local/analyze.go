package local

import (
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/token/porter"
	"github.com/blevesearch/bleve/v2/analysis/token/stop"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
)

// newAnalyzer builds the analysis of documents and queries: Unicode words,
// possessives cut, lower case, English stop words left out, then the stemming asked
// for. The result is safe for concurrent use.
func newAnalyzer(stemming string) *analysis.DefaultAnalyzer {
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
