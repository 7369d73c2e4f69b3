package fleetcmd

import (
	"math"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/policy"
)

// micro are dollars in millionths, rounded down.
func micro(usd float64) int64 { return int64(math.Floor(usd * 1e6)) }

// worst returns the most that one of the questions may cost by the policy, in millionths of a dollar. A budget for the batch needs it, as it is
// reserved before a question is asked.
func (f *submission) worst(p *policy.Policy, questions []evidence.Question) (int64, error) {
	if f.budget == 0 {
		return 0, nil
	}
	most, bounded := submit.Worst(p, questions)
	if !bounded {
		return 0, shell.Fail(shell.ExitFailed, "--budget-usd: policy %q does not limit what a question may cost; set max_cost in its budget block", p.Name)
	}
	if most > micro(f.budget) {
		return 0, shell.Fail(shell.ExitFailed, "--budget-usd %v: one question may cost %s USD by policy %q; allow more", f.budget, shell.Dollars(most), p.Name)
	}
	return most, nil
}
