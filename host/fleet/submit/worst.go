package submit

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/plan"
)

// Worst returns the most that one of the questions may cost by the policy, in millionths of a dollar; bounded is false where the policy does not limit it.
func Worst(p *policy.Policy, questions []evidence.Question) (most int64, bounded bool) {
	for _, q := range questions {
		cost := plan.New(p, plan.Question{Options: len(q.Options), SubClaims: len(q.Options) + 2}).Worst.Cost
		if cost.Unbounded {
			return 0, false
		}
		most = max(most, cost.Most)
	}
	return most, true
}
