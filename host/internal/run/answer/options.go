package answer

import (
	"cmp"
	"context"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
)

// scoreOptions scores every option (B-16) and returns them best first.
func (r *Run) scoreOptions(ctx context.Context, solved *state.Solution) ([]*state.Option, error) {
	options := make([]*state.Option, len(r.Plan.Options))
	for i, o := range r.Plan.Options {
		options[i] = &state.Option{Index: i, Option: o}
		options[i].Dossier = r.dossier(i)
		options[i].Features = r.optionFeatures(options[i])
		options[i].CiteOutputs()
		if solved != nil {
			if v, ok := solved.Scores[i]; ok {
				options[i].Features["option.model"] = v
			}
		}
	}
	if err := r.optionStages(ctx, options); err != nil {
		return nil, err
	}
	r.weighOptions(options)
	r.recordHits(options)
	slices.SortStableFunc(options, func(a, b *state.Option) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Index, b.Index))
	})
	r.Eliminate(options)
	return options, nil
}

// dossier returns the passages that speak for an option: of a polar option those that
// take its side, of another those that hold its own words, weighed by relevance.
func (r *Run) dossier(i int) []*state.Passage {
	if r.Plan.Polar && r.read.Reads() {
		return r.verdictDossier(r.Plan.Stances[i])
	}
	weight := func(p *state.Passage) float64 {
		if r.read.Reads() && !slices.ContainsFunc(r.read.SentencesOf(p), r.read.Counts) {
			return 0
		}
		if r.Plan.Polar {
			return p.Relative * sides(p, r.Plan.Stances[i])
		}
		return p.Relative * evidence.Containment(r.Own[i], p.Set)
	}
	var out []*state.Passage
	for _, p := range r.Passages {
		if weight(p) > 0 {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b *state.Passage) int { return cmp.Compare(weight(b), weight(a)) })
	return out[:min(len(out), r.Policy.Options.CitationsPerEach)]
}

// verdictDossier returns the passages with a sentence on the verdict's side, one of each work, the clearest first.
func (r *Run) verdictDossier(side query.Stance) []*state.Passage {
	n := r.Policy.Options.CitationsPerEach
	switch side {
	case query.Supports:
		pro := r.read.Works(1)
		return pro[:min(n, len(pro))]
	case query.Contradicts:
		contra := r.read.Works(-1)
		return contra[:min(n, len(contra))]
	}
	return r.read.Addressing(n)
}

// sides says how far a passage takes the side of a polar option. A passage that
// no stage judged is on every side, a little.
func sides(p *state.Passage, s query.Stance) float64 {
	switch {
	case !p.Judged || s == query.Undecided:
		return 0.5
	case s == query.Supports:
		return 0.5 + p.Stance/2
	case s == query.Contradicts:
		return 0.5 - p.Stance/2
	}
	return 0
}

// optionFeatures computes what schema.Features promises under "option.".
func (r *Run) optionFeatures(o *state.Option) map[string]float64 {
	f := map[string]float64{"option.citations": float64(len(o.Dossier)), "option.refuted": r.RefutedBy(o.Label)}
	if r.Plan.Polar {
		if v, ok := r.assess.StanceOf(r.Plan.Stances[o.Index]); ok {
			f["option.stance"] = v
		}
		if v, ok := r.assess.EntailedFor(r.Plan.Stances[o.Index]); ok {
			f["option.entailed"] = v
		}
		return f
	}
	own := r.Own[o.Index]
	f["option.lexical"], f["option.evidence"] = 0, 0
	for _, p := range o.Dossier {
		c := evidence.Containment(own, p.Set)
		f["option.lexical"] = max(f["option.lexical"], c)
		f["option.evidence"] = max(f["option.evidence"], c*p.Features["passage.question_overlap"])
	}
	f["option.retrieval"] = r.RetrievalShare(own)
	f["option.single_source"] = r.lostFor(o.Index)
	if v, ok := r.reported(o.Index); ok {
		f["option.reported"] = v
	}
	return f
}

// lostFor returns what the claims for an option lost of their own confidence as they rest on too few types of sources (S1-20), on the average.
func (rd *Run) lostFor(option int) float64 {
	lost, claims := 0.0, 0
	for _, c := range rd.Claims {
		if c.Option == option {
			lost, claims = lost+c.Lost, claims+1
		}
	}
	return score.Share(lost, float64(claims))
}

// optionStages lets the block's stages judge the options: a score contract scores
// them as items, an assess contract answers with parts on table options.
func (r *Run) optionStages(ctx context.Context, options []*state.Option) error {
	for i := range r.Policy.Options.Stages {
		s := &r.Policy.Options.Stages[i]
		if r.Plan.Polar {
			continue // yes and no have no words of their own to look for
		}
		resp, err := r.Call(ctx, "options", s, r.OptionFrame(options))
		if err != nil {
			return err
		}
		r.PublishSignals("options."+s.Name, resp)
		r.propose(resp)
		for j, o := range options {
			o.Take(s.Name, resp, "items", j)
			o.Take(s.Name, resp, "options", j)
		}
		r.quoteOptions(s, options, resp)
	}
	return nil
}

// OptionFrame offers passages and options; a score contract sees the options as items, with what the policy's
// own terms would weigh, so that a plugin can blend it (B-16).
func (r *Run) OptionFrame(options []*state.Option) frame.Frame {
	n := len(r.Options)
	items := frame.Table{Name: "items", Rows: n, Columns: []frame.Column{
		frame.Tokens("token_set", n, func(i int) []uint32 { return r.Options[i] }),
		frame.Tokens("own_set", n, func(i int) []uint32 { return r.Own[i] }),
		frame.Texts("text", n, func(i int) string { return r.Plan.Options[i].Text }),
		frame.Nullable("lexical", n, func(i int) (float64, bool) { return options[i].Feature("option.lexical") }),
		frame.Nullable("model", n, func(i int) (float64, bool) { return options[i].Feature("option.model") }),
		frame.Nullable("citations", n, func(i int) (float64, bool) { return options[i].Feature("option.citations") }),
	}}
	return append(r.read.PassageFrame("passages", r.Passages), items, r.read.SentenceTable(), r.plan.WordTable())
}

// Eliminate strikes out options far under the best and without support (U08),
// never below the number that the policy keeps.
func (r *Run) Eliminate(options []*state.Option) {
	rules := r.Policy.Options
	left := len(options)
	for i := len(options) - 1; i >= 0 && left > rules.KeepAtLeast; i-- {
		o := options[i]
		if rules.EliminateBelow > 0 && o.Score < options[0].Score-rules.EliminateBelow && len(o.Dossier) == 0 {
			o.Eliminated = true
			left--
		}
	}
}

// RecordOptions tells the record how the options were judged.
func (r *Run) RecordOptions(options []*state.Option, chosen int) {
	for _, o := range options {
		event := record.Option{
			Label: o.Label, Text: o.Text, Terms: score.Contributions(o.Parts), Score: o.Score,
			Eliminated: o.Eliminated, Passages: []string{}, Chosen: o.Index == chosen,
		}
		for _, p := range o.Dossier {
			event.Passages = append(event.Passages, p.ID)
		}
		r.Log(record.KindOption, event)
	}
}
