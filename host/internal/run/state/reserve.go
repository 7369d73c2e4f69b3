package state

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// SynthesisCost returns the most that answering a question once in a mode costs, all its calls of models together
// (U21): what a run keeps for its answer, and what an upgrade of the mode is measured by. False: the price of a
// model is not known.
func (e *Engine) SynthesisCost(q evidence.Question, mode policy.Mode) (budget.Amount, bool) {
	s := e.Policy.SynthesisIn(mode)
	if s == nil {
		return budget.Amount{}, true
	}
	full := fullShowing(q, s, e.Policy.Read.PassageChars)
	total, known := budget.Amount{}, true
	add := func(role string, times int, build func() (model.Request, error)) {
		m := e.Models[model.Role(role)]
		if m == nil {
			return
		}
		req, err := build()
		if err != nil {
			known = false
			return
		}
		if s.MaxOutput > 0 {
			req.MaxOutput = s.MaxOutput
		}
		worst := m.WorstCase(req)
		known = known && worst.Known()
		total.CostMicroUSD += int64(times) * worst.MicroUSD
		total.ModelTokens += int64(times) * worst.Tokens
	}
	answer := prompt.Synthesis
	if len(full.Options) > 0 {
		answer = prompt.Options
	}
	for _, role := range s.Solvers {
		add(role, 1, func() (model.Request, error) { return answer(full) })
	}
	if s.Judge != "" { // asked twice, see verdict
		told := filler(len(s.Solvers) * 1200)
		add(s.Judge, 2, func() (model.Request, error) { return prompt.Judge(full, told, told) })
	}
	return total, known
}

// roomForTitle is added to what a passage aims at: passages end with a sentence, and titles are shown with them.
const roomForTitle = 400

// fullShowing returns a showing as large as the policy lets one be.
func fullShowing(q evidence.Question, s *policy.Synthesis, passageChars int) prompt.Evidence {
	e := prompt.Evidence{Question: q.Question}
	for _, o := range query.Outline(q).Options {
		e.Options = append(e.Options, prompt.Option{Label: o.Label, Text: o.Text})
	}
	for i := range s.Passages {
		e.Documents = append(e.Documents, prompt.Document{ID: fmt.Sprintf("P%d", i+1), Text: filler(passageChars + roomForTitle)})
	}
	for _, o := range e.Options {
		quotes := slices.Repeat([]prompt.Quote{{DocumentID: "P1", Text: filler(roomForTitle), Stance: "contradicts"}}, QuotesOfOption)
		e.Dossiers = append(e.Dossiers, prompt.Dossier{Label: o.Label, Quotes: quotes})
	}
	e.Claims = slices.Repeat([]prompt.Quote{{DocumentID: "P1", Text: filler(roomForTitle), Stance: "contradicts"}}, ClaimsShown)
	return e
}

// filler is n bytes of words as long as those of English are.
func filler(n int) string { return strings.Repeat("tokens ", n/7+1)[:n] }

// SynthesisCosts returns the costs of the policy's mode and of those that it may upgrade to; none where no model answers.
func (e *Engine) SynthesisCosts(q evidence.Question) []record.ModeCost {
	if len(e.Models) == 0 || len(e.Policy.Syntheses) == 0 {
		return nil
	}
	modes := []policy.Mode{e.Policy.Mode}
	for _, h := range e.Policy.Handlers {
		if h.Upgrade != nil && !slices.Contains(modes, h.Upgrade.To) {
			modes = append(modes, h.Upgrade.To)
		}
	}
	var out []record.ModeCost
	for _, mode := range modes {
		cost, known := e.SynthesisCost(q, mode)
		out = append(out, record.ModeCost{Mode: string(mode), Known: known, Most: recordAmount(cost)})
	}
	return out
}

// CostIn returns the most that answering in a mode costs; false: nobody knows.
func CostIn(costs []record.ModeCost, mode policy.Mode) (budget.Amount, bool) {
	i := slices.IndexFunc(costs, func(c record.ModeCost) bool { return c.Mode == string(mode) })
	if i < 0 || !costs[i].Known {
		return budget.Amount{}, len(costs) == 0
	}
	return budgetAmount(costs[i].Most), true
}

// reserveSynthesis keeps the answer payable whatever the rounds spend, if the policy says so and its price is
// known. What cannot be paid at all is not kept: the answer is then made by rules.
func (e *Engine) reserveSynthesis(costs []record.ModeCost, l *budget.Limits) {
	cost, known := CostIn(costs, e.Policy.Mode)
	if !slices.Contains(e.Policy.Budget.ReserveFor, Synthesis) || !known || over(cost.CostMicroUSD, l.Max.CostMicroUSD) || over(cost.ModelTokens, l.Max.ModelTokens) {
		return
	}
	keep := budget.Amount{}
	if l.Max.CostMicroUSD > 0 {
		keep.CostMicroUSD = cost.CostMicroUSD
	}
	if l.Max.ModelTokens > 0 {
		keep.ModelTokens = cost.ModelTokens
	}
	if keep == (budget.Amount{}) {
		return
	}
	if l.Reserve == nil {
		l.Reserve = map[string]budget.Amount{}
	}
	l.Reserve[Synthesis] = keep
}

// over tells whether an amount does not fit into a limit; 0 is not a limit.
func over(amount, limit int64) bool { return limit > 0 && amount > limit }
