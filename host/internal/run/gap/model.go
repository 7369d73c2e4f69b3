package gap

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/excerpt"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
)

// byModel asks the block's model for gaps. False: no answer came, and the record says why.
func (r *Run) byModel(ctx context.Context, block int, l Look) (haul, bool) {
	g := &r.Policy.Gaps[block]
	if !r.Asker.Has(g.Role) {
		r.Unbound("gap."+g.Kind, g.Role, gapTasks[g.Kind], g.At)
		return haul{}, false
	}
	e := r.gapEvidence(g, block, l)
	rules := prompt.GapRules{
		MaxGaps: g.Max, MinTokens: g.ValidTokens[0], MaxTokens: g.ValidTokens[1], MaxWords: g.MaxWords,
		CaseSensitive: g.Bridge != nil && g.Bridge.ExactCase,
	}
	build := map[string]func() (model.Request, error){
		policy.GapCoverage:  func() (model.Request, error) { return prompt.EpistemicGaps(e, r.Plan.SubClaims, rules) },
		policy.GapEpistemic: func() (model.Request, error) { return prompt.EpistemicGaps(e, r.Plan.SubClaims, rules) },
		policy.GapProbe:     func() (model.Request, error) { return prompt.Probe(e, rules) },
		policy.GapBridge:    func() (model.Request, error) { return prompt.EvidenceGaps(e, rules) },
	}
	reply, ok := r.help(ctx, g, g.Role, "gap."+g.Kind, build[g.Kind])
	if !ok {
		return haul{}, false
	}
	f := haul{by: "model"}
	var told []prompt.Gap
	switch g.Kind {
	case policy.GapBridge:
		var missing prompt.MissingFacts
		missing, f.dropped = prompt.ParseEvidenceGaps(reply.Text, e, rules)
		f.entities = r.longEnough(&f, missing.Entities)
		for _, text := range missing.Gaps {
			told = append(told, prompt.Gap{Text: text})
		}
	case policy.GapProbe:
		told, _, f.dropped = prompt.ParseProbe(reply.JSON, e, rules)
	default:
		told, f.dropped = prompt.ParseEpistemicGaps(reply.JSON, rules)
	}
	for _, t := range told {
		c := r.NewGap(block, t.Text, t.Text)
		c.Typ = t.Type
		f.gaps = append(f.gaps, c)
	}
	return f, true
}

// gapTasks are the prompts that look for gaps, by the kind of the block.
var gapTasks = map[string]prompt.Task{
	policy.GapCoverage: prompt.TaskEpistemicGaps, policy.GapEpistemic: prompt.TaskEpistemicGaps,
	policy.GapProbe: prompt.TaskProbe, policy.GapBridge: prompt.TaskEvidenceGaps,
}

// longEnough drops names that would stand inside of many words.
func (r *Run) longEnough(f *haul, names []string) []string {
	var out []string
	for _, n := range names {
		if len([]rune(n)) < evidence.MinNameLength {
			f.dropped = append(f.dropped, fmt.Sprintf("entity %q: too short to be looked for", n))
			continue
		}
		out = append(out, n)
	}
	return out
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

// gapEvidence returns what a model is shown: titles and abstracts, or of each document the passages that would be read.
func (r *Run) gapEvidence(g *policy.Gap, block int, l Look) prompt.Evidence {
	e := prompt.Evidence{Question: r.Plan.Question.Question}
	if !r.Plan.Polar {
		for _, o := range r.Plan.Options {
			e.Options = append(e.Options, prompt.Option{Label: o.Label, Text: o.Text})
		}
	}
	if g.Bridge != nil {
		l = r.topAbstracts(block)
	}
	read := map[*state.Document]string{}
	for _, p := range l.Passages {
		if read[p.Doc] != "" {
			read[p.Doc] += "\n"
		}
		read[p.Doc] += "- " + p.Text
	}
	documents := l.Documents
	if g.Bridge == nil {
		documents = documents[:min(len(documents), documentsOfGap)]
	}
	for _, d := range documents {
		text := d.Document.Abstract
		if g.Read {
			text = read[d]
		}
		if g.Bridge == nil { // names lead anywhere
			text = r.nearestText(text)
		}
		e.Documents = append(e.Documents, prompt.Document{ID: d.Digest, Title: d.Document.Title, Text: text, Year: d.Document.Year})
	}
	return e
}

// What a model is shown that says what is missing: of the best documents the sentences that are nearest.
const (
	documentsOfGap = 10
	sentencesOfGap = 2
)

// nearestText is the sentences of a text that share most with question and options.
func (r *Run) nearestText(text string) string {
	var sentences []string
	for _, s := range evidence.Sentences(text) {
		sentences = append(sentences, text[s.Start:s.End])
	}
	return excerpt.Nearest(sentences, sentencesOfGap, func(s string) float64 { return evidence.Containment(r.Focus, r.LookupSet(s)) })
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
