package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestASentenceThatSaysItOfOthersTooDeniesAClaimOfOneAlone(t *testing.T) {
	for sentence, exceeds := range map[string]bool{
		"ATP-competitive torin compounds inhibit mTORC1 and mTORC2 alike.": true,
		"Torin inhibited mTORC2 and mTORC1.":                               true,
		"Torin inhibits mTORC1 and mTORC2 only in part.":                   false,
		"Torin inhibits mTORC1.":                                           false,
		"Torin inhibits mTORC1 and slows growth.":                          false,
		"Torin does not inhibit mTORC1 and mTORC2.":                        false,
		"Torin activates mTORC1 and mTORC2.":                               false,
	} {
		assert.Equal(t, exceeds, viewed("Torin inhibits mTORC1 only.", sentence).exceeds() > 0.5, sentence)
	}
	both := "The gene is expressed in both males and females."
	assert.Greater(t, viewed("Is the gene expressed only in males?", both).exceeds(), 0.5)
	for _, claim := range []string{"The gene is expressed in males.", "The gene is expressed not only in males.", "The only expressed gene is in males."} {
		assert.Zero(t, viewed(claim, both).exceeds(), claim)
	}
}

func TestAClaimOfOneAloneIsAffirmedByWhoeverLeavesOutTheRest(t *testing.T) {
	claim := "Torin inhibits mTORC1 only."
	assert.Zero(t, viewed(claim, "Torin inhibits mTORC1.").Affirms())
	assert.Greater(t, viewed(claim, "Torin inhibits only mTORC1.").Affirms(), 0.5)
	assert.Greater(t, viewed("Torin inhibits mTORC1.", "Torin inhibits mTORC1.").Affirms(), 0.5)
}
