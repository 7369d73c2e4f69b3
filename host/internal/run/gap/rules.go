package gap

import (
	"context"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
)

// byRules finds gaps without a model: of what could be one, that which the evidence carries less than the block's
// threshold asks (S0-08).
func (r *Run) byRules(ctx context.Context, block int, l Look) (haul, error) {
	kind := r.kindOf(block)
	could, held := kind.suspects(r, block, l)
	f := haul{by: "rules", entities: could.names}
	values, err := r.measured(ctx, policy.GapStageCoverage, could.gaps, held)
	if err != nil {
		return f, err
	}
	f.unknown = values == nil && len(could.gaps) > 0
	for i, v := range values {
		if c := could.gaps[i]; v < r.Policy.Gaps[block].Threshold {
			c.Now = v
			f.gaps = append(f.gaps, c)
		}
	}
	kind.settle(f.gaps)
	return f, nil
}

// trialAnswer returns the sentences that an answer would be made of now, without any stage: the one nearest the
// question of each of the best passages, one of a document.
func (r *Run) trialAnswer(l Look) []*state.Claim {
	var out []*state.Claim
	seen := map[*state.Document]bool{}
	for i, p := range l.Passages {
		if seen[p.Doc] || len(out) == r.Policy.Answer.MaxSentences {
			continue
		}
		if cl := r.read.PickSentence(i, p, "best"); cl != nil && cl.Overlap > 0 {
			seen[p.Doc] = true
			out = append(out, cl)
		}
	}
	return out
}
