package fold_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/internal/fold"
)

func TestLinesBreakAtWhiteSpaceAndLongWordsWithin(t *testing.T) {
	assert.Equal(t, []string{"a long", "text"}, fold.Lines("a long text", 7))
	assert.Equal(t, []string{"µµµµ", "µ b"}, fold.Lines("µµµµµ b", 4))
	assert.Empty(t, fold.Lines(" \n", 5))
	assert.Equal(t, []string{"a", "b"}, fold.Lines("ab", -7))
}

func TestNoLineIsLongerAndNoRuneIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, n := rapid.String().Draw(t, "text"), rapid.IntRange(1, 20).Draw(t, "n")
		lines := fold.Lines(text, n)
		for _, l := range lines {
			assert.LessOrEqual(t, utf8.RuneCountInString(l), n)
		}
		bare := func(s string) string { return strings.Join(strings.Fields(string([]rune(s))), "") }
		assert.Equal(t, bare(text), bare(strings.Join(lines, " ")))
	})
}
