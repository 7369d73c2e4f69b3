package openalex

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/dialect"
)

// mostTerms limits how many words a work has to have, in title, abstract or what the service has of the text.
const mostTerms = 6

// render writes a query so that all of its terms have to occur, and so that any will do. The terms hold none of
// the service's operators (AND OR NOT, * ? ~ for spelling, ( ) " for grouping, and , | between filters).
func render(q retrieval.Query) (all, some string) { return dialect.Boolean(q, mostTerms, quoted) }

// quoted puts what is not one plain word in quotes, within which words keep their order and nothing is an operator. The
// query as a whole is never quoted: it would find next to nothing.
func quoted(term string) string {
	if strings.ContainsAny(term, " -'.") {
		return `"` + term + `"`
	}
	return term
}
