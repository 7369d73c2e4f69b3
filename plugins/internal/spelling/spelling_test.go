package spelling

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

func TestSpellingsOfOneWordFoldToTheSame(t *testing.T) {
	for word, want := range map[string]string{
		"Haemoglobin": "hemoglobin", "oedema": "edema", "tumours": "tumors", "four": "four", "hour": "hour", "stabilised": "stabilized",
		"analyse": "analyze", "wise": "wise", "labelled": "labeled", "centre": "center", "litre": "liter", "Β": "beta", "TNFα": "tnfalpha",
	} {
		assert.Equal(t, want, string(Fold(nil, word)), word)
	}
	assert.Equal(t, "in vivo", string(Fold([]byte("in "), "vivo")), "it appends")
}

func TestAgentsAreKnownByWhatTheyDo(t *testing.T) {
	assert.Equal(t, text.Hash([]byte("deaminat")), Agent([]byte("deaminase")))
	assert.Equal(t, text.Hash([]byte("div")), Agent([]byte("divers")))
	assert.Zero(t, Agent([]byte("glucose")))
}

func TestPrefixesLeaveAWord(t *testing.T) {
	for word, want := range map[string]int{"hyperglycemia": 5, "neurotoxic": 5, "reduce": 0, "undone": 0, "thermostable": 6} {
		assert.Equal(t, want, Prefix([]byte(word)), word)
	}
}
