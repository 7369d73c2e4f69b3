package openalex

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/dialect"
)

// mostTerms is how many words a work has to have, in title, abstract or what the service has of the text.
const mostTerms = 6

// render writes a query so that all of its terms have to occur, and so that any will do. The terms hold none of
// the service's operators (AND OR NOT, * ? ~ for spelling, ( ) " for grouping, and , | between filters).
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

// quoted puts what is not one plain word in quotes, within which words keep their order and nothing is an operator. The
// query as a whole is never quoted: it would find next to nothing.
func quoted(terms []string) []string {
	out := make([]string, len(terms))
	for i, t := range terms {
		if out[i] = t; strings.ContainsAny(t, " -'.") {
			out[i] = `"` + t + `"`
		}
	}
	return out
}
