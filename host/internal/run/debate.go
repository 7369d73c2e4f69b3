package run

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
)

// debate makes one answer of two (B-05, mode research_max), and says how. Solvers that prefer the same option
// are averaged. Otherwise the judge decides; where it does not, options are averaged all the same, and of
// free answers the surer one counts, the first of equals.
func (r *run) debate(ctx context.Context, s *policy.Synthesis, shown showing, solved []solution) (*solution, string) {
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
	case second.confidence > first.confidence:
		return second, why + ": " + second.by + " is surer"
	}
	return first, why + ": " + first.by + " is at least as sure"
}

// verdict asks the judge twice, with the answers exchanged, because judges prefer a place. Nil: the policy has no judge,
// or it does not say the same twice.
func (r *run) verdict(ctx context.Context, s *policy.Synthesis, shown showing, first, second *solution) (*solution, string) {
	if s.Judge == "" {
		return nil, "no judge"
	}
	ahead := r.compare(ctx, s, shown, [2]*solution{first, second})
	behind := r.compare(ctx, s, shown, [2]*solution{second, first})
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
func (r *run) compare(ctx context.Context, s *policy.Synthesis, shown showing, answers [2]*solution) *prompt.Verdict {
	reply, ok := r.consult(ctx, s, s.Judge, func() (model.Request, error) {
		return prompt.Judge(shown.Evidence, r.inWords(*answers[0]), r.inWords(*answers[1]))
	})
	if !ok {
		return nil
	}
	v, notes := prompt.ParseJudge(reply.JSON)
	for _, note := range notes {
		r.warn("model_answer", synthesis, s.Judge+": "+note)
	}
	return v
}

// merged averages the scores of two solvers; an option that one of them did not judge keeps the other's score.
func merged(a, b solution) *solution {
	out := solution{by: a.by + " and " + b.by, scores: map[int]float64{}, cites: map[int][]*passage{}, quotes: maps.Clone(a.quotes), answerable: a.answerable || b.answerable}
	for _, s := range []solution{a, b} {
		for i, v := range s.scores {
			out.scores[i] += v
		}
		for i, ps := range s.cites {
			for _, p := range ps {
				out.cites[i] = appendNew(out.cites[i], p)
			}
		}
	}
	for i := range out.scores {
		if _, both := a.scores[i]; both {
			if _, both = b.scores[i]; both {
				out.scores[i] /= 2
			}
		}
	}
	return &out
}

// preferred is the option that a solution scores best, the first of equals.
func (r *run) preferred(s solution) int {
	best := -1
	for i := range r.plan.Options {
		if v, ok := s.scores[i]; ok && (best < 0 || v > s.scores[best]) {
			best = i
		}
	}
	return best
}

// inWords is a solution for a judge and for records.
func (r *run) inWords(s solution) string {
	if len(r.plan.Options) == 0 {
		return s.text
	}
	var ranked []int
	for i := range r.plan.Options {
		if _, ok := s.scores[i]; ok {
			ranked = append(ranked, i)
		}
	}
	slices.SortStableFunc(ranked, func(a, b int) int { return cmp.Compare(s.scores[b], s.scores[a]) })
	parts := make([]string, len(ranked))
	for n, i := range ranked {
		parts[n] = fmt.Sprintf("%s (%s) %.2f", r.plan.Options[i].Label, r.plan.Options[i].Text, s.scores[i])
	}
	return strings.Join(parts, ", ")
}
