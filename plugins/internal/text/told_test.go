package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// tokens reads one sentence.
func tokens(s string) []Token { return Read(s).Tokens }

func TestWhoPassesOnWhatOthersSayIsToldFromWhoStatesIt(t *testing.T) {
	h := NewHearsay()
	for _, s := range []string{
		"According to guidebooks and board games, the tower leans to the east.", "Schoolbooks state that the hump of the camel is full of water.",
		"The tower leans, as one visitor put it, like a drunkard.", "That the tower leans to the east was written long before anybody had measured it.",
		"Visitors have been told for generations that the tower leans.", "Naturalists have proposed that the birds sleep under water.",
		"The magazine retells accounts of falling frogs.", "Sailors say the fish can fly.",
	} {
		k := tokens(s)
		assert.True(t, h.Tells(k, 0, len(k)), s)
	}
	for _, s := range []string{
		"The tower leans to the east.", "We believe that the tower leans.", "Our results maintain that the tower leans.",
		"The dose was chosen according to the weight of each child.", "That dose was well tolerated.", "The press was heated to 80 °C.",
		"Mortality was lower in the hospital that had closed its wards.",
	} {
		k := tokens(s)
		assert.False(t, h.Tells(k, 0, len(k)), s)
	}
}

func TestExpectationsAndStudiesAreTold(t *testing.T) {
	h := NewHearsay()
	for s, want := range map[string]bool{
		"The drug can be expected to lower mortality.": true, "Trials are required before it is given.": true, "A trial of the drug is now enrolling patients.": true, "The drug lowered mortality.": false, "The receptor is required for growth.": false, "These data show that the receptor is required for growth.": false,
	} {
		k := tokens(s)
		assert.Equal(t, want, h.Expects(k, 0, len(k)), s)
	}
	for s, want := range map[string]bool{
		"We measured the height of 300 towers.": true, "Patients were randomly assigned to the drug.": true, "Towers have stood for centuries.": false,
	} {
		assert.Equal(t, want, h.Studies(tokens(s)), s)
	}
}

func TestWordsOfANameTellNoDirection(t *testing.T) {
	for s, want := range map[string]int8{"Ships reach the Great Lakes through a canal in summer.": 0, "They saw a great increase of ships in summer.": 1} {
		r := Read(s)
		var shift int8
		for _, k := range r.Tokens {
			if r.Text[k.From:k.To] == "Great" || r.Text[k.From:k.To] == "great" {
				shift = k.Shift
			}
		}
		assert.Equal(t, want, shift, s)
	}
}

func TestWordsOfDifferentMeaningHaveDifferentStems(t *testing.T) {
	stem := func(w string) string { return w[:StemLength([]byte(w))] }
	for _, pair := range [][2]string{{"university", "universe"}, {"several", "severe"}, {"experience", "experiment"}, {"important", "import"}, {"million", "mill"}} {
		assert.NotEqual(t, stem(pair[0]), stem(pair[1]), pair)
	}
	assert.Equal(t, stem("inhibition"), stem("inhibited"))
}
