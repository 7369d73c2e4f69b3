package run

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// misdrafts are the misconceptions of the sample world, by question, as a draft would repeat them: the label of a verdict or an option.
var misdrafts = map[string]string{
	"q-mc-05": "ten to one", "q-mc-16": "20 %", "q-mc-31": "beta-carotene supplements decreased lung cancer incidence", "q-yn-01": "yes",
	"q-cl-03": "supported", "q-cl-04": "supported", "q-cl-05": "supported", "q-cl-06": "supported", "q-cl-07": "supported",
	"q-cl-08": "supported", "q-cl-09": "supported", "q-cl-13": "supported", "q-cl-19": "supported",
}

// forced answers a question and then challenges a draft of that text in the place of its own.
func forced(t *testing.T, p Parts, q evidence.Question, text string) float64 {
	t.Helper()
	r := begun(t, p, q)
	steps := r.steps()
	until := slices.IndexFunc(steps, func(s state.Step) bool { return s.Name == "falsify" })
	require.NoError(t, r.Do(context.Background(), steps[:until]))
	require.NotNil(t, r.Answer)
	i := slices.IndexFunc(r.Answer.Options, func(o *state.Option) bool { return o.Text == text })
	require.GreaterOrEqual(t, i, 0, "%s has no option %q", q.ID, text)
	chosen := r.Answer.Options[i]
	r.Answer.Chosen, r.Answer.Text, r.Answer.Evidence = chosen.Index, chosen.Text, chosen.Dossier
	r.Set("answer.provisional_confidence", 0.9)
	_, score, err := r.falsify.Refute(context.Background(), &r.Policy.Falsify[0])
	require.NoError(t, err)
	_, err = r.finish(context.Background()) // closes the record
	require.NoError(t, err)
	return score
}

func TestMostDraftsThatRepeatAMisconceptionAreRefuted(t *testing.T) {
	s := newStudio(t, "standard")
	refuted := 0
	for _, q := range sampleQuestions(t) {
		text, is := misdrafts[q.ID]
		if !is {
			continue
		}
		score := forced(t, s.parts, q, text)
		t.Logf("%s %q: %.2f", q.ID, text, score)
		if score > 0.5 {
			refuted++
		}
	}
	assert.GreaterOrEqual(t, refuted, 8, "of %d", len(misdrafts))
}
