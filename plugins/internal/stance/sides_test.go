package stance

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// oneWork is a pool of sentences of one work.
func oneWork(t *testing.T, claim string, sentences ...string) (*Pool, *Model) {
	var read []Sentence
	for i, s := range sentences {
		read = append(read, Sentence{Text: s, Place: i, Addresses: math.NaN()})
	}
	j := judged(t)
	return j.Look(Question{Text: claim}, read), j.model
}

func TestOneSentenceThatDeniesIsNotLostAmongOthers(t *testing.T) {
	claim := "Torvin reduces the growth of kelp."
	denial := "Torvin did not reduce the growth of kelp."
	p, m := oneWork(t, claim, denial, "The growth of kelp was measured.", "Torvin was given to kelp.", "Growth of kelp differs with light.",
		"Kelp was grown in tanks with Torvin.", "Torvin is sold for kelp.")
	nothing := make([]float32, WorkFeatures) // the vector of all, if it told nothing
	assert.Less(t, p.together(m, p.views, nothing), m.SideOf(nothing)+worded*m.Polarity.Score(apart(p.h, p.views, m.Polarity)))
	_, least := m.each(p.views)
	assert.Equal(t, p.views[0].sideBy(m), least)
	assert.Equal(t, denial, p.views[0].sentence.Text)
}

func TestASentenceThatIsHardlyHeededTellsLittle(t *testing.T) {
	m := &Model{}
	heeded := &view{attention: 1, by: m, side: 1}
	mean, least := m.each([]*view{heeded, {attention: 0.01, by: m, side: -3}})
	assert.InDelta(t, (1-0.03*3)/1.03, mean, 1e-9)
	assert.InDelta(t, -0.3, least, 1e-9)
}

func TestASideIsJudgedAgainByAnotherModel(t *testing.T) {
	p, m := oneWork(t, "Torvin reduces the growth of kelp.", "Torvin did not reduce the growth of kelp.")
	first := p.views[0].sideBy(m)
	other := *m
	other.Side = m.Evidence
	assert.NotEqual(t, first, p.views[0].sideBy(&other))
	assert.Equal(t, first, p.views[0].sideBy(m))
}

func TestAVerdictDoesNotStandAgainstItsOnlyLabels(t *testing.T) {
	pro, contra, faint := Stance{Value: 0.8}, Stance{Value: -0.8}, Stance{Value: Telling / 2}
	tests := []struct {
		name       string
		stances    []Stance
		odds, want float64
	}{
		{"supports alone", []Stance{pro, faint, pro}, -2, followed},
		{"supports alone, as the works do", []Stance{pro}, 2, 2},
		{"contradicts alone", []Stance{contra}, 2, -followed},
		{"contradicts alone, as the works do", []Stance{contra}, -2, -2},
		{"both", []Stance{pro, contra}, -2, -2},
		{"none", []Stance{faint}, -2, -2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.InDelta(t, tt.want, follow(tt.stances, tt.odds), 1e-9) })
	}
}

func TestWorksThatSpeakOtherwiseDoNotOutvoteASentence(t *testing.T) {
	j := judged(t)
	p := j.Look(Question{Text: "Does aspirin reduce the risk of cancer?"}, told("Aspirin reduced the risk of cancer."))
	x := p.Vector(j.model)
	for _, k := range []int{qSide, qBestSide, qPoolSide, qFor, qBalance} {
		x[k] = -5
	}
	x[qDenial] = 5
	_, odds := p.heads(j.model, x)
	require.Negative(t, odds)
	v := p.judged(j.model, x, Corrections{})
	require.NotEmpty(t, v.Stances)
	assert.Greater(t, v.Supports, v.Contradicts)
}
