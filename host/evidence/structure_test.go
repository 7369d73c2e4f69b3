package evidence_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestClaimsAreTypedByTheirWords(t *testing.T) {
	tests := []struct{ text, claimType, qualifier string }{
		{"Rapamycin inhibits mTORC1 in yeast.", evidence.ClaimMechanism, ""},
		{"The Km of the enzyme was 12 nM.", evidence.ClaimNumerical, ""},
		{"Drug A lowered LDL by 20 % compared with placebo.", evidence.ClaimComparison, ""},
		{"Smoking causes lung cancer in 10 % of smokers.", evidence.ClaimCausal, ""},
		{"Loss of the gene leads to growth arrest.", evidence.ClaimCausal, ""},
		{"Treatment significantly reduced binding, which suggests a role.", evidence.ClaimMechanism, "significantly"},
		{"The effect was not statistically significant.", "", "not statistically significant"},
		{"Our data suggest that TEMPO binds copper.", evidence.ClaimMechanism, "suggest"},
		{"It may act through a pathway.", evidence.ClaimMechanism, "may"},
		{"A new species was reported.", "", "reported"},
		{"Lemmings are rodents.", "", ""},
		{"", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			assert.Equal(t, tt.claimType, evidence.ClaimType(tt.text, evidence.Quantities(tt.text)))
			assert.Equal(t, tt.qualifier, evidence.ClaimQualifier(tt.text))
		})
	}
}

func TestTheMainQuantityHasAUnitIfAnyHas(t *testing.T) {
	q, ok := evidence.MainQuantity(evidence.Quantities("In 3 trials the dose was 10 nM."))
	assert.True(t, ok)
	assert.Equal(t, 10.0, q.Value)
	assert.Equal(t, "nM", q.Unit)
	_, ok = evidence.MainQuantity(evidence.Quantities("No number."))
	assert.False(t, ok)
}
