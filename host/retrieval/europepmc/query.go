package europepmc

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/dialect"
)

// mostTerms is how many words a work has to have. Bare words are looked for in full texts as well, so a few
// more than titles hold still find something.
const mostTerms = 6

// render writes a query so that all of its terms have to occur, and so that any will do.
func render(q retrieval.Query) (all, some string) {
	words := dialect.Of(q, mostTerms)
	if len(words.Terms) == 0 {
		return "", ""
	}
	terms := quoted(words.Terms)
	all, some = strings.Join(terms, " AND "), strings.Join(terms, " OR ")
	if !words.Against {
		return all, some
	}
	against := " AND (" + strings.Join(quoted(dialect.Contrary), " OR ") + ")"
	if len(terms) > 1 {
		some = "(" + some + ")"
	}
	return all + against, some + against
}

// quoted puts what is not one plain word in quotes.
func quoted(terms []string) []string {
	out := make([]string, len(terms))
	for i, t := range terms {
		if out[i] = t; !isWord(t) {
			out[i] = `"` + t + `"`
		}
	}
	return out
}
