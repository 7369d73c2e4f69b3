package run

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// falsifying is the intent of queries that look for evidence against the draft.
const falsifying = "falsification"

// falsify lets the draft stand against evidence that was looked for in order to
// refute it (S0-17 to S0-19): search, judge, and at most so many times draft anew with
// what was found.
func (r *run) falsify(ctx context.Context) error {
	for i := range r.Policy.Falsify {
		if r.answer == nil {
			return nil
		}
		if err := r.challenge(ctx, &r.Policy.Falsify[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) challenge(ctx context.Context, f *policy.Falsify) error {
	name := "falsify." + f.Kind
	ok, err := r.course.Challenge(f)
	if err != nil {
		r.warn("condition_unknown", name, fmt.Sprintf("%s did not run: %v", name, err))
	}
	if !ok {
		return nil
	}
	for turn := 0; ; turn++ {
		found, score, err := r.refute(ctx, f)
		if err != nil {
			return err
		}
		if !f.Refuted(score) {
			return nil
		}
		r.reason(f.Reason)
		if turn >= f.MaxResynthesis {
			return nil
		}
		r.warn("resynthesised", name, fmt.Sprintf("the draft %q met refuting evidence (%.2f): drafted anew with it", shorten(r.answer.text), score))
		r.resynthesised = true
		r.keepRefuted()
		r.addPassages(found)
		r.refuting = append(r.refuting, r.asRead(found)...)
		if err := r.do(ctx, r.draftSteps()); err != nil || r.answer == nil {
			return err
		}
	}
}

// refute searches against the draft and asks the block's stages about what was found and what was read before, and then the model about
// what was found. It returns the passages found and the greatest score: no model talks away what a stage shows.
func (r *run) refute(ctx context.Context, f *policy.Falsify) ([]*passage, float64, error) {
	found, err := r.searchAgainst(ctx, f)
	if err != nil {
		return nil, 0, err
	}
	top := 0.0
	judged := r.againstIt(found)
	for i := range f.Stages {
		resp, err := r.call(ctx, "falsify", &f.Stages[i], r.draftFrame(judged))
		if err != nil {
			return nil, 0, err
		}
		r.publishSignals("falsify."+f.Kind, resp)
		if resp == nil {
			continue
		}
		r.challengedBy(resp, judged)
		for _, s := range resp.Assess.Signals {
			if s.Name == "score" {
				top = max(top, s.Value)
			}
		}
	}
	r.last = refuted{score: top}
	if score, ok := r.refuteByModel(ctx, f, found); ok {
		top = max(top, score)
		r.set("falsify."+f.Kind+".score", top)
	}
	r.countContradictions()
	return found, top, nil
}

// searchAgainst asks the falsifying queries and returns the passages of the works that they found.
func (r *run) searchAgainst(ctx context.Context, f *policy.Falsify) ([]*passage, error) {
	rd := policy.Round{Name: "falsify_" + f.Kind, Results: f.Results, At: f.At}
	var queries []query.Query
	for _, t := range f.Queries {
		for _, text := range r.plan.Expand(t, query.Slots{"draft": r.answer.phrase, "alternative": r.answer.runnerUp}) {
			queries = append(queries, query.Query{Text: text, Intent: falsifying})
		}
	}
	if _, err := r.passAfter(ctx, &rd, queries); err != nil {
		return nil, err
	}
	return r.foundAgainstDraft(f.Results), nil
}

// foundAgainstDraft cuts and scores the best n works that falsifying queries found.
// What was selected and scored before stays as it is.
func (r *run) foundAgainstDraft(n int) []*passage {
	own := r.ownSources()
	entries := slices.DeleteFunc(r.pool.Documents(), func(e retrieval.Entry) bool {
		return rankBy(falsifying, e) == math.MaxInt || r.excludes(&e.Document) || own[r.byIndex[e.Index]]
	})
	slices.SortStableFunc(entries, func(a, b retrieval.Entry) int { return cmp.Compare(rankBy(falsifying, a), rankBy(falsifying, b)) })
	var out []*passage
	for _, e := range entries[:min(n, len(entries))] {
		out = append(out, r.cut(r.latecomer(e))...)
	}
	terms := r.termsOf("read", r.Policy.Read.Terms)
	best := r.passages[0].Score // there is an answer, so there are passages
	for _, p := range out {
		r.spreads.Weigh("read", terms, &p.Item)
		best = max(best, p.Score)
	}
	for _, p := range out {
		p.relative = score.Share(p.Score, best)
	}
	return out
}

// ownSources are the works that the draft rests on: no draft is refuted by its own source. Of a verdict they are those that take its side
// and no other more clearly, of another draft those of the sentences that a stage found it in, else the best one that is cited.
func (r *run) ownSources() map[*document]bool {
	own := map[*document]bool{}
	if r.answer == nil {
		return own
	}
	side, verdict := r.answer.side(&r.plan)
	for i, p := range r.answer.evidence {
		switch {
		case verdict:
			own[p.doc] = own[p.doc] || r.leans(p.doc)*side > 0
		case r.answer.spans[p] != nil, len(r.answer.spans) == 0 && i == 0:
			own[p.doc] = true
		}
	}
	return own
}

// leans is the stance that a work takes most clearly, -1 to 1.
func (r *run) leans(d *document) float64 {
	most := 0.0
	for _, s := range r.sentences {
		if v := s.stance * s.addresses; s.passage.doc == d && math.Abs(v) > math.Abs(most) {
			most = v
		}
	}
	return most
}

// againstIt are the passages that may refute the draft: those found against it, and those read before, but for its own sources.
func (r *run) againstIt(found []*passage) []*passage {
	own, out := r.ownSources(), slices.Clone(found)
	for _, p := range r.passages {
		if !own[p.doc] && !slices.ContainsFunc(found, func(f *passage) bool { return f.ID == p.ID && f.doc == p.doc }) {
			out = append(out, p)
		}
	}
	return out
}

// latecomer is the document of a work, scored as the pool was at selection if it is new.
func (r *run) latecomer(e retrieval.Entry) *document {
	if d := r.byIndex[e.Index]; d != nil {
		return d
	}
	d := &document{position: -1, reason: "found after selection"}
	r.byIndex[e.Index] = d
	r.describeDocument(d, e)
	d.Features = r.documentFeatures(d)
	r.spreads.Weigh("select", r.termsOf("select", r.Policy.Select.Terms), &d.Item)
	return d
}

// draftFrame shows the draft and the passages found against it.
func (r *run) draftFrame(found []*passage) frame.Frame {
	draft := frame.Table{Name: "draft", Rows: 1, Columns: []frame.Column{
		frame.Texts("text", 1, func(int) string { return r.verdictOn() }),
		frame.Texts("phrase", 1, func(int) string { return r.answer.phrase }),
		frame.Texts("statement", 1, func(int) string { return r.statement() }),
		frame.Nullable("side", 1, func(int) (float64, bool) { return r.answer.side(&r.plan) }),
	}}
	return append(r.passageFrame("passages", found), draft)
}

// verdictOn returns the claim of the draft; a verdict makes it about its question.
func (r *run) verdictOn() string {
	if r.plan.Polar {
		return r.plan.Question.Question
	}
	return r.answer.text
}

// statement returns what the draft states: a verdict's question, an option, the sentence that a short answer stands in, else its text.
func (r *run) statement() string {
	a := r.answer
	if len(a.evidence) > 0 && a.chosen < 0 {
		if s := a.spans[a.evidence[0]]; s != nil {
			return s.text
		}
	}
	return r.verdictOn()
}

// side says whether a verdict affirms its question's claim (1), denies it (-1) or leaves it open (0); false: it is not a verdict.
func (a *answer) side(p *query.Plan) (float64, bool) {
	if !p.Polar || a.chosen < 0 {
		return 0, false
	}
	switch p.Stances[a.chosen] {
	case query.Supports:
		return 1, true
	case query.Contradicts:
		return -1, true
	}
	return 0, true
}

// maxDraftRunes limits how much of a draft a warning shows.
const maxDraftRunes = 80

func shorten(text string) string {
	if runes := []rune(text); len(runes) > maxDraftRunes {
		return string(runes[:maxDraftRunes-1]) + "…"
	}
	return text
}
