package brave

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/dialect"
)

// What a query may have at most. Brave refuses longer ones.
const (
	mostTerms      = 12 // our own: more words find less
	mostWords      = 50
	mostCharacters = 400
)

// operators are words that Brave reads as such when they stand in capitals.
var operators = []string{"AND", "OR", "NOT"}

// render writes a query as free text of the words of the subject, without operators, cut to what Brave takes: words that
// no longer fit are left out.
func render(q retrieval.Query) string {
	words := dialect.Of(q, mostTerms)
	if len(words.Terms) == 0 {
		return ""
	}
	var tail []string
	if words.Against {
		tail = dialect.Contrary[:1]
	}
	room := mostCharacters - utf8.RuneCountInString(strings.Join(tail, " "))
	var out []string
	for _, w := range strings.Fields(strings.Join(words.Terms, " ")) {
		size := utf8.RuneCountInString(w) + 1 // and a space
		if len(out)+len(tail) >= mostWords || size > room || slices.Contains(operators, w) {
			continue
		}
		room -= size
		out = append(out, w)
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(append(out, tail...), " ")
}
