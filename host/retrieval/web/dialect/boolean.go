package dialect

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/retrieval"
)

// Boolean writes a query for providers that know AND, OR and parentheses: so that all of its at most n terms have to occur, and so that any
// will do. A query against wants one of [Contrary] in both. Write puts one term as the provider wants it. Both are empty when there is
// nothing to ask for.
func Boolean(q retrieval.Query, n int, write func(term string) string) (all, some string) {
	words := Of(q, n)
	if len(words.Terms) == 0 {
		return "", ""
	}
	all, some = joined(words.Terms, " AND ", write), joined(words.Terms, " OR ", write)
	if !words.Against {
		return all, some
	}
	against := " AND (" + joined(Contrary, " OR ", write) + ")"
	if len(words.Terms) > 1 {
		some = "(" + some + ")"
	}
	return all + against, some + against
}

func joined(terms []string, operator string, write func(string) string) string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = write(t)
	}
	return strings.Join(out, operator)
}
