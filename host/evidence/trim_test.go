package evidence

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestOuterPunctuationIsTrimmedAndBracketsStayInPairs(t *testing.T) {
	tests := map[string]string{
		"(2R,3S)-tartaric": "(2R,3S)-tartaric", "(zinc)": "zinc", "([zinc])": "zinc", "(a)(b)": "(a)(b)", "((a)": "a", "(a))": "(a))", "a)": "a", "(a": "a",
		"f(x).": "f(x)", "“CO2,”": "CO2", "50%": "50%", "Na+": "Na+", "[0,1)": "[0,1)", "": "", "...": "", "(": "", "(,)": "",
	}
	for text, want := range tests {
		assert.Equal(t, want, trimOuter(text), text)
	}
}

// work trims a text and counts the characters that were looked at: the brackets of all of it, and one or two a step.
func work(text string) int {
	n, t := len(text), trimmer{text: text, end: len(text)}
	for t.start < t.end && t.step() {
		n += 2
	}
	return n
}

// The brackets are paired once, whatever the text: a step then looks at two characters and two counts.
func TestTrimmingTwiceTheTextIsTwiceTheWork(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("()[].,%a"))).Draw(t, "text")
		many := rapid.IntRange(100, 1000).Draw(t, "times")
		assert.LessOrEqual(t, work(strings.Repeat(text, 2*many)), 5*work(strings.Repeat(text, many))/2+8)
		assert.LessOrEqual(t, work(strings.Repeat(text, many)), 3*len(text)*many+8)
	})
}

// Of a million brackets of any kind nothing is left, before this test's time is out.
func TestAMillionBracketsAreTrimmed(t *testing.T) {
	for _, text := range []string{"(", "[", ")", "([", "(,"} {
		assert.Empty(t, trimOuter(strings.Repeat(text, 1<<20)), text)
	}
	n := 1 << 20
	assert.Equal(t, "a", trimOuter(strings.Repeat("(", n)+"a"+strings.Repeat(")", n)))
}

// Each clause of a question is counted once: a hundred thousand clauses too short to stand alone are one.
func TestShortClausesAreCountedOnce(t *testing.T) {
	for _, clause := range []string{"a, ", "A. ", "? ", "because "} {
		assert.Len(t, clauses(strings.Repeat(clause, 100_000)+"zinc shortens colds"), 1, clause)
	}
	assert.Equal(t, []string{"zinc, or iron, shortens colds", "iron lengthens severe cases"}, clauses("zinc, or iron, shortens colds, and iron lengthens severe cases"))
}
