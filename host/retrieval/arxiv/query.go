package arxiv

import (
	"regexp"
	"strings"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/dialect"
)

// mostTerms limits how many words a work has to have: arXiv looks in titles and abstracts only.
const mostTerms = 4

// render writes a query so that all of its terms have to occur, and so that any will do. Each term has
// a field of its own: of several words in one field, any would match.
func render(q retrieval.Query) (all, some string) { return dialect.Boolean(q, mostTerms, field) }

func field(term string) string {
	if plain.MatchString(term) {
		return "all:" + term
	}
	return `all:"` + term + `"`
}

var (
	plain = regexp.MustCompile(`^[A-Za-z0-9]+$`)
	// known are the shapes of identifiers, before 2007 and since.
	known = regexp.MustCompile(`^([a-z-]+(\.[a-z]{2})?/\d{7}|\d{4}\.\d{4,5})(v[1-9]\d{0,2})?$`)
)

// identifier returns the id as arXiv takes it, with its version if it has one; empty if it is none.
func identifier(id string) string {
	id = strings.ToLower(id)
	if kind, rest, found := strings.Cut(id, ":"); found {
		if kind != "arxiv" {
			return ""
		}
		id = rest
	}
	parts := known.FindStringSubmatch(id)
	if parts == nil {
		return ""
	}
	return strings.Replace(id, parts[2], "", 1) // "math.gt/0309136" is "math/0309136"
}
