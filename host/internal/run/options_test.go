package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

func TestOptionsFarUnderTheBestAndWithoutSupportAreStruckOut(t *testing.T) {
	cited := []*state.Passage{{}}
	for _, tt := range []struct {
		name    string
		rules   policy.OptionScoring
		scores  []float64 // best first
		dossier []*state.Passage
		want    []bool
	}{
		{"far under and without support", policy.OptionScoring{EliminateBelow: 0.25, KeepAtLeast: 1}, []float64{1, 0.8, 0.7}, nil, []bool{false, false, true}},
		{"exactly as far as the policy says stays", policy.OptionScoring{EliminateBelow: 0.25, KeepAtLeast: 1}, []float64{1, 0.75}, nil, []bool{false, false}},
		{"with support it stays", policy.OptionScoring{EliminateBelow: 0.25, KeepAtLeast: 1}, []float64{1, 0.1}, cited, []bool{false, false}},
		{"never below the number to keep", policy.OptionScoring{EliminateBelow: 0.25, KeepAtLeast: 2}, []float64{1, 0.2, 0.1}, nil, []bool{false, false, true}},
		{"zero strikes nothing out", policy.OptionScoring{KeepAtLeast: 1}, []float64{1, 0}, nil, []bool{false, false}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := stepsOver(&state.Run{Engine: &state.Engine{Parts: Parts{Policy: &policy.Policy{Options: tt.rules}}}})
			var options []*state.Option
			for _, s := range tt.scores {
				options = append(options, &state.Option{Item: score.Item{Score: s}, Dossier: tt.dossier})
			}
			r.answer.Eliminate(options)
			var got []bool
			for _, o := range options {
				got = append(got, o.Eliminated)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestTheResultTellsWhichOptionsWereStruckOut(t *testing.T) {
	r := answered(t, partsOf(t, ``, shelfOf(kinase, growth)), inhibits)
	require.Len(t, r.Result.Options, 3)
	assert.Equal(t, "A", r.Result.Answer.Label)
	struck := 0
	for _, o := range r.Result.Options {
		if o.Eliminated {
			struck++
			assert.Empty(t, o.Citations)
		}
	}
	assert.Equal(t, 1, struck, "one of the two that no passage names; two are kept")
	events := recorded[record.Option](t, r, record.KindOption)
	require.Len(t, events, 3)
	assert.True(t, events[0].Chosen)
	assert.True(t, events[2].Eliminated)
}

func TestALeadUnderTheMinimumIsAReasonForDoubt(t *testing.T) {
	both := paper("both", "Rapamycin in human cells", "Rapamycin inhibits mTORC1 and telomerase in human cells.")
	q := inhibits
	q.Options = options("mTORC1", "telomerase")
	r := answered(t, partsOf(t, ``, shelfOf(both)), q)
	assert.Contains(t, r.Result.UncertaintyReasons, "margin_below_minimum")
	assert.Len(t, r.Result.Citations, 1, "a passage that speaks for both is cited once")
	assert.Equal(t, [][]int{{0}, {0}}, [][]int{r.Result.Options[0].Citations, r.Result.Options[1].Citations})

	r = answered(t, partsOf(t, ``, shelfOf(kinase)), q)
	assert.NotContains(t, r.Result.UncertaintyReasons, "margin_below_minimum")

	r = answered(t, partsOf(t, ``, shelfOf(kinase)), without(q))
	assert.NotContains(t, r.Result.UncertaintyReasons, "margin_below_minimum", "a free answer leads nobody")
}

func TestAnOptionsDossierHoldsTheBestPassagesUpToTheLimit(t *testing.T) {
	cited := func(n string) ([]string, any) {
		r := answered(t, partsOf(t, oneRound("")+"\noptions { citations_per_option = "+n+" }", shelfOf(growth, kinase)), inhibits)
		var docs []string
		for _, c := range r.Result.Citations {
			docs = append(docs, c.Doc)
		}
		return docs, r.State["answer.source_diversity"]
	}
	docs, diversity := cited("1")
	assert.Equal(t, []string{"kinase"}, docs)
	assert.Equal(t, 0.2, diversity, "one of five sources makes a fifth of the diversity")
	docs, diversity = cited("2")
	assert.Equal(t, []string{"kinase", "growth"}, docs)
	assert.Equal(t, 0.2, diversity, "two works of one source are one source")
}
