package run

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
)

var melts = evidence.Question{ID: "melts", Type: evidence.TypeMultipleChoice, Question: "What is the melting temperature of thermozyme Q in heavy water?", Options: options("71.0 K", "55 K")}

// disputed is a literature of three works that agree when thermozyme Q melts, and one that does not.
func disputed() *shelf { return shelfOf(meltings()...) }

func meltings() []evidence.Document {
	return []evidence.Document{
		paper("d1", "Thermozyme Q", "The melting temperature of thermozyme Q in heavy water is 71.0 K."),
		paper("d2", "Melting of thermozyme Q", "In heavy water, a melting temperature of 70.5 K was found for thermozyme Q."),
		paper("d3", "Unfolding", "For thermozyme Q the melting temperature was 71.4 K in heavy water."),
		paper("d4", "Thermozyme Q again", "In ponds, the melting temperature of thermozyme Q in heavy water was 55 K."),
	}
}

// shown returns the sentence of a run that holds a text.
func shown(t *testing.T, r *run, text string) *state.Sentence {
	t.Helper()
	i := slices.IndexFunc(r.Sentences, func(s *state.Sentence) bool { return strings.Contains(s.Text, text) })
	require.GreaterOrEqual(t, i, 0, text)
	return r.Sentences[i]
}

// refutedWith returns how strongly the draft is refuted by a sentence that a model shows.
func refutedWith(r *run, s *state.Sentence) float64 {
	r.Refuted = []state.Refuted{{Draft: r.Answer, Hits: []state.Refutation{{Passage: s.Passage, Strength: 0.9, Quote: s.Text}}}}
	return r.answer.RefutedBy(r.Answer.Label)
}

func TestOneWorkAmongSeveralThatAgreeRefutesLittle(t *testing.T) {
	r := answered(t, partsUnder(t, shippedPolicy(t, "standard"), nil, disputed()), melts)
	require.Equal(t, "71.0 K", r.Answer.Text)
	other := shown(t, r, "was 55 K")
	amongFour := refutedWith(r, other)
	require.Positive(t, amongFour)
	r.Noted = nil
	assert.InDelta(t, refutedWith(r, other)/3, amongFour, 1e-9, "three works agree on the value, one reports another")
}

func TestWhatOneReadingOfAModelLiftedDoesNotBearItsRefutationOut(t *testing.T) {
	r := answered(t, partsUnder(t, shippedPolicy(t, "standard"), nil, disputed()), melts)
	other := shown(t, r, "was 55 K")
	require.Positive(t, refutedWith(r, other))
	other.Lifted = other.Addresses * 0.9
	assert.Zero(t, refutedWith(r, other))
}

func TestAModelThatReadsIsTakenForWhatItAdds(t *testing.T) {
	reads := func(addresses string) *state.Sentence {
		p := newPanel(map[prompt.Task][]string{prompt.TaskReading: {
			`{"readings":[{"document":"D1","says":"It melts.","quote":"The melting temperature of thermozyme Q in heavy water is 71.0 K.","addresses":` + addresses + `,"stance":"neutral"}]}`}})
		parts := partsUnder(t, shippedPolicy(t, "standard"), nil, disputed())
		parts.Models = map[model.Role]model.Model{model.Extract: p.model()}
		return shown(t, answered(t, parts, melts), "is 71.0 K")
	}
	low, high := reads("0"), reads("1")
	assert.Zero(t, low.Lifted, "no sentence is lowered")
	assert.Positive(t, high.Lifted)
	assert.InDelta(t, low.Addresses, high.ByStages(), 1e-12)
}

func TestAQuoteThatSpeaksOfSomethingElseRefutesNothing(t *testing.T) {
	score := func(quote string) float64 {
		p := newPanel(map[prompt.Task][]string{prompt.TaskVerify: {`{"findings":[` + verdictOn("D1", "refutes", 1, quote) + `]}`}})
		parts := partsUnder(t, shippedPolicy(t, "standard"), nil, shelfOf(append(ospreys(), paper("not", "Eggshells and DDE", "The room was painted. In this study DDE thinned no eggshells of ospreys."))...))
		parts.Models = map[model.Role]model.Model{model.Verify: p.model()}
		r := answered(t, parts, claimed("DDE thins the eggshells of ospreys."))
		return stepNamed(t, r, "falsify.draft.model").Numbers["score"]
	}
	assert.Positive(t, score("In this study DDE thinned no eggshells of ospreys."))
	assert.Zero(t, score("The room was painted."))
	assert.Zero(t, score(""))
}
