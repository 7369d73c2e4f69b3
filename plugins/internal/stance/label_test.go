package stance

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// labelled is from where on the shipped policies write a label beside a sentence.
const labelled = 0.2

func TestASentenceThatDoesNotSaySoHasNoLabel(t *testing.T) {
	j := judged(t)
	tests := []struct {
		name, question string
		read           []Sentence // the first is judged
	}{
		{"what was questioned", "Acid exposure converts lymphocytes into pluripotent cells.", told(
			"A report that acid exposure converts lymphocytes into pluripotent cells attracted wide interest and was soon questioned.")},
		{"what was retracted", "Zinc shortens colds.", told("The finding that zinc shortens colds was later retracted.")},
		{"what is argued", "Do beta-carotene supplements reduce the risk of lung cancer in smokers?", told(
			"Since beta-carotene is an antioxidant that quenches singlet oxygen, it is reasonable to conclude that beta-carotene supplements reduce lung cancer risk in smokers.")},
		{"what lacks the noun of the object", "Tobacco smoke shortens the half-life of caffeine.", told(
			"Polycyclic hydrocarbons in tobacco smoke activate the aryl hydrocarbon receptor and thereby induce CYP1A2, the enzyme that removes the N3 methyl group of caffeine.")},
		{"what lacks the subject", "Do statins lower mortality after bypass?", told("Mortality after bypass was lower with aspirin.")},
		{"what denies the contrary, under a circumstance that the work tells", "AMPK inhibits mTORC1 when glucose falls.", []Sentence{
			{Text: "AMPK did not activate mTORC1 under any condition tested.", Place: 1, Relevance: 1, Addresses: math.NaN()},
			{Text: "AMPK restrains mTORC1 through TSC2 when glucose falls.", Relevance: 1, Addresses: math.NaN()}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := j.Judge(Question{Text: tt.question}, tt.read, Corrections{})
			require.NotEmpty(t, v.Stances)
			for _, s := range v.Stances {
				if s.Row == 0 {
					assert.InDelta(t, 0, s.Value, labelled)
				}
			}
		})
	}
}

func TestAMeasureNeedNotBeNamed(t *testing.T) {
	v := judged(t).Judge(Question{Text: "Vitamin D reduces the risk of respiratory infection."}, told("Vitamin D protected adults against acute respiratory infections."), Corrections{})
	require.NotEmpty(t, v.Stances)
	assert.Greater(t, v.Stances[0].Value, labelled)
}

func TestWhereWorksSpeakAgainstItYesLosesALittle(t *testing.T) {
	j := judged(t)
	answer := func(question string, balance, best float32) float64 {
		p := j.Look(Question{Text: question}, told("Zinc and colds were studied."))
		x := p.Vector(j.model)
		x[qBalance], x[qBest] = balance, best
		_, odds := p.heads(j.model, x)
		return odds - j.model.Answer.Score(x)
	}
	const asked, claimed = "Does zinc shorten colds?", "Zinc shortens colds."
	assert.InDelta(t, askedLean, answer(asked, 0.6, 0.9)-answer(asked, 0.4, 0.9), 1e-9)
	assert.InDelta(t, 0, answer(asked, 0.4, 0.5)-answer(asked, 0.6, 0.9), 1e-9, "no sentence holds more than half of it")
	assert.InDelta(t, 0, answer(claimed, 0.6, 0.9)-answer(claimed, 0.4, 0.9), 1e-9, "of a claim")
}

func TestThatNothingIsSoAnswersWhetherAnythingIs(t *testing.T) {
	sentence := "At present, no specific pharmacotherapy is approved for NAFLD."
	v := judged(t).Judge(Question{Text: "Is there any approved treatment for NAFLD?"}, told(sentence), Corrections{})
	require.Len(t, v.Stances, 1)
	assert.Less(t, v.Stances[0].Value, -labelled)
}
