package semanticscholar

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/dialect"
)

// How many words a query has, at first and when nothing has them all.
const (
	mostTerms  = 6
	fewerTerms = 3
)

// render writes a query as plain words, and one of fewer. The service has no operators, and finds nothing for a
// word with a hyphen.
func render(q retrieval.Query) (full, short string) {
	words := dialect.Of(q, mostTerms)
	if len(words.Terms) == 0 {
		return "", ""
	}
	full, short = plain(words.Terms), plain(words.Terms[:min(len(words.Terms), fewerTerms)])
	if words.Against {
		full += " " + dialect.Contrary[0]
	}
	return full, short
}

func plain(terms []string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.Join(terms, " "), "-", " ")), " ")
}
