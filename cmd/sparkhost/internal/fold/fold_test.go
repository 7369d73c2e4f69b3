package fold

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestParagraphsAreRefilledAndExamplesStay(t *testing.T) {
	text := "one two three\nfour\n\n  an example that is longer than the width\nfive six"
	assert.Equal(t, "one two\nthree four\n\n  an example that is longer than the width\nfive six", Text(text, 10))
}

func TestNoWordIsLostAndNoLineIsTooLong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé]{1,9}`), 1, 40).Draw(t, "words")
		got := Text(strings.Join(words, " "), 20)
		assert.Equal(t, words, strings.Fields(got))
		for line := range strings.SplitSeq(got, "\n") {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), 20)
		}
	})
}

func TestALongCommandContinuesOnTheNextLine(t *testing.T) {
	assert.Equal(t, "  tool run --first a \\\n    --second b --third c", Examples("  tool run --first a --second b --third c", 24))
	assert.Equal(t, "  short --flag", Examples("  short --flag", 22))
	assert.Equal(t, "  one-word-that-nothing-can-break", Examples("  one-word-that-nothing-can-break", 22))
}

func TestALineHangsUnderItsFirstAndAddressesStayWhole(t *testing.T) {
	assert.Equal(t, "  cost  one two\n    three four", Hanging("  cost  one two three four", 15, 4))
	assert.Equal(t, "  at\n    https://doi.org/10.5555/sparkhost\n    and", Hanging("  at https://doi.org/10.5555/sparkhost and", 15, 4))
	assert.Equal(t, "short", Hanging("short", 15, 4))
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé]{1,9}`), 1, 40).Draw(t, "words")
		line := "  label  " + strings.Join(words, " ")
		got := Hanging(line, 24, rapid.IntRange(0, 40).Draw(t, "indent"))
		assert.Equal(t, strings.Fields(line), strings.Fields(got))
		for line := range strings.SplitSeq(got, "\n") {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), 24)
		}
	})
}
