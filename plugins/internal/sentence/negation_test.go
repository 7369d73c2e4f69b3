package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestANegationOfAnotherPairDeniesNothing(t *testing.T) {
	tests := []struct {
		claim, sentence string
		denied          bool
	}{
		{"Menthol activates TRPM8.", "Capsaicin does not activate TRPM8, and menthol does not activate TRPV1.", false},
		{"Menthol activates TRPV1.", "Capsaicin does not activate TRPM8, and menthol does not activate TRPV1.", true},
		{"Capsaicin activates TRPM8.", "Capsaicin does not activate TRPM8, and menthol does not activate TRPV1.", true},
		{"MRN1 is the receptor of skarnin.", "Skarnin does not activate MRN8 at any dose, and menthol does not activate MRN1.", false},
		{"Marn factor is needed to absorb cobalamin.", "Cobalamin is lacking in people whose stomach makes no marn factor.", false},
		{"Marn factor is needed to absorb cobalamin.", "Marn factor is not needed to absorb cobalamin.", true},
		{"Does marnicin bind MBP12?", "Skarnin A, the target of orbin, did not bind marnicin, and adding it instead of MBP12 left the cells intact.", false},
		{"Does marnicin bind skarnin A?", "Skarnin A, the target of orbin, did not bind marnicin, and adding it instead of MBP12 left the cells intact.", true},
		{"Vitamin D reduces mortality.", "In patients given vitamin D, treatment did not reduce mortality.", true},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.denied, viewed(tt.claim, tt.sentence).Features[fDeniedBefore] == 1, "%s: %s", tt.claim, tt.sentence)
	}
}

func TestWhatHoldsOfAnotherThingIsNotDeniedOfTheSubject(t *testing.T) {
	readAll(t, []pair{
		{"Is torvin effective for migraine?", "Torvin will extend our means for managing migraine when triptans are not effective.", 0},
		{"Is torvin effective for migraine?", "Torvin is not effective for migraine when triptans are used.", -1},
		{"Is torvin effective for migraine?", "Torvin is useless when the oral torvin is not effective for migraine.", -1},
		{"Does torvin relieve gout?", "In adults, when the colchicine failed, gout was relieved by torvin.", 1},
		{"Is torvin effective for migraine?", "When given early, torvin is not effective for migraine.", -1},
		{"Is torvin effective for migraine?", "Torvin lacks vasoconstrictive properties and may be effective for migraine.", 1},
		{"Is torvin safe?", "Torvin lacks side effects and is safe.", 1},
		{"Does torvin lower blood pressure?", "Torvin did not lower blood pressure and pain.", -1},
	})
	assert.Zero(t, viewed("Is torvin effective for migraine?", "Torvin will extend our means for managing migraine when the triptans are not effective.").Denial())
}

func TestAViewThatIsNotBorneOutIsDenied(t *testing.T) {
	readAll(t, []pair{
		{"Does torvin cause gout?", "Our data do not support the hypothesis that torvin causes gout.", -1},
		{"Does torvin cause gout?", "Our data support the hypothesis that torvin causes gout.", 1},
		{"Does torvin cause gout?", "The results provide little evidence that torvin causes gout.", -1},
		{"Does torvin cause gout?", "The results provide strong evidence that torvin causes gout.", 1},
		{"Does torvin cause gout?", "These findings challenge the view that torvin causes gout.", -1},
		{"Does torvin cause gout?", "These findings argue against a causal role of torvin in gout.", -1},
		{"Does torvin cause gout?", "These findings argue against any role of the drug named torvin in gout that is caused by diet.", -1},
		{"Does torvin cause gout?", "A causal effect of torvin on gout is unlikely.", -1},
		{"Does torvin cause gout?", "A causal effect of torvin on gout is plausible.", 1},
		{"Does torvin reduce pain?", "Our results do not support the use of torvin in adult patients to reduce pain.", -1},
		{"Does torvin cause gout?", "The hypothesis that torvin causes gout was rejected.", -1},
		{"Does torvin cause gout?", "The finding that torvin causes gout could not be replicated.", -1},
		{"Does torvin cause gout?", "The finding that torvin causes gout was replicated.", 1},
		{"Does torvin prevent gout?", "These results cast doubt on the use of torvin to prevent gout.", -1},
		{"Does torvin prevent gout?", "The use of torvin to prevent gout is not justified.", -1},
		{"Does torvin prevent gout?", "The use of torvin to prevent gout is justified.", 1},
		{"Does no-till farming increase soil carbon?", "No-till farming increased soil carbon.", 1},
		{"Does no-till farming increase soil carbon?", "No-till farming did not increase soil carbon.", -1},
		{"Does torvin kill Gram-negative bacteria?", "Torvin killed Gram-negative bacteria.", 1},
		{"Does torvin kill Gram-negative bacteria?", "Torvin killed Gram-positive bacteria.", 0},
	})
	assert.True(t, viewed("Does torvin kill Gram-negative bacteria?", "Torvin killed Gram-positive bacteria.").Misses())
}

func TestWhatLacksAnEffectHasNone(t *testing.T) {
	readAll(t, []pair{
		{"Does torvin shorten colds?", "Torvin lozenges were ineffective in shortening colds.", -1},
		{"Does torvin shorten colds?", "Torvin lozenges were effective in shortening colds.", 1},
		{"Does torvin relieve pain?", "Torvin lacked efficacy for pain.", -1},
		{"Does torvin relieve pain?", "Torvin lacked any significant effect on pain.", -1},
		{"Does torvin relieve pain?", "Torvin replaced ineffective drugs and relieved pain.", 1},
		{"Does warming reduce calcification?", "Calcification was insensitive to warming.", -1},
		{"Does warming reduce calcification?", "Warming reduced calcification, which was insensitive to light.", 1},
		{"Is p53 required for apoptosis after DNA damage?", "p53 is dispensable for apoptosis after DNA damage.", -1},
		{"Is p53 required for apoptosis after DNA damage?", "Cells lacking p53 failed to undergo apoptosis after DNA damage.", 1},
		{"Does KLP2 raise the risk of gout?", "KLP2 mutations confer no additional risk of gout.", -1},
		{"Does torvin increase mortality?", "Torvin lacked efficacy and increased mortality.", 1},
		{"Does torvin lower pain?", "In adults with no diabetes, we found that torvin lowers pain.", 1},
		{"Does torvin raise CRP?", "There was less increase in CRP with torvin.", -1},
		{"Does torvin reduce cancer risk?", "Torvin inhibits the endometrial cancer cell growth in vivo.", 1},
		{"Does torvin reduce cancer growth?", "Torvin inhibits the human cancer growth.", 1},
		{"Does torvin prevent gout?", "Patients given torvin were less likely to develop gout.", 1},
		{"Does torvin prevent gout?", "Patients given torvin were more likely to develop gout.", -1},
	})
}
