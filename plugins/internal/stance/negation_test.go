package stance

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
		{"Vitamin D reduces mortality.", "In patients given vitamin D, treatment did not reduce mortality.", true},
	}
	for _, tt := range tests {
		p := NewJudge(nil).Look(Question{Text: tt.claim}, []Sentence{{Text: tt.sentence, Addresses: 1}})
		assert.Equal(t, tt.denied, p.views[0].features[fDeniedBefore] == 1, "%s: %s", tt.claim, tt.sentence)
	}
}
