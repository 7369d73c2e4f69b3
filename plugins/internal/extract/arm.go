package extract

import (
	"math"
	"strings"
)

// Words for the arms of a comparison.
const (
	armNone = iota
	armControl
	armTested
)

func armOf(word string) int {
	switch strings.ToLower(word) {
	case "placebo", "control", "controls", "standard", "usual", "comparator", "untreated", "sham", "vehicle", "conventional", "unexposed", "noncarriers":
		return armControl
	case "experimental", "intervention", "treated", "active", "treatment", "exposed":
		return armTested
	}
	return armNone
}

// otherArm is what a number counts that belongs to the control, where the question does not ask for it.
const otherArm = 0.75

// arm is less than 1 for a number of the arm that the question does not ask for.
func (a *asking) arm(c *candidate) float64 {
	if math.IsNaN(c.value) {
		return 1
	}
	switch c.armBehind() {
	case armControl:
		return pick(a.asksControl(), 1, otherArm)
	case armTested:
		return pick(a.asksControl(), otherArm, 1)
	}
	return 1
}

// armBehind is the arm that the words behind a number name.
func (c *candidate) armBehind() int {
	s := c.sentence
	for i := c.end; i < len(s.words) && i < c.end+8 && s.rivals(c, i) == 0; i++ {
		if strings.ContainsAny(s.before(i), ";") {
			break
		}
		if arm := armOf(s.at(i)); arm != armNone {
			return arm
		}
		switch strings.ToLower(s.at(i)) {
		case "than", "versus", "vs", "compared":
			return armNone
		case "group", "arm", "groups", "arms":
			return armTested // one that bears another name
		}
	}
	return armNone
}

// asksControl says whether the question asks for the control itself, not for a comparison with it.
func (a *asking) asksControl() bool {
	for i := range a.question.words {
		if armOf(a.question.at(i)) == armControl {
			return i == 0 || !comparesWith(strings.ToLower(a.question.at(i-1)))
		}
	}
	return false
}

func comparesWith(word string) bool {
	switch word {
	case "than", "versus", "vs", "to", "with", "over", "against":
		return true
	}
	return false
}
