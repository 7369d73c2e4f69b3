package stance

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		p := NewJudge(nil).Look(Question{Text: tt.claim}, []Sentence{{Text: tt.sentence, Addresses: 1}})
		assert.Equal(t, tt.denied, p.views[0].features[fDeniedBefore] == 1, "%s: %s", tt.claim, tt.sentence)
	}
}

func TestWhatASentenceLacksDeniesNoClaim(t *testing.T) {
	tests := []struct {
		claim, sentence string
		denies          bool
	}{
		{"Does torvin cause marnosis?", "Lymph nodes from torvin-infected individuals without marnosis revealed higher frequencies of cells.", false},
		{"Is marnosis a risk factor for stroke?", "The thickness was measured in 175 stroke patients and 161 marnosis patients without stroke.", false},
		{"Does alcohol damage the liver?", "Non-alcoholic fatty liver disease is the leading chronic hepatic condition.", false},
		{"Does torvin help in marnosis?", "Abnormal tracings were found in 6 % of marnosis patients but there were no contraindications to torvin.", false},
		{"Does torvin cause marnosis?", "Torvin was given without an effect on marnosis.", true},
		{"Does torvin reduce marnosis?", "There was no reduction of marnosis by torvin.", true},
		{"Marnosis requires torvin.", "Marnosis develops without torvin.", true},
	}
	j := judged(t)
	for _, tt := range tests {
		v := j.Judge(Question{Text: tt.claim}, told(tt.sentence), Corrections{})
		require.NotEmpty(t, v.Stances)
		assert.Equal(t, tt.denies, v.Stances[0].Value < -0.3, "%s: %s: %.2f %s", tt.claim, tt.sentence, v.Stances[0].Value, v.Stances[0].Cue)
	}
}

func TestAnAimTakesASideOnlyWhereSomethingWasFound(t *testing.T) {
	value := func(sentence string) float64 {
		v := judged(t).Judge(Question{Text: "Torvin reduces marnosis."}, told(sentence), Corrections{})
		require.NotEmpty(t, v.Stances)
		return v.Stances[0].Value
	}
	assert.InDelta(t, 0, value("To investigate whether torvin reduces marnosis in people without established disease, and whether this is similar in men and women."), 0.05)
	assert.InDelta(t, 0, value("To compare the reduction of marnosis by torvin with that by placebo in old patients."), 0.1)
	assert.Greater(t, value("To our surprise torvin reduces marnosis."), 0.3)
	assert.Less(t, value("We investigated whether torvin reduces marnosis and found that it did not reduce marnosis."), -0.3)
}
