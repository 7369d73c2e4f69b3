package reading

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

var keyTo = keyOf([]byte("to"))

// nominal are endings of nouns that "to" follows as it follows verbs: exposure to, access to.
var nominal = [...]string{"ure", "ion", "nce", "ment", "ity", "ess", "ses", "ures", "ions", "nces", "ments"}

// subjectOf notes the noun that a yes/no question opens with, such as "lead" in "Is lead toxic to children?". A verb of the same
// letters is another word: what "leads to" something says nothing of lead.
func (q *question) subjectOf(words []token) {
	if len(words) < 3 || words[0].cue&(text.CueStop|text.CueModal) == 0 || words[2].key == keyTo {
		return
	}
	for i := range q.terms {
		if q.terms[i].key == words[1].key {
			q.nouns |= 1 << i
		}
	}
}

// verbal says whether word i of a sentence is a verb by the "to" behind it.
func verbal(t string, words []token, i int) bool {
	if i+1 >= len(words) || words[i+1].key != keyTo || t[words[i].to:words[i+1].from] != " " {
		return false
	}
	word := strings.ToLower(t[words[i].from:words[i].to])
	return !slices.ContainsFunc(nominal[:], func(ending string) bool { return strings.HasSuffix(word, ending) })
}
