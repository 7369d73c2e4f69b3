package falsify

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// Falsify lets the draft stand against evidence that was looked for in order to
// refute it (S0-17 to S0-19): search, judge, and at most so many times draft anew with
// what was found.
func (r *Run) Falsify(ctx context.Context) error {
	for i := range r.Policy.Falsify {
		if r.Answer == nil {
			return nil
		}
		if err := r.challenge(ctx, &r.Policy.Falsify[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Run) challenge(ctx context.Context, f *policy.Falsify) error {
	name := "falsify." + f.Kind
	ok, err := r.Course.Challenge(f)
	if err != nil {
		r.Warn("condition_unknown", name, fmt.Sprintf("%s did not run: %v", name, err))
	}
	if !ok {
		return nil
	}
	for turn := 0; ; turn++ {
		found, score, err := r.Refute(ctx, f)
		if err != nil {
			return err
		}
		if !f.Refuted(score) {
			return nil
		}
		r.Reason(f.Reason)
		if turn >= f.MaxResynthesis {
			return nil
		}
		r.Warn("resynthesised", name, fmt.Sprintf("the draft %q met refuting evidence (%.2f): drafted anew with it", state.Shorten(r.Answer.Text), score))
		r.Resynthesised = true
		r.answer.KeepRefuted()
		r.AddPassages(found)
		r.Refuting = append(r.Refuting, r.AsRead(found)...)
		if err := r.Do(ctx, r.answer.DraftSteps()); err != nil || r.Answer == nil {
			return err
		}
	}
}

// Refute searches against the draft and asks the block's stages about what was found and what was read before, and then the model about
// what was found. It returns the passages found and the greatest score: no model talks away what a stage shows.
func (r *Run) Refute(ctx context.Context, f *policy.Falsify) ([]*state.Passage, float64, error) {
	found, err := r.searchAgainst(ctx, f)
	if err != nil {
		return nil, 0, err
	}
	top := 0.0
	judged := r.againstIt(found)
	for i := range f.Stages {
		resp, err := r.Call(ctx, "falsify", &f.Stages[i], r.DraftFrame(judged))
		if err != nil {
			return nil, 0, err
		}
		r.PublishSignals("falsify."+f.Kind, resp)
		if resp == nil {
			continue
		}
		r.answer.ChallengedBy(resp, judged)
		for _, s := range resp.Assess.Signals {
			if s.Name == "score" {
				top = max(top, s.Value)
			}
		}
	}
	r.Last = state.Refuted{Score: top}
	if score, ok := r.refuteByModel(ctx, f, found); ok {
		top = max(top, score)
		r.Set("falsify."+f.Kind+".score", top)
	}
	r.answer.CountContradictions()
	return found, top, nil
}

// searchAgainst asks the falsifying queries and returns the passages of the works that they found.
func (r *Run) searchAgainst(ctx context.Context, f *policy.Falsify) ([]*state.Passage, error) {
	rd := policy.Round{Name: "falsify_" + f.Kind, Results: f.Results, At: f.At}
	var queries []query.Query
	for _, t := range f.Queries {
		for _, text := range r.Plan.Expand(t, query.Slots{"draft": r.Answer.Phrase, "alternative": r.Answer.RunnerUp}) {
			queries = append(queries, query.Query{Text: text, Intent: state.Falsifying})
		}
	}
	if _, err := r.search.PassAfter(ctx, &rd, queries); err != nil {
		return nil, err
	}
	return r.FoundAgainstDraft(f.Results), nil
}

// FoundAgainstDraft cuts and scores the best n works that falsifying queries found.
// What was selected and scored before stays as it is.
func (r *Run) FoundAgainstDraft(n int) []*state.Passage {
	own := r.answer.OwnSources()
	entries := slices.DeleteFunc(r.Pool.Documents(), func(e retrieval.Entry) bool {
		return state.RankBy(state.Falsifying, e) == math.MaxInt || r.Excludes(&e.Document) || own[r.ByIndex[e.Index]]
	})
	slices.SortStableFunc(entries, func(a, b retrieval.Entry) int {
		return cmp.Compare(state.RankBy(state.Falsifying, a), state.RankBy(state.Falsifying, b))
	})
	var out []*state.Passage
	for _, e := range entries[:min(n, len(entries))] {
		out = append(out, r.read.Read(r.search.Latecomer(e))...)
	}
	terms := r.TermsOf("read", r.Policy.Read.Terms)
	best := r.Passages[0].Score // there is an answer, so there are passages
	for _, p := range out {
		r.Spreads.Weigh("read", terms, &p.Item)
		best = max(best, p.Score)
	}
	for _, p := range out {
		p.Relative = score.Share(p.Score, best)
	}
	return out
}

// againstIt returns the passages that may refute the draft: those found against it, and those read before, but for its own sources.
func (r *Run) againstIt(found []*state.Passage) []*state.Passage {
	own, out := r.answer.OwnSources(), slices.Clone(found)
	for _, p := range r.Passages {
		if !own[p.Doc] && !slices.ContainsFunc(found, func(f *state.Passage) bool { return f.ID == p.ID && f.Doc == p.Doc }) {
			out = append(out, p)
		}
	}
	return out
}

// DraftFrame shows the draft and the passages found against it.
func (r *Run) DraftFrame(found []*state.Passage) frame.Frame {
	draft := frame.Table{Name: "draft", Rows: 1, Columns: []frame.Column{
		frame.Texts("text", 1, func(int) string { return r.verdictOn() }),
		frame.Texts("phrase", 1, func(int) string { return r.Answer.Phrase }),
		frame.Texts("statement", 1, func(int) string { return r.statement() }),
		frame.Nullable("side", 1, func(int) (float64, bool) { return r.Answer.Side(&r.Plan) }),
	}}
	return append(r.read.PassageFrame("passages", found), draft)
}

// verdictOn returns the claim of the draft; a verdict makes it about its question.
func (r *Run) verdictOn() string {
	if r.Plan.Polar {
		return r.Plan.Question.Question
	}
	return r.Answer.Text
}

// statement returns what the draft states: a verdict's question, an option, the sentence that a short answer stands in, else its text.
func (r *Run) statement() string {
	a := r.Answer
	if len(a.Evidence) > 0 && a.Chosen < 0 {
		if s := a.Spans[a.Evidence[0]]; s != nil {
			return s.Text
		}
	}
	return r.verdictOn()
}
