package reading

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestASentenceOnATwinDoesNotAddressTheQuestion(t *testing.T) {
	file, err := os.ReadFile("../../reading/reading.model")
	require.NoError(t, err)
	m, err := Parse(string(file))
	require.NoError(t, err)
	for _, tt := range []struct{ name, question, own, twin string }{
		{"a number behind", "Does rapamycin inhibit mTORC1?", "Rapamycin inhibits mTORC1 in liver cells.", "Rapamycin inhibits mTORC2 in liver cells."},
		{"a number after a hyphen", "Does the protease ZL-4 cleave collagen?", "The protease ZL-4 cleaves collagen.", "The protease ZL-5 cleaves collagen."},
		{"a letter behind", "Does vitamin K prevent night blindness?", "Vitamin K prevented night blindness.", "Then vitamin A prevented night blindness."},
		{"a letter before", "Do B cells mature in bone marrow?", "The B cells mature in bone marrow.", "The T cells mature in bone marrow."},
		{"a type", "Does metformin help in type 2 diabetes?", "Metformin helps in type 2 diabetes.", "Metformin helps in type 1 diabetes."},
		{"another species", "Does Camponotus floridanus plant epiphytes?", "Camponotus floridanus plants epiphytes.", "Camponotus femoratus plants epiphytes."},
		{"another attribute", "What is the thermal conductivity of bronze wire?", "The thermal conductivity of bronze wire was measured.", "The electrical conductivity of bronze wire was measured."},
		{"another point", "What is the boiling point of skarnium?", "The boiling point of skarnium was measured.", "The melting point of skarnium was measured."},
		{"a name of almost the same letters", "Does quinidine prolong the QT interval?", "Quinidine prolongs the QT interval.", "Quinine prolongs the QT interval."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var r Reader
			addresses := func(text string) float64 {
				return r.Judge(Question{Text: tt.question}, []Sentence{{Text: text}}, m, Defaults).Addresses[0]
			}
			assert.Greater(t, addresses(tt.own), 0.6)
			assert.Less(t, addresses(tt.twin), 0.1)
			assert.Greater(t, addresses(tt.own+" "+tt.twin), 0.6, "a sentence that names both speaks of it")
		})
	}
}

func TestAnAdjectiveOfDegreeLeavesAnAttributeTheSame(t *testing.T) {
	for word, want := range map[string]bool{"electrical": true, "systolic": true, "molecular": true, "typical": false, "maximal": false, "high": false, "total": false, "local": false} {
		assert.Equal(t, want, isQualifier(word), word)
	}
}

func TestWordsThatOnlyLookAlikeAreNoTwins(t *testing.T) {
	for a, b := range map[string]string{
		"haemoglobin": "hemoglobin", "inhibited": "inhibitor", "artefact": "artifact", "judgement": "judgment", "treatment": "treatments",
		"measured": "measures", "infection": "inflammation",
	} {
		assert.False(t, respelt(a, b), a)
		assert.False(t, respelt(b, a), b)
	}
	assert.True(t, respelt("prednisone", "Prednisolone"))
	assert.True(t, respelt("hypotension", "hypertension"))
}

func TestOptionsThatNameTwinsAreNotHeldAgainstASentence(t *testing.T) {
	var r Reader
	r.Read(Question{Text: "Does rapamycin inhibit mTORC1?", Options: []string{"mTORC1 alone", "mTORC2 alone"}}, nil)
	assert.Empty(t, r.q.twins)
	r.Read(Question{Text: "Does rapamycin inhibit mTORC1?", Options: []string{"yes", "no"}}, nil)
	assert.NotEmpty(t, r.q.twins)
}
