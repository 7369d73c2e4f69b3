package answer

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
)

// debate makes one answer of two (B-05, mode research_max), and says how. Solvers that prefer the same option
// are averaged. Otherwise the judge decides; where it does not, options are averaged all the same, and of
// free answers the surer one counts, the first of equals.
func (r *Run) debate(ctx context.Context, s *policy.Synthesis, shown showing, solved []state.Solution) (*state.Solution, string) {
	first, second := &solved[0], &solved[1]
	choice := len(shown.Options) > 0
	if choice && r.preferred(*first) == r.preferred(*second) {
		return merged(*first, *second), "both prefer " + r.inWords(*first)
	}
	winner, why := r.verdict(ctx, s, shown, first, second)
	switch {
	case winner != nil:
		return winner, why
	case choice:
		return merged(*first, *second), why + ": averaged"
	case second.Confidence > first.Confidence:
		return second, why + ": " + second.By + " is surer"
	}
	return first, why + ": " + first.By + " is at least as sure"
}

// verdict asks the judge twice, with the answers exchanged, because judges prefer a place. Nil: the policy has no judge,
// or it does not say the same twice.
func (r *Run) verdict(ctx context.Context, s *policy.Synthesis, shown showing, first, second *state.Solution) (*state.Solution, string) {
	if s.Judge == "" {
		return nil, "no judge"
	}
	ahead := r.compare(ctx, s, shown, [2]*state.Solution{first, second})
	behind := r.compare(ctx, s, shown, [2]*state.Solution{second, first})
	switch {
	case ahead == nil || behind == nil:
		return nil, "the judge gave no verdict"
	case ahead.Choice == "first" && behind.Choice == "second":
		return first, "the judge prefers " + r.inWords(*first)
	case ahead.Choice == "second" && behind.Choice == "first":
		return second, "the judge prefers " + r.inWords(*second)
	}
	return nil, fmt.Sprintf("the judge is of two minds (%s, then %s of the exchanged)", ahead.Choice, behind.Choice)
}

// compare shows the judge two answers in an order.
func (r *Run) compare(ctx context.Context, s *policy.Synthesis, shown showing, answers [2]*state.Solution) *prompt.Verdict {
	reply, ok := r.consult(ctx, s, s.Judge, func() (model.Request, error) {
		return prompt.Judge(shown.Evidence, r.inWords(*answers[0]), r.inWords(*answers[1]))
	})
	if !ok {
		return nil
	}
	v, notes := prompt.ParseJudge(reply.JSON)
	for _, note := range notes {
		r.Warn("model_answer", state.Synthesis, s.Judge+": "+note)
	}
	return v
}

// merged averages the scores of two solvers; an option that one of them did not judge keeps the other's score.
func merged(a, b state.Solution) *state.Solution {
	out := state.Solution{By: a.By + " and " + b.By, Scores: map[int]float64{}, Cites: map[int][]*state.Passage{}, Quotes: maps.Clone(a.Quotes), Answerable: a.Answerable || b.Answerable}
	for _, s := range []state.Solution{a, b} {
		for i, v := range s.Scores {
			out.Scores[i] += v
		}
		for i, ps := range s.Cites {
			for _, p := range ps {
				out.Cites[i] = appendNew(out.Cites[i], p)
			}
		}
	}
	for i := range out.Scores {
		if _, both := a.Scores[i]; both {
			if _, both = b.Scores[i]; both {
				out.Scores[i] /= 2
			}
		}
	}
	return &out
}

// preferred returns the option that a solution scores best, the first of equals.
func (r *Run) preferred(s state.Solution) int {
	best := -1
	for i := range r.Plan.Options {
		if v, ok := s.Scores[i]; ok && (best < 0 || v > s.Scores[best]) {
			best = i
		}
	}
	return best
}

// inWords returns a solution for a judge and for records.
func (r *Run) inWords(s state.Solution) string {
	if len(r.Plan.Options) == 0 {
		return s.Text
	}
	var ranked []int
	for i := range r.Plan.Options {
		if _, ok := s.Scores[i]; ok {
			ranked = append(ranked, i)
		}
	}
	slices.SortStableFunc(ranked, func(a, b int) int { return cmp.Compare(s.Scores[b], s.Scores[a]) })
	parts := make([]string, len(ranked))
	for n, i := range ranked {
		parts[n] = fmt.Sprintf("%s (%s) %.2f", r.Plan.Options[i].Label, r.Plan.Options[i].Text, s.Scores[i])
	}
	return strings.Join(parts, ", ")
}
