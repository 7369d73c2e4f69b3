package run

import (
	"context"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// challenge lets the draft stand against evidence that was looked for in order to
// refute it (S0-17..S0-20): search, judge, and at most so many times synthesise anew
// with what was found.
func (r *run) challenge(ctx context.Context) error {
	for i := range r.Policy.Falsify {
		f := &r.Policy.Falsify[i]
		if f.Kind != "draft" || r.answer == nil {
			continue
		}
		if err := r.challengeDraft(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) challengeDraft(ctx context.Context, f *policy.Falsify) error {
	name := "falsify." + f.Kind
	ok, err := r.holds(name+".when", f.When)
	if err != nil {
		r.warn("condition_unknown", name, fmt.Sprintf("%s did not run: %v", name, err))
	}
	r.set(name+".ran", ok)
	if !ok {
		return nil
	}
	for turn := 0; ; turn++ {
		score, err := r.refute(ctx, f)
		if err != nil {
			return err
		}
		if f.ResynthesizeOver <= 0 || score <= f.ResynthesizeOver {
			return nil
		}
		r.reason(f.Reason)
		if turn >= f.MaxResynthesis {
			return nil
		}
		r.warn("resynthesised", name, fmt.Sprintf("the draft %q met refuting evidence (%.2f): synthesised anew", r.answer.text, score))
		if err := r.synthesise(ctx); err != nil || r.answer == nil {
			return err
		}
	}
}

// refute searches against the draft, reads what is new and asks the block's stages.
// It returns the greatest of their scores.
func (r *run) refute(ctx context.Context, f *policy.Falsify) (float64, error) {
	found, err := r.searchAgainst(ctx, f)
	if err != nil {
		return 0, err
	}
	top := 0.0
	for i := range f.Stages {
		resp, err := r.call(ctx, "falsify", &f.Stages[i], r.draftFrame(found))
		if err != nil {
			return 0, err
		}
		if resp == nil {
			continue
		}
		r.publishSignals("falsify."+f.Kind, resp)
		if v, ok := signal(resp, "score"); ok {
			top = max(top, v)
		}
	}
	r.passages = append(r.refuting(found), r.passages...)
	return top, nil
}

// searchAgainst asks the falsifying queries as a round of their own, which does not
// count against the rounds, and returns the passages to judge: of the documents that the
// searches found, each with the passages that are nearest the question.
func (r *run) searchAgainst(ctx context.Context, f *policy.Falsify) ([]*passage, error) {
	rd := policy.Round{Name: "falsify_" + f.Kind, Results: f.Results, At: f.At}
	for _, t := range f.Queries {
		for _, text := range r.plan.expand(t, slots{"draft": r.answer.phrase, "alternative": r.answer.runnerUp}) {
			r.injected[rd.Name] = append(r.injected[rd.Name], plannedQuery{text, "falsification"})
		}
	}
	result := record.RoundResult{Name: rd.Name, Queries: []string{}}
	if queries := r.roundQueries(&rd); len(queries) > 0 {
		r.pool.StartRound(rd.Name)
		before := r.pool.Len()
		asked, failed, err := r.ask(ctx, &rd, queries)
		if err != nil {
			return nil, err
		}
		result.Ran, result.Failed, result.NewDocuments = len(asked) > 0, failed, r.pool.Len()-before
		if len(asked) > 0 {
			result.Queries = asked
		}
	} else {
		result.SkippedReason = "no new queries"
	}
	r.result.Rounds = append(r.result.Rounds, result)
	r.log(record.KindRound, record.Round{Name: rd.Name, Ran: result.Ran, SkippedReason: result.SkippedReason,
		Queries: len(result.Queries), NewDocuments: result.NewDocuments, PoolDocuments: r.pool.Len(), At: at(f.At)})
	return r.foundBy("falsification", f.Results), nil
}

// foundBy reads the best documents that queries of an intent found.
func (r *run) foundBy(intent string, n int) []*passage {
	ranked := r.documents
	r.scoreDocuments()
	var out []*passage
	for _, d := range r.documents {
		if n == 0 {
			break
		}
		for _, f := range d.Found {
			if f.Intent == intent {
				n--
				out = append(out, r.cut(d, d.selectedPos)...)
				break
			}
		}
	}
	r.restore(ranked)
	best := 0.0
	for _, p := range out {
		p.score, p.parts = sum(applicable(r.Policy.Read.Terms, r.plan.kinds()), p.value)
		best = max(best, p.score)
	}
	if len(r.passages) > 0 {
		best = max(best, r.passages[0].score)
	}
	for _, p := range out {
		p.relative = share(p.score, best)
	}
	return out
}

// restore puts the ranking that selection was made from back in front, followed by
// documents that came later: citations and shares refer to it.
func (r *run) restore(ranked []*document) {
	rest := slices.DeleteFunc(slices.Clone(r.documents), func(d *document) bool { return slices.Contains(ranked, d) })
	r.documents = append(slices.Clone(ranked), rest...)
}

// refuting are the found passages that are not among those read already.
func (r *run) refuting(found []*passage) []*passage {
	return slices.DeleteFunc(slices.Clone(found), func(p *passage) bool {
		return slices.ContainsFunc(r.passages, func(have *passage) bool { return have.ID == p.ID })
	})
}

// draftFrame shows the draft and the passages found against it.
func (r *run) draftFrame(found []*passage) frame {
	draft := table{"draft", 1, []column{
		texts("text", 1, func(int) string { return r.answer.text }),
		texts("phrase", 1, func(int) string { return r.answer.phrase }),
	}}
	return append(r.passageFrame("passages", found), draft)
}

// signal finds a signal in a response.
func signal(resp *contract.Response, name string) (float64, bool) {
	for _, s := range resp.Assess.Signals {
		if s.Name == name {
			return s.Value, true
		}
	}
	return 0, false
}
