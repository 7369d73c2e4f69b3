package run

import (
	"cmp"
	"context"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
)

// An option is one option of the question as the run scores it, with the dossier of
// passages that speak for it.
type option struct {
	index int
	evidence.Option
	score.Item
	dossier    []*passage // best first
	eliminated bool
	spans      map[*passage]*sentence // the sentence that a stage found for it, of each passage of its dossier
}

// scoreOptions scores every option (B-16) and returns them best first.
func (r *run) scoreOptions(ctx context.Context, solved *solution) ([]*option, error) {
	options := make([]*option, len(r.plan.Options))
	for i, o := range r.plan.Options {
		options[i] = &option{index: i, Option: o}
		options[i].dossier = r.dossier(i)
		options[i].Features = r.optionFeatures(options[i])
		options[i].citeOutputs()
		if solved != nil {
			if v, ok := solved.scores[i]; ok {
				options[i].Features["option.model"] = v
			}
		}
	}
	if err := r.optionStages(ctx, options); err != nil {
		return nil, err
	}
	r.weighOptions(options)
	r.recordHits(options)
	slices.SortStableFunc(options, func(a, b *option) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.index, b.index))
	})
	r.eliminate(options)
	return options, nil
}

// dossier is the passages that speak for an option: of a polar option those that
// take its side, of another those that hold its own words, weighed by relevance.
func (r *run) dossier(i int) []*passage {
	if r.plan.Polar && r.reads() {
		return r.verdictDossier(r.plan.Stances[i])
	}
	weight := func(p *passage) float64 {
		if r.reads() && !slices.ContainsFunc(r.sentencesOf(p), r.counts) {
			return 0
		}
		if r.plan.Polar {
			return p.relative * sides(p, r.plan.Stances[i])
		}
		return p.relative * evidence.Containment(r.own[i], p.set)
	}
	var out []*passage
	for _, p := range r.passages {
		if weight(p) > 0 {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b *passage) int { return cmp.Compare(weight(b), weight(a)) })
	return out[:min(len(out), r.Policy.Options.CitationsPerEach)]
}

// verdictDossier is the passages with a sentence on the verdict's side, one of each work, the clearest first.
func (r *run) verdictDossier(side query.Stance) []*passage {
	n := r.Policy.Options.CitationsPerEach
	switch side {
	case query.Supports:
		pro := r.works(1)
		return pro[:min(n, len(pro))]
	case query.Contradicts:
		contra := r.works(-1)
		return contra[:min(n, len(contra))]
	}
	return r.addressing(n)
}

// sides says how far a passage takes the side of a polar option. A passage that
// no stage judged is on every side, a little.
func sides(p *passage, s query.Stance) float64 {
	switch {
	case !p.judged || s == query.Undecided:
		return 0.5
	case s == query.Supports:
		return 0.5 + p.stance/2
	case s == query.Contradicts:
		return 0.5 - p.stance/2
	}
	return 0
}

// optionFeatures computes what schema.Features promises under "option.".
func (r *run) optionFeatures(o *option) map[string]float64 {
	f := map[string]float64{"option.citations": float64(len(o.dossier)), "option.refuted": r.refutedBy(o.Label)}
	if r.plan.Polar {
		if v, ok := r.stanceOf(r.plan.Stances[o.index]); ok {
			f["option.stance"] = v
		}
		if v, ok := r.entailedFor(r.plan.Stances[o.index]); ok {
			f["option.entailed"] = v
		}
		return f
	}
	own := r.own[o.index]
	f["option.lexical"], f["option.evidence"] = 0, 0
	for _, p := range o.dossier {
		c := evidence.Containment(own, p.set)
		f["option.lexical"] = max(f["option.lexical"], c)
		f["option.evidence"] = max(f["option.evidence"], c*p.Features["passage.question_overlap"])
	}
	f["option.retrieval"] = r.retrievalShare(own)
	f["option.single_source"] = r.lostFor(o.index)
	return f
}

// lostFor returns what the claims for an option lost of their own confidence as they rest on too few types of sources (S1-20), on the average.
func (rd *reading) lostFor(option int) float64 {
	lost, claims := 0.0, 0
	for _, c := range rd.claims {
		if c.option == option {
			lost, claims = lost+c.lost, claims+1
		}
	}
	return score.Share(lost, float64(claims))
}

// optionStages lets the block's stages judge the options: a score contract scores
// them as items, an assess contract answers with parts on table options.
func (r *run) optionStages(ctx context.Context, options []*option) error {
	for i := range r.Policy.Options.Stages {
		s := &r.Policy.Options.Stages[i]
		if r.plan.Polar {
			continue // yes and no have no words of their own to look for
		}
		resp, err := r.call(ctx, "options", s, r.optionFrame(options))
		if err != nil {
			return err
		}
		r.publishSignals("options."+s.Name, resp)
		r.propose(resp)
		for j, o := range options {
			o.Take(s.Name, resp, "items", j)
			o.Take(s.Name, resp, "options", j)
		}
		r.quoteOptions(s, options, resp)
	}
	return nil
}

// optionFrame offers passages and options; a score contract sees the options as items, with what the policy's
// own terms would weigh, so that a plugin can blend it (B-16).
func (r *run) optionFrame(options []*option) frame.Frame {
	n := len(r.options)
	items := frame.Table{Name: "items", Rows: n, Columns: []frame.Column{
		frame.Tokens("token_set", n, func(i int) []uint32 { return r.options[i] }),
		frame.Tokens("own_set", n, func(i int) []uint32 { return r.own[i] }),
		frame.Texts("text", n, func(i int) string { return r.plan.Options[i].Text }),
		frame.Nullable("lexical", n, func(i int) (float64, bool) { return options[i].Feature("option.lexical") }),
		frame.Nullable("model", n, func(i int) (float64, bool) { return options[i].Feature("option.model") }),
		frame.Nullable("citations", n, func(i int) (float64, bool) { return options[i].Feature("option.citations") }),
	}}
	return append(r.passageFrame("passages", r.passages), items, r.sentenceTable(), r.wordTable())
}

// eliminate strikes out options far under the best and without support (U08),
// never below the number that the policy keeps.
func (r *run) eliminate(options []*option) {
	rules := r.Policy.Options
	left := len(options)
	for i := len(options) - 1; i >= 0 && left > rules.KeepAtLeast; i-- {
		o := options[i]
		if rules.EliminateBelow > 0 && o.Score < options[0].Score-rules.EliminateBelow && len(o.dossier) == 0 {
			o.eliminated = true
			left--
		}
	}
}

// recordOptions tells the record how the options were judged.
func (r *run) recordOptions(options []*option, chosen int) {
	for _, o := range options {
		event := record.Option{
			Label: o.Label, Text: o.Text, Terms: score.Contributions(o.Parts), Score: o.Score,
			Eliminated: o.eliminated, Passages: []string{}, Chosen: o.index == chosen,
		}
		for _, p := range o.dossier {
			event.Passages = append(event.Passages, p.ID)
		}
		r.log(record.KindOption, event)
	}
}
