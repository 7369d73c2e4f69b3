package run

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/excerpt"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
)

// byModel asks the block's model for gaps. False: no answer came, and the record says why.
func (r *run) byModel(ctx context.Context, block int, l look) (haul, bool) {
	g := &r.Policy.Gaps[block]
	if !r.asker.Has(g.Role) {
		r.unbound("gap."+g.Kind, g.Role, gapTasks[g.Kind], g.At)
		return haul{}, false
	}
	e := r.gapEvidence(g, block, l)
	rules := prompt.GapRules{
		MaxGaps: g.Max, MinTokens: g.ValidTokens[0], MaxTokens: g.ValidTokens[1], MaxWords: g.MaxWords,
		CaseSensitive: g.Bridge != nil && g.Bridge.ExactCase,
	}
	build := map[string]func() (model.Request, error){
		policy.GapCoverage:  func() (model.Request, error) { return prompt.EpistemicGaps(e, r.plan.SubClaims, rules) },
		policy.GapEpistemic: func() (model.Request, error) { return prompt.EpistemicGaps(e, r.plan.SubClaims, rules) },
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
		c := r.newGap(block, t.Text, t.Text)
		c.typ = t.Type
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
func (r *run) longEnough(f *haul, names []string) []string {
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
func (r *run) help(ctx context.Context, g *policy.Gap, role, stage string, build func() (model.Request, error)) (model.Reply, bool) {
	if role == "" {
		return model.Reply{}, false
	}
	req, err := build()
	if err != nil {
		r.warn("prompt_failed", stage, fmt.Sprintf("%s goes on without a model: %v", stage, err))
		return model.Reply{}, false
	}
	req.MaxOutput, req.Timeout = g.MaxOutput, policy.AuxiliaryTimeout
	return r.ask(ctx, inquiry.Inquiry{Stage: stage, Role: role, Request: req, At: at(g.At)})
}

// gapEvidence returns what a model is shown: titles and abstracts, or of each document the passages that would be read.
func (r *run) gapEvidence(g *policy.Gap, block int, l look) prompt.Evidence {
	e := prompt.Evidence{Question: r.plan.Question.Question}
	if !r.plan.Polar {
		for _, o := range r.plan.Options {
			e.Options = append(e.Options, prompt.Option{Label: o.Label, Text: o.Text})
		}
	}
	if g.Bridge != nil {
		l = r.topAbstracts(block)
	}
	read := map[*document]string{}
	for _, p := range l.passages {
		if read[p.doc] != "" {
			read[p.doc] += "\n"
		}
		read[p.doc] += "- " + p.Text
	}
	documents := l.documents
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
		e.Documents = append(e.Documents, prompt.Document{ID: d.digest, Title: d.Document.Title, Text: text, Year: d.Document.Year})
	}
	return e
}

// What a model is shown that says what is missing: of the best documents the sentences that are nearest.
const (
	documentsOfGap = 10
	sentencesOfGap = 2
)

// nearestText is the sentences of a text that share most with question and options.
func (r *run) nearestText(text string) string {
	var sentences []string
	for _, s := range evidence.Sentences(text) {
		sentences = append(sentences, text[s.Start:s.End])
	}
	return excerpt.Nearest(sentences, sentencesOfGap, func(s string) float64 { return evidence.Containment(r.focus, r.lookupSet(s)) })
}

// wordQueries lets a model word the queries for gaps (S0-09). Without an answer the templates do.
func (r *run) wordQueries(ctx context.Context, g *policy.Gap, gaps []*gap) {
	if g.QueryRole == "" || len(gaps) == 0 {
		return
	}
	told := make([]prompt.Gap, len(gaps))
	byID := map[string]*gap{}
	for i, c := range gaps {
		told[i] = prompt.Gap{ID: c.id, Text: c.text, Type: c.typ}
		byID[c.id] = c
		c.worded = nil
	}
	rules := prompt.QueryRules{PerGap: [2]int{g.MinPerGap, g.MaxPerGap}, Total: g.MaxPerRound}
	reply, ok := r.help(ctx, g, g.QueryRole, "gap."+g.Kind+".queries", func() (model.Request, error) {
		return prompt.GapQueries(r.plan.Question.Question, told, rules)
	})
	if !ok {
		return
	}
	queries, notes := prompt.ParseGapQueries(reply.JSON, told, rules)
	for _, q := range queries {
		if c := byID[q.GapID]; c != nil {
			c.worded = append(c.worded, q.Query)
		}
	}
	for _, note := range notes {
		r.warn("model_answer", "gap."+g.Kind+".queries", note)
	}
}
