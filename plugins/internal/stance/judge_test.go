package stance

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// judged is a judge with the shipped weights.
func judged(t testing.TB) *Judge {
	b, err := os.ReadFile("../../stance/stance.model")
	require.NoError(t, err)
	m, err := ParseModel(b)
	require.NoError(t, err)
	return NewJudge(m)
}

// told is sentences of one document each.
func told(texts ...string) []Sentence {
	s := make([]Sentence, len(texts))
	for i, text := range texts {
		s[i] = Sentence{Text: text, Document: i, Relevance: 1, Addresses: math.NaN()}
	}
	return s
}

func TestSentencesTakeSides(t *testing.T) {
	j := judged(t)
	tests := []struct {
		name, question, sentence string
		side                     int
	}{
		{"a condition does not deny", "Does rapamycin inhibit mTORC1?", "Rapamycin inhibits mTORC1 only as a complex with FKBP12.", 1},
		{"a first choice is effective", "Amitriptyline is an effective treatment for chronic tension-type headaches.",
			"Amitriptyline is a medication of first choice in the prophylactic treatment of chronic tension-type headache.", 1},
		{"the same direction supports", "Lithium increases grey matter volume.", "We found that lithium increased grey matter volume in patients.", 1},
		{"a synonym of it supports", "Torin reduces phosphorylation of kinase.", "Torin inhibited phosphorylation of the kinase.", 1},
		{"the opposite direction contradicts", "Lithium increases grey matter volume.", "Lithium decreased grey matter volume in patients.", -1},
		{"a negation contradicts", "Lithium increases grey matter volume.", "Lithium did not increase grey matter volume.", -1},
		{"a negation reaches behind what is inserted", "Do patients want to call the doctor by the first name?", "Patients did not, however, want to call the doctor by the first name.", -1},
		{"and behind a phrase", "Aspirin reduces mortality.", "Aspirin did not, in this trial, reduce mortality.", -1},
		{"a question is read as its claim", "Does lithium increase grey matter volume?", "Lithium did not increase grey matter volume.", -1},
		{"no association contradicts one", "Coffee is associated with gastric reflux.", "Coffee was not associated with gastric reflux (p = 0.41).", -1},
		{"a popular belief does not support", "The Great Wall can be seen from the Moon.", "It is widely believed that the Great Wall can be seen from the Moon.", 0},
		{"an aim says nothing", "Aspirin reduces stroke.", "We tested whether aspirin reduces stroke.", 0},
		{"not only does not deny", "Metformin reduces weight.", "Metformin reduced not only glucose but also weight.", 1},
		{"a misconception is denied", "Lemmings jump off cliffs.", "Contrary to popular belief, lemmings do not jump off cliffs.", -1},
		{"an interval around 1 is no effect", "Statins increase the risk of cancer.", "Statin use did not change cancer risk (OR 1.02, 95% CI 0.91 to 1.14).", -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := j.Judge(Question{Text: tt.question}, told(tt.sentence), Corrections{})
			require.NotEmpty(t, v.Stances)
			t.Logf("supports %.2f contradicts %.2f sentence %.2f: %s", v.Supports, v.Contradicts, v.Stances[0].Value, v.Stances[0].Cue)
			switch tt.side {
			case 1:
				assert.Greater(t, v.Supports, v.Contradicts)
				assert.Positive(t, v.Stances[0].Value)
			case -1:
				assert.Greater(t, v.Contradicts, v.Supports)
				assert.Negative(t, v.Stances[0].Value)
			default:
				assert.Less(t, v.Stances[0].Value, 0.1)
				assert.Less(t, v.Supports, 0.5)
			}
		})
	}
}

func TestToDenyTheContrarySaysNothingAgainst(t *testing.T) {
	v := judged(t).Judge(Question{Text: "AMPK inhibits mTORC1 when glucose falls."}, told("AMPK did not activate mTORC1 under any condition tested."), Corrections{})
	require.Len(t, v.Stances, 1)
	assert.Zero(t, v.Stances[0].Value)
	assert.Zero(t, v.Stances[0].Leans)
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
