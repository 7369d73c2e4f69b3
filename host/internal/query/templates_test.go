package query

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestATemplateWithoutWhatItIsAboutIsNotAsked(t *testing.T) {
	for _, tt := range []struct {
		template string
		values   Slots
		want     string
	}{
		{"{effect} causal factor meta-analysis", Slots{}, ""},
		{"{first} vs {second} advantage", Slots{"first": "aspirin"}, ""},
		{"{alternative} {domain}", Slots{"domain": "medicine"}, ""},
		{"{gap} {core_terms}", Slots{"gap": "mTORC1 in yeast"}, "mTORC1 in yeast"},
		{"{shared} {first} versus {second}", Slots{"shared": "one two", "second": "five"}, "one two versus five"},
	} {
		assert.Equal(t, tt.want, Fill(tt.template, tt.values), tt.template)
	}
}

// The fillers of a real run of the sample world: "according", "CAS", "reference", "observed", and "What" as a cause.
func TestWordsThatNameNothingFillNoSlot(t *testing.T) {
	for _, tt := range []struct{ question, entity, subject, effect string }{
		{"According to observed reference values, what is the density of zirconia?", "zirconia", "zirconia", ""},
		{"What is the CAS number of thujone?", "thujone", "thujone", ""},
		{"What causes silicosis?", "silicosis", "silicosis", "silicosis"},
	} {
		s := planOf(evidence.Question{Question: tt.question}).Slots()
		assert.Equal(t, []string{tt.entity, tt.subject, tt.effect}, []string{s["entity"], s["subject"], s["effect"]}, tt.question)
	}
}

func TestTheEntityIsTheRarestNameThatTheLiteratureHolds(t *testing.T) {
	p := planOf(evidence.Question{Question: "Which greyhounds tolerate fenweed during thunderstorms?"})
	p.Rarity = map[string]float64{"greyhounds": 0.2, "fenweed": 0.9}
	assert.Equal(t, "fenweed", p.Slots()["entity"], "thunderstorms are in no text")
	p.Rarity = map[string]float64{}
	assert.Empty(t, p.Slots()["entity"])
	assert.Empty(t, p.Expand("{entity} review", nil))
}

func TestAnAdvantageOverSomethingComparesTwoThings(t *testing.T) {
	s := planOf(evidence.Question{Question: "What is the advantage of slot-die coating over spin coating?"}).Slots()
	assert.Equal(t, []string{"slot-die coating", "spin coating"}, []string{s["first"], s["second"]})
}
