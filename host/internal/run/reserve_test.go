package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// priced is a panel whose every call costs 100 micro-USD and 50 tokens at most.
func priced(t *testing.T, body string) Parts {
	t.Helper()
	m := newPanel(map[prompt.Task][]string{prompt.TaskOptions: {scoring(0.9, 0.1, 0), scoring(0.1, 0.9, 0)}, prompt.TaskJudge: {ruling("first")}}).model()
	p := partsOf(t, oneRound("")+judged+body, shelfOf(kinase, growth))
	p.Models = map[model.Role]model.Model{model.Synthesis: m, model.Judge: m}
	return p
}

const dual = "\nsynthesise \"standard\" { solvers = [synthesis] }\nsynthesise \"research_max\" {\n solvers = [synthesis, synthesis]\n judge = judge\n}\n"

func TestTheCostOfAnsweringIsThatOfAllSolversAndTheJudgeTwice(t *testing.T) {
	e, err := NewEngine(priced(t, dual))
	require.NoError(t, err)
	for mode, calls := range map[string]int64{"standard": 1, "routed": 1, "research_max": 4} {
		cost, known := e.SynthesisCost(inhibits, policy.Mode(mode))
		assert.True(t, known)
		assert.Equal(t, budget.Amount{CostMicroUSD: calls * 100, ModelTokens: calls * 50}, cost, mode)
	}
}

func TestTheAnswerStaysPayableWhateverRetrievalSpends(t *testing.T) {
	body := dual + "budget {\n max_cost = \"0.00025 USD\"\n reserve_for = [synthesis]\n}\n"
	r := begun(t, priced(t, body), inhibits)
	_, err := r.Guard.Reserve("gap.probe", budget.Amount{CostMicroUSD: 151})
	assert.ErrorIs(t, err, budget.ErrExhausted, "100 are kept")
	_, err = r.Guard.Reserve("gap.probe", budget.Amount{CostMicroUSD: 150})
	assert.NoError(t, err)
	_, err = r.Guard.Reserve(state.Synthesis, budget.Amount{CostMicroUSD: 100})
	assert.NoError(t, err)
	require.NoError(t, r.Out.Close())
}

func TestWhatCannotBePaidAtAllIsNotKept(t *testing.T) {
	r := begun(t, priced(t, dual+"budget {\n max_cost = \"0.00005 USD\"\n reserve_for = [synthesis]\n}\n"), inhibits)
	_, err := r.Guard.Reserve("gap.probe", budget.Amount{CostMicroUSD: 50})
	assert.NoError(t, err)
	require.NoError(t, r.Out.Close())
}

func TestCostsStandInTheRecordAndReplaysTakeThemFromThere(t *testing.T) {
	r := answered(t, priced(t, dual), inhibits)
	head := recorded[record.Run](t, r, record.KindRun)[0]
	assert.Equal(t, []record.ModeCost{{Mode: "standard", Known: true, Most: record.Amount{CostMicroUSD: 100, ModelTokens: 50}}}, head.Costs)
	again := taped(t, r, tape.MuteModel{Description: model.Description{}})
	assert.Equal(t, head.Costs, again.Costs)
}

func TestTheCostOfAModelWithoutPriceIsNotKnown(t *testing.T) {
	p := priced(t, dual)
	p.Models[model.Judge] = &scripted{worst: model.Cost{Basis: model.Unpriced}}
	e, err := NewEngine(p)
	require.NoError(t, err)
	_, known := e.SynthesisCost(inhibits, policy.ModeStandard)
	assert.True(t, known, "no judge is asked")
	_, known = e.SynthesisCost(inhibits, policy.ModeResearchMax)
	assert.False(t, known)
}
