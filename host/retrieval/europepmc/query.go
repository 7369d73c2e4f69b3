package europepmc

import (
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/dialect"
)

// mostTerms limits how many words a work has to have. Bare words are looked for in full texts as well, so a few
// more than titles hold still find something.
const mostTerms = 6

// render writes a query in two forms: all requires every term, some requires any one.
func render(q retrieval.Query) (all, some string) { return dialect.Boolean(q, mostTerms, quoted) }

// quoted puts what is not one plain word in quotes.
func quoted(term string) string {
	if isWord(term) {
		return term
	}
	return `"` + term + `"`
}
