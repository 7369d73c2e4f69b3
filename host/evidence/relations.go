package evidence

import (
	"strings"

	"github.com/sparkhost/sparkhost/internal/pattern"
)

// The wordings that relate two things, tried in order.
var (
	comparesBetween = pattern.New(`(?i)\bbetween (.+?) and (.+)$`)
	comparesOver    = pattern.New(`(?i)\badvantages? of (.+?) (?:over|to|against|compared (?:to|with)) (.+)$`)
	comparesThan    = pattern.New(`(?i)^(.+?)\b (?:\w+ly )?(?:better|worse|superior|inferior|more|less|\w+er)\b.*? (?:than|to) (.+)$`)
	comparesWith    = pattern.New(`(?i)^(.+?) (?:compared (?:to|with)|versus|vs\.?|differs? from) (.+)$`)
	drivesEffect    = pattern.New(`(?i)^(.+?) (?:causes?|caus(?:ing|ed)|drives?|leads? to|led to|results? in|induces?|triggers?) (.+)$`)
	drivenBy        = pattern.New(`(?i)^(.+?) (?:is|are|was|were )? ?(?:caused|driven|induced|triggered) by (.+)$`)
	roleOf          = pattern.New(`(?i)\b(?:role|effects?|influence|impact) of (.+?) (?:in|on|upon) (.+)$`)
)

// opening are words with which a question begins and that name nothing.
var opening = pattern.New(`(?i)^(?:(?:what|which|why|how|when|does|do|did|is|are|was|were|can|could|the|a|an|of|in|there|any|mechanism|by|how|explain)\s+)+`)

// Compared returns the two things that a question compares, by its wording (S0-02); "" and "" if it
// names no two.
func Compared(question string) (first, second string) {
	for _, form := range []*pattern.Pattern{comparesBetween, comparesOver, comparesThan, comparesWith} {
		if m := form.FindStringSubmatch(bareQuestion(question)); m != nil {
			first, second = named(m[1]), named(m[2])
			if first != "" && second != "" {
				return first, second
			}
		}
	}
	return "", ""
}

// Cause returns what a question says to act and what it acts on, by its wording (S0-02); each "" if
// it does not say.
func Cause(question string) (subject, effect string) {
	q := bareQuestion(question)
	if m := drivenBy.FindStringSubmatch(q); m != nil {
		return named(m[2]), named(m[1])
	}
	for _, form := range []*pattern.Pattern{roleOf, drivesEffect} {
		if m := form.FindStringSubmatch(q); m != nil {
			return named(m[1]), named(m[2])
		}
	}
	return "", ""
}

func bareQuestion(q string) string { return strings.TrimRight(strings.TrimSpace(q), "?.! ") }

// maxNamed limits how many words may name a thing; what is longer is a clause.
const maxNamed = 8

// named returns the text of a thing without the words that open a question; "" if it is too long to name one.
func named(s string) string {
	s = trimOuter(strings.TrimSpace(opening.ReplaceAllString(strings.TrimSpace(s)+" ", "")))
	if n := len(strings.Fields(s)); n > maxNamed {
		return ""
	}
	return s
}
