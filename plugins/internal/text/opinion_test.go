package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// opines asks of one sentence.
func opines(s string) bool {
	return NewHearsay().Opines(tokens(s), func(int) bool { return false })
}

func TestOpinionsOfOthersAreToldFromFindings(t *testing.T) {
	for s, want := range map[string]bool{
		"Most pupils think bats are blind.":                           true,
		"Many still believe bats are blind.":                          true,
		"In the poll 40 % said that bats are blind.":                  true,
		"Patients who believed in the drug took it.":                  false,
		"Half of the nurses agreed that visits should be longer.":     false,
		"Readers and experts agreed that bats see.":                   false,
		"Students agreed to take part.":                               false,
		"The oil was sold for years as a cure.":                       true,
		"We sold the oil as a cure.":                                  false,
		"The oil was sold in 14 countries.":                           false,
		"The well is reputed to heal.":                                true,
		"Newspapers have often described the oil as harmless.":        true,
		"The oil was praised by newspapers.":                          true,
		"The rash was described in 12 patients.":                      false,
		"According to popular opinion bats are blind.":                true,
		"Garlic has a reputation as a repellent.":                     true,
		"He rose to fame as a pianist.":                               false,
		"The idea that bats are blind is old.":                        true,
		"One view is that bats are blind.":                            true,
		"Popular wisdom says bats are blind.":                         true,
		"Perception of risk rose after the flood.":                    false,
		"Our assumption that bats see was written down.":              false,
		"The measurements verify the assumption that bats see.":       false,
		"We conclude on the idea that bats see.":                      false,
		"Bats are popularly considered blind.":                        true,
		"Bats were considered for the list.":                          false,
		"Word has it that bats are blind.":                            true,
		"One hears that bats are blind.":                              true,
		"We hear that bats are blind.":                                false,
		"The membrane holds water that would otherwise be lost to it": false,
	} {
		assert.Equal(t, want, opines(s), s)
	}
}

func TestAWordThatIsAskedForTellsNoOpinion(t *testing.T) {
	k := tokens("Most pupils think bats are blind.")
	assert.False(t, NewHearsay().Opines(k, func(i int) bool { return i == 2 }))
}

func TestWhatAVerbOfHoldingHoldsIsAThing(t *testing.T) {
	h := NewHearsay()
	for s, want := range map[string]bool{"The membrane holds water that would be lost.": false, "Sages held that bats are blind.": true} {
		k := tokens(s)
		assert.Equal(t, want, h.Tells(k, 0, len(k)), s)
	}
}
