package gap

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
)

// byModel asks the block's model for gaps. False: no answer came, and the record says why.
func (r *Run) byModel(ctx context.Context, block int, l Look) (haul, bool) {
	g, kind := &r.Policy.Gaps[block], r.kindOf(block)
	if !r.Asker.Has(g.Role) {
		r.Unbound("gap."+g.Kind, g.Role, kind.task(), g.At)
		return haul{}, false
	}
	e := r.gapEvidence(block, l)
	rules := prompt.GapRules{
		MaxGaps: g.Max, MinTokens: g.ValidTokens[0], MaxTokens: g.ValidTokens[1], MaxWords: g.MaxWords,
		CaseSensitive: g.Bridge != nil && g.Bridge.ExactCase,
	}
	build := func() (model.Request, error) { return kind.ask(e, r.Plan.SubClaims, rules) }
	reply, ok := r.help(ctx, g, g.Role, "gap."+g.Kind, build)
	if !ok {
		return haul{}, false
	}
	told, f := kind.read(reply, e, rules)
	f.by = "model"
	for _, t := range told {
		c := r.NewGap(block, t.Text, t.Text)
		c.Typ = t.Type
		f.gaps = append(f.gaps, c)
	}
	return f, true
}

// help asks a model for something that the run can do without.
func (r *Run) help(ctx context.Context, g *policy.Gap, role, stage string, build func() (model.Request, error)) (model.Reply, bool) {
	if role == "" {
		return model.Reply{}, false
	}
	req, err := build()
	if err != nil {
		r.Warn("prompt_failed", stage, fmt.Sprintf("%s goes on without a model: %v", stage, err))
		return model.Reply{}, false
	}
	req.MaxOutput, req.Timeout = g.MaxOutput, policy.AuxiliaryTimeout
	return r.Ask(ctx, inquiry.Inquiry{Stage: stage, Role: role, Request: req, At: state.At(g.At)})
}

// gapEvidence returns what a model is shown: the question with its options, and the documents that the block's kind shows.
func (r *Run) gapEvidence(block int, l Look) prompt.Evidence {
	e := prompt.Evidence{Question: r.Plan.Question.Question, Documents: r.kindOf(block).shown(r, block, l)}
	if !r.Plan.Polar {
		for _, o := range r.Plan.Options {
			e.Options = append(e.Options, prompt.Option{Label: o.Label, Text: o.Text})
		}
	}
	return e
}

// wordQueries lets a model word the queries for gaps (S0-09). Without an answer the templates do.
func (r *Run) wordQueries(ctx context.Context, g *policy.Gap, gaps []*state.Gap) {
	if g.QueryRole == "" || len(gaps) == 0 {
		return
	}
	told := make([]prompt.Gap, len(gaps))
	byID := map[string]*state.Gap{}
	for i, c := range gaps {
		told[i] = prompt.Gap{ID: c.Id, Text: c.Text, Type: c.Typ}
		byID[c.Id] = c
		c.Worded = nil
	}
	rules := prompt.QueryRules{PerGap: [2]int{g.MinPerGap, g.MaxPerGap}, Total: g.MaxPerRound}
	reply, ok := r.help(ctx, g, g.QueryRole, "gap."+g.Kind+".queries", func() (model.Request, error) {
		return prompt.GapQueries(r.Plan.Question.Question, told, rules)
	})
	if !ok {
		return
	}
	queries, notes := prompt.ParseGapQueries(reply.JSON, told, rules)
	for _, q := range queries {
		if c := byID[q.GapID]; c != nil {
			c.Worded = append(c.Worded, q.Query)
		}
	}
	for _, note := range notes {
		r.Warn("model_answer", "gap."+g.Kind+".queries", note)
	}
}
