package excerpt_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/internal/excerpt"
)

var five = []string{"One.", "Two.", "Three.", "Four.", "Five."}

func TestAWantedSentenceBringsItsNeighbours(t *testing.T) {
	assert.Equal(t, "[…] Three. Four. Five.", excerpt.Around(five, []bool{false, false, false, true, false}))
	assert.Equal(t, "One. Two. […]", excerpt.Around(five, []bool{true, false, false, false, false}))
	assert.Equal(t, "One. Two. Three. Four. Five.", excerpt.Around(five, make([]bool, 5)), "nothing is known of it")
}

func TestTheNearestSentencesKeepTheirOrder(t *testing.T) {
	byLength := func(s string) float64 { return float64(len(s)) }
	assert.Equal(t, "[…] Three. Four. […]", excerpt.Nearest(five, 2, byLength), "of equals the first")
	assert.Equal(t, "One. Two. Three. Four. Five.", excerpt.Nearest(five, 9, byLength))
	assert.Empty(t, excerpt.Nearest(nil, 3, byLength))
}

func TestEverySentenceThatIsKeptStandsThereWordForWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sentences := rapid.SliceOfN(rapid.StringMatching(`[A-Z][a-z ]{1,20}[a-z]\.`), 1, 8).Draw(t, "sentences")
		wanted := rapid.SliceOfN(rapid.Bool(), len(sentences), len(sentences)).Draw(t, "wanted")
		got := excerpt.Around(sentences, wanted)
		for i, s := range sentences {
			if wanted[i] {
				assert.Contains(t, got, s)
			}
		}
		for _, part := range strings.Split(got, "[…]") {
			assert.Contains(t, strings.Join(sentences, " "), strings.TrimSpace(part), "nothing is added")
		}
	})
}
