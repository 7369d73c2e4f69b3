package stance

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// verdict judges a claim by the sentences of one work.
func verdict(t *testing.T, claim string, sentences ...string) *Verdict {
	var read []Sentence
	for i, s := range sentences {
		read = append(read, Sentence{Text: s, Place: i, Addresses: math.NaN()})
	}
	return judged(t).Judge(Question{Text: claim}, read, Corrections{})
}

func TestWhatOthersBelieveSupportsNothing(t *testing.T) {
	claim := "Goldfish forget within three seconds."
	for _, said := range []string{
		"Folklore says that goldfish forget within three seconds.", "An old saying holds that goldfish forget within three seconds.",
		"Popular accounts claim that goldfish forget within three seconds.", "Physicians held that goldfish forget within three seconds.",
		"It is widely believed that goldfish forget within three seconds.",
	} {
		v := verdict(t, claim, said, "They were kept in a tank.")
		assert.Greater(t, v.Undecided, 0.5, said)
		for _, s := range v.Stances {
			assert.Less(t, math.Abs(s.Value), Telling, said)
		}
	}
	assert.Greater(t, verdict(t, claim, "Goldfish forget within three seconds.").Supports, 0.5, "what a text states itself does")
}

func TestWhatIsOnlyToldIsHearsayUntilASentenceStatesIt(t *testing.T) {
	claim, told := "Goldfish forget within three seconds.", "It is widely believed that goldfish forget within three seconds."
	assert.Greater(t, verdict(t, claim, told, "Ponds were warm.").Hearsay, 0.5)
	assert.Zero(t, verdict(t, claim, told, "Goldfish forget within three seconds, our tests show.").Hearsay)
	assert.Zero(t, verdict(t, claim, "Goldfish forget within three seconds.").Hearsay)
}

func TestAComparisonTheOtherWayRoundContradicts(t *testing.T) {
	for claim, sentence := range map[string]string{
		"Steel conducts heat better than copper.":                                "Copper conducts heat better than steel.",
		"Iron given daily is absorbed better than iron given on alternate days.": "Iron given on alternate days was absorbed better than iron given daily.",
	} {
		v := verdict(t, claim, sentence)
		assert.Greater(t, v.Contradicts, v.Supports, claim)
		v = verdict(t, sentence, sentence)
		assert.Greater(t, v.Supports, v.Contradicts, claim)
	}
}

func TestAClaimForWhichNoSentenceSpeaksIsLeftOpen(t *testing.T) {
	v := &Verdict{Supports: 0.6, Contradicts: 0.1, Undecided: 0.3, Stances: []Stance{{Value: 0.05}, {Value: -0.4}}}
	v.back(false)
	assert.InDelta(t, 0.3, v.Supports, 1e-9)
	assert.InDelta(t, 0.65, v.Undecided, 1e-9)
	assert.Zero(t, v.Backing)
	v = &Verdict{Supports: 0.6, Contradicts: 0.1, Undecided: 0.3, Stances: []Stance{{Value: 0.5, Leans: 0.5}}}
	v.back(false)
	assert.Equal(t, Verdict{Supports: 0.6, Contradicts: 0.1, Undecided: 0.3, Backing: 0.5, Stances: v.Stances}, *v)
}

func TestAMisconceptionThatCrowdsShareSupportsNothing(t *testing.T) {
	for claim, said := range map[string]string{
		"Glass flows at room temperature.":    "Students agreed that glass flows at room temperature.",
		"Bats are blind.":                     "Most people think bats are blind.",
		"Copper bracelets relieve arthritis.": "Copper bracelets are marketed as devices which relieve arthritis.",
		"Garlic repels mosquitoes.":           "Garlic is reputed to repel mosquitoes.",
	} {
		v := verdict(t, claim, said, "The survey took place in spring.")
		assert.Greater(t, v.Undecided, 0.5, said)
	}
}
