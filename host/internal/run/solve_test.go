package run

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/record"
)

// A panel is a model whose answers are given by the prompt's purpose, and which keeps what it was asked.
type panel struct {
	answers map[prompt.Task][]string // the last one is given again
	asked   map[prompt.Task][]model.Request
}

func newPanel(answers map[prompt.Task][]string) *panel {
	return &panel{answers, map[prompt.Task][]model.Request{}}
}

func (p *panel) model() *scripted {
	s := says("")
	s.reply = func(q model.Request) (model.Reply, error) {
		task := prompt.Task(q.Purpose)
		n := len(p.asked[task])
		p.asked[task] = append(p.asked[task], q)
		given := p.answers[task]
		if len(given) == 0 {
			return model.Reply{}, model.ErrUnavailable
		}
		text := given[min(n, len(given)-1)]
		return model.Reply{Text: text, JSON: json.RawMessage(text), Stop: model.Complete, Cost: model.Cost{MicroUSD: 40, Tokens: 20, Basis: model.ByPrice}}, nil
	}
	return s
}

// scoring is an answer that scores the options A, B and C.
func scoring(a, b, c float64) string {
	return fmt.Sprintf(`{"options":[{"label":"A","score":%g,"citations":["D1"],"reason":"r"},{"label":"B","score":%g,"citations":["D2"],"reason":"r"},{"label":"C","score":%g,"citations":[],"reason":"r"}]}`, a, b, c)
}

func ruling(choice string) string {
	return fmt.Sprintf(`{"choice":%q,"confidence":0.9,"reason":"r"}`, choice)
}

const judged = `
	options {
		missing = "renormalise"
		term "lexical" { weight = 0.3 }
		term "model" {
			feature = option.model
			weight  = 0.7
		}
	}`

func synthesising(body string) string {
	return oneRound("") + judged + "\nsynthesise \"standard\" {\n" + body + "\n}\n"
}

// solvedBy is a run of a question whose roles are all one panel.
func solvedBy(t *testing.T, p *panel, body string, q evidence.Question) *run {
	t.Helper()
	parts := partsOf(t, body, shelfOf(kinase, growth, binding))
	m := p.model()
	parts.Models = map[model.Role]model.Model{model.Synthesis: m, model.Planning: m, model.Judge: m}
	return answered(t, parts, q)
}

func synthesisStep(t *testing.T, r *run) record.Step {
	t.Helper()
	for _, s := range recorded[record.Step](t, r, record.KindStep) {
		if strings.HasPrefix(s.Name, "synthesis.") {
			return s
		}
	}
	require.Fail(t, "no step of synthesis")
	return record.Step{}
}

func modelScores(r *run) map[string]float64 {
	out := map[string]float64{}
	for _, o := range r.Answer.Options {
		if v, ok := o.Features["option.model"]; ok {
			out[o.Label] = v
		}
	}
	return out
}

func TestScoresOfASolverAreAFeatureOfTheOptions(t *testing.T) {
	p := newPanel(map[prompt.Task][]string{prompt.TaskOptions: {scoring(0.1, 0.95, 0.2)}})
	r := solvedBy(t, p, synthesising("solvers = [synthesis]"), inhibits)
	assert.Equal(t, map[string]float64{"A": 0.1, "B": 0.95, "C": 0.2}, modelScores(r))
	assert.Equal(t, "B", r.Result.Answer.Label)
	assert.Equal(t, 0.95, r.State["answer.model_confidence"])
	assert.Equal(t, true, r.State["answer.answerable"])
	step := synthesisStep(t, r)
	assert.True(t, step.Ran)
	assert.Equal(t, "synthesis answered", step.Reason)
	assert.Contains(t, r.Answer.Evidence, r.Passages[1], "what the model cites is cited")
}

func TestWithoutAnAnswerOfAModelTheRulesDecide(t *testing.T) {
	plain := answered(t, partsOf(t, oneRound(""), shelfOf(kinase, growth, binding)), inhibits)
	for name, answers := range map[string][]string{
		"the model fails":                   nil,
		"its scores are out of range":       {scoring(7, 8, -1)},
		"it scores options that nobody has": {`{"options":[{"label":"Z","score":1,"citations":[],"reason":"r"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPanel(map[prompt.Task][]string{prompt.TaskOptions: answers})
			r := solvedBy(t, p, synthesising("solvers = [synthesis]"), inhibits)
			assert.Empty(t, modelScores(r))
			assert.Equal(t, plain.Result.Answer, r.Result.Answer)
			assert.Equal(t, "no model answered: made by rules", synthesisStep(t, r).Reason)
			assert.NotContains(t, r.State, "answer.model_confidence")
			assert.NotEmpty(t, r.Result.Warnings)
		})
	}
}

func TestADebateIsDecidedByAJudgeThatSaysTheSameTwice(t *testing.T) {
	for _, c := range []struct {
		name   string
		scores []string
		judge  []string
		want   map[string]float64
		why    string
		judged int
	}{
		{"solvers that agree are averaged", []string{scoring(0.9, 0.1, 0), scoring(0.7, 0.3, 0)}, nil, map[string]float64{"A": 0.8, "B": 0.2, "C": 0}, "both prefer", 0},
		{"the judge prefers the first", []string{scoring(0.9, 0.1, 0), scoring(0.2, 0.8, 0)}, []string{ruling("first"), ruling("second")}, map[string]float64{"A": 0.9, "B": 0.1, "C": 0}, "the judge prefers A", 2},
		{"the judge prefers the second", []string{scoring(0.9, 0.1, 0), scoring(0.2, 0.8, 0)}, []string{ruling("second"), ruling("first")}, map[string]float64{"A": 0.2, "B": 0.8, "C": 0}, "the judge prefers B", 2},
		{"a judge that likes the first place decides nothing", []string{scoring(0.9, 0.1, 0), scoring(0.25, 0.75, 0)}, []string{ruling("first"), ruling("first")}, map[string]float64{"A": 0.575, "B": 0.425, "C": 0}, "two minds", 2},
		{"a judge that fails decides nothing", []string{scoring(0.9, 0.1, 0), scoring(0.25, 0.75, 0)}, nil, map[string]float64{"A": 0.575, "B": 0.425, "C": 0}, "no verdict", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPanel(map[prompt.Task][]string{prompt.TaskOptions: c.scores, prompt.TaskJudge: c.judge})
			r := solvedBy(t, p, synthesising("solvers = [synthesis, planning]\njudge = judge"), inhibits)
			got := modelScores(r)
			require.Len(t, got, len(c.want))
			for label, v := range c.want {
				assert.InDelta(t, v, got[label], 1e-9, label)
			}
			assert.Contains(t, synthesisStep(t, r).Reason, c.why)
			assert.Len(t, p.asked[prompt.TaskJudge], c.judged)
		})
	}
}

func TestASecondSolverOfTheSameModelSeesTheDocumentsTheOtherWayRound(t *testing.T) {
	p := newPanel(map[prompt.Task][]string{prompt.TaskOptions: {scoring(0.9, 0.1, 0), scoring(0.9, 0.1, 0)}})
	r := solvedBy(t, p, synthesising("solvers = [synthesis, synthesis]"), inhibits)
	asked := p.asked[prompt.TaskOptions]
	require.Len(t, asked, 2)
	order := func(q model.Request) []string {
		var out []string
		for _, b := range prompt.Blocks(q.Messages[0].Text) {
			if strings.HasPrefix(b.Name, "D") {
				out = append(out, b.Text)
			}
		}
		return out
	}
	first, second := order(asked[0]), order(asked[1])
	require.Greater(t, len(first), 1)
	assert.Equal(t, first[0], second[len(second)-1])
	assert.Equal(t, len(r.Passages), len(first))
}

func TestAModelWritesAFreeAnswer(t *testing.T) {
	const told = `{"answer":"It inhibits mTORC1 [D1].","confidence":0.8,"citations":["D1"],"answerable":true}`
	p := newPanel(map[prompt.Task][]string{prompt.TaskSynthesis: {told}})
	r := solvedBy(t, p, synthesising("solvers = [synthesis]"), without(inhibits))
	assert.Equal(t, "It inhibits mTORC1 [D1].", r.Result.Answer.Text)
	assert.Equal(t, 0.8, r.State["answer.model_confidence"])
	assert.Len(t, r.Answer.Evidence, 1)
}

func TestAPolicyMayWithholdWhatAModelCallsUnanswerable(t *testing.T) {
	const told = `{"answer":"The documents do not say.","confidence":0.8,"citations":[],"answerable":false}`
	p := newPanel(map[prompt.Task][]string{prompt.TaskSynthesis: {told}})
	r := solvedBy(t, p, synthesising("solvers = [synthesis]")+"\ngate \"answerable\" { condition = answer.answerable }", without(inhibits))
	assert.Equal(t, record.VerdictAbstained, r.Result.Verdict)
	assert.Contains(t, r.Result.UncertaintyReasons, "answerable")
}

func TestOfTwoFreeAnswersTheSurerCountsWhereNobodyJudges(t *testing.T) {
	answer := func(text string, sure float64) string {
		return fmt.Sprintf(`{"answer":%q,"confidence":%g,"citations":["D1"],"answerable":true}`, text, sure)
	}
	p := newPanel(map[prompt.Task][]string{prompt.TaskSynthesis: {answer("mTORC1 it is.", 0.6), answer("Rapamycin inhibits mTORC1.", 0.7)}})
	r := solvedBy(t, p, synthesising("solvers = [synthesis, planning]"), without(inhibits))
	assert.Equal(t, "Rapamycin inhibits mTORC1.", r.Result.Answer.Text)
}

func TestWhatRefutedADraftIsShownFirst(t *testing.T) {
	p := newPanel(map[prompt.Task][]string{prompt.TaskOptions: {scoring(0.9, 0.1, 0)}})
	parts := partsOf(t, challenged(firstOnly, "0.1")+judged+"\nsynthesise \"standard\" { solvers = [synthesis] }", shelfOf(kinase, retraction), empty())
	parts.Models = map[model.Role]model.Model{model.Synthesis: p.model()}
	r := answered(t, parts, inhibits)
	require.True(t, r.Resynthesised)
	asked := p.asked[prompt.TaskOptions]
	require.Len(t, asked, 2)
	var first string
	for _, b := range prompt.Blocks(asked[1].Messages[0].Text) {
		if b.Name == "D1" {
			first = b.Text
		}
	}
	assert.Contains(t, first, "not affected by rapamycin", "falsifying passages come first (S0-20)")
}

func TestLinkedClaimsAreShownWhereThePolicyWantsThem(t *testing.T) {
	for shown, want := range map[string]bool{"true": true, "false": false} {
		p := newPanel(map[prompt.Task][]string{prompt.TaskOptions: {scoring(0.9, 0.1, 0)}})
		parts := partsOf(t, oneRound("")+judged+"\nsynthesise \"standard\" {\nsolvers = [synthesis]\nchain_section = "+shown+"\n}", shelfOf(kinase, growth))
		parts.Models = map[model.Role]model.Model{model.Synthesis: p.model()}
		r := begun(t, parts, inhibits)
		ctx := context.Background()
		for _, s := range r.steps() {
			if s.Name == "synthesise" {
				for _, q := range r.Passages {
					q.Link = &state.Link{Entity: "FKBP12", Antecedent: "binds"}
				}
			}
			require.NoError(t, s.Do(ctx))
		}
		require.NoError(t, r.Out.Close())
		asked := p.asked[prompt.TaskOptions][0]
		assert.Equal(t, want, strings.Contains(asked.System, prompt.ChainInstruction), "S4-16")
		assert.Equal(t, want, strings.Contains(asked.Messages[0].Text, "FKBP12"), "S4-15")
	}
}

// S3-16: what the passages say of two options together is shown to whoever answers.
func TestPassagesThatSpeakOfTwoOptionsAreShownAsSuch(t *testing.T) {
	both := paper("both", "Notes", "Unlike cyclophilin A, mTORC1 stops in cells.")
	p := newPanel(map[prompt.Task][]string{prompt.TaskOptions: {scoring(0.9, 0.1, 0.1)}})
	body := strings.Replace(synthesising("solvers = [synthesis]\npassages = 2"), "missing = ", "contrast {\n window = 200\n}\nmissing = ", 1)
	parts := partsOf(t, body, shelfOf(kinase, growth, binding, both))
	parts.Models = map[model.Role]model.Model{model.Synthesis: p.model()}
	r := answered(t, parts, inhibits)
	require.Len(t, r.Contrasts, 1)
	shown := p.asked[prompt.TaskOptions][0].Messages[0].Text
	blocks := map[string]string{}
	for _, b := range prompt.Blocks(shown) {
		blocks[b.Name] = b.Text
	}
	require.NotEmpty(t, blocks["contrast"])
	name := strings.TrimPrefix(blocks["contrast"], "A and B: ")
	assert.Contains(t, blocks[name], "Unlike cyclophilin A", "it is among the two that are shown, though others are better")
	assert.Equal(t, 1.0, synthesisStep(t, r).Numbers["contrasts"])

	plain := solvedBy(t, newPanel(map[prompt.Task][]string{prompt.TaskOptions: {scoring(0.9, 0.1, 0.1)}}), synthesising("solvers = [synthesis]"), inhibits)
	assert.Zero(t, synthesisStep(t, plain).Numbers["contrasts"])
}

func TestAnAnswerThatNothingReadCarriesIsWithheldHoweverSureTheModelIs(t *testing.T) {
	const moon = `{"answer":"The moon is made of cheese and pigeons read newspapers.","confidence":0.95,"citations":["D1"],"answerable":true}`
	p := newPanel(map[prompt.Task][]string{prompt.TaskSynthesis: {moon}})
	r := solvedBy(t, p, synthesising("solvers = [synthesis]"), without(inhibits))
	assert.Zero(t, r.State["answer.support_coverage"], "coverage is of what the answer says, not of what was asked")
	assert.Equal(t, record.VerdictAbstained, r.Result.Verdict)
}
