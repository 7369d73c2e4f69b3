package text

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFormsOfAWordShareTheirStem(t *testing.T) {
	tests := [][]string{
		{"inhibits", "inhibited", "inhibition", "inhibitor", "inhibiting", "inhibit"},
		{"activate", "activates", "activated", "activation", "activator"},
		{"studies", "study"}, {"carries", "carry", "carried"}, {"supplies", "supply", "supplied"}, {"multiplies", "multiply", "multiplied"}, {"simple", "simply"}, {"stopped", "stops", "stopping"}, {"significant", "significantly"},
		{"treatment", "treated", "treats"}, {"suppresses", "suppression", "suppressed", "suppress"}, {"differ", "different", "difference", "differences"}, {"influenced", "influences", "influencing", "influence"}, {"tolerances", "tolerance"}, {"effective", "effect"},
	}
	for _, forms := range tests {
		want := forms[len(forms)-1]
		want = want[:StemLength([]byte(want))]
		for _, form := range forms {
			assert.Equal(t, want, form[:StemLength([]byte(form))])
		}
	}
}

func TestNamesWithDigitsAndShortWordsStayWhole(t *testing.T) {
	for _, word := range []string{"mtorc1", "cyp2d6s", "its", "gas", "βs", "12,000"} {
		assert.Equal(t, len(word), StemLength([]byte(word)), word)
	}
}

// sentences are the texts of a text's sentences.
func sentences(text string) []string {
	r := Read(text)
	out := make([]string, len(r.Sentences))
	for i, s := range r.Sentences {
		out[i] = r.Quote(s.First, s.End-1)
	}
	return out
}

func TestTextsAreCutIntoSentences(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"at marks before a capital", "Rats slept. Mice ran! Did cats?", []string{"Rats slept", "Mice ran", "Did cats"}},
		{"not at decimals and initials", "E. Coli grew by 1.5 mm. It died.", []string{"E. Coli grew by 1.5 mm", "It died"}},
		{"not before a small letter", "See fig. a and so on", []string{"See fig. a and so on"}},
		{"of nothing none are made", " ., ", []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, sentences(tt.text)) })
	}
}

func TestNumbersAreRead(t *testing.T) {
	r := Read("1,200 cells, 4.5 % and 7nm of 3.1.2")
	var numbers []float64
	for _, token := range r.Tokens {
		if !math.IsNaN(token.Number) {
			numbers = append(numbers, token.Number)
		}
	}
	assert.Equal(t, []float64{1200, 4.5}, numbers)
	assert.True(t, r.Tokens[2].Percent)
	assert.False(t, r.Tokens[0].Percent)
}

func TestWordsDoNotInheritTheCuesOfOthersWithTheirStem(t *testing.T) {
	for _, w := range []string{"rats", "response", "hard", "major", "position", "potent", "man", "consists", "easy", "rely", "unlike", "city", "design"} {
		r := Read("the " + w + " one")
		assert.Zero(t, r.Tokens[1].Cue&^CueStop, w)
		assert.Zero(t, r.Tokens[1].Shift, w)
	}
	for w, cue := range map[string]Cue{"rates": CueGeneric, "responsible": CueRelate, "hardly": CueNegation, "likely": CueHedge, "potentially": CueHedge, "non": CueNegation, "consistent": CueFavour} {
		assert.NotZero(t, Read("the " + w + " one").Tokens[1].Cue&cue, w)
	}
}

func TestSentencesAreThoseOfAReading(t *testing.T) {
	for _, s := range []string{
		"", "...", "One here. Two, by E. coli; still two! Three? 4.5 % of them (95 % CI 1.2-3.4). five",
		"Mice did not, however, grow. But voles did.",
	} {
		r := Read(s)
		want := make([]string, 0, len(r.Sentences))
		for _, span := range r.Sentences {
			want = append(want, r.Quote(span.First, span.End-1))
		}
		assert.Equal(t, want, Sentences(s))
	}
}
