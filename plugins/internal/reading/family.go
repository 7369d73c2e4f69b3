package reading

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// A family is a set of words that stand for one kind of relation. A sentence with one of them speaks of what a question
// with another asks, be it in the same direction or against it.
type family uint8

const (
	familyDirection family = 1 << iota // up and down
	familyEffect                       // effect, cause, association
	familyWorth                        // good and bad
	familyLikeness                     // same, different, more than
	familyNeed                         // necessity
)

// familyCues are the cues of each family but the first.
var familyCues = [...]struct {
	family family
	cues   text.Cue
}{
	{familyEffect, text.CueRelate},
	{familyWorth, text.CueFavour | text.CueDisfavour},
	{familyLikeness, text.CueSame | text.CueDiffer | text.CueCompare},
	{familyNeed, text.CueNeed},
}

// familiesOf returns the families of a word.
func familiesOf(k *token) (f family) {
	if k.shift != 0 {
		f = familyDirection
	}
	for _, c := range familyCues {
		if k.cue&c.cues != 0 {
			f |= c.family
		}
	}
	return f
}

// answering returns the families whose words speak of what a word of the families f asks. An effect may be told by its
// direction or denied by sameness; so may a direction. What is good or bad for something may be told by what it raises or lowers.
func answering(f family) family {
	if f&(familyDirection|familyEffect) != 0 {
		f |= familyDirection | familyEffect | familyLikeness
	}
	if f&familyWorth != 0 {
		f |= familyDirection | familyEffect
	}
	if f&familyNeed != 0 {
		f |= familyWorth
	}
	return f
}
