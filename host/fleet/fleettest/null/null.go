// Package null answers questions without any work, for tests and measurements of the queue.
package null

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
	"github.com/sparkhost/sparkhost/host/record"
)

// An Asker answers without any work, the same to the same question.
type Asker struct {
	Before func(ctx context.Context, q evidence.Question) error // called before each answer; nil: nothing
	USD    float64                                              // what each answer costs
	Salt   string                                               // part of the answers, but not of the run ids
	Cap    int                                                  // upgrades of a batch, of which each question wants one; 0: none does
}

// RunIDWith implements [worker.Asker]. As for a host, withholding has no effect without a cap.
func (n Asker) RunIDWith(q evidence.Question, o host.AskOptions) (string, error) {
	return record.Digest([]byte(fmt.Sprint(q.ID, n.Cap > 0 && o.WithholdUpgrade)))[:20], nil
}

// Upgrades implements the planner of a submission.
func (n Asker) Upgrades() *host.Upgrades { return host.NewUpgrades(n.Cap) }

// AskWith implements [worker.Asker].
func (n Asker) AskWith(ctx context.Context, q evidence.Question, o host.AskOptions) (*record.Result, error) {
	if n.Before != nil {
		if err := n.Before(ctx, q); err != nil {
			return nil, err
		}
	}
	run, err := n.RunIDWith(q, o)
	r := &record.Result{FormatVersion: record.FormatVersion, ID: q.ID, Run: run, Question: q.Question + n.Salt, Verdict: record.VerdictAnswered}
	r.Budget.CostUSD, r.QualityGates.UpgradeWithheld = n.USD, n.Cap > 0 && o.WithholdUpgrade
	return r, err
}

// Opener opens n for every batch.
func (n Asker) Opener() worker.Opener {
	return func(context.Context, batch.Manifest) (worker.Asker, func() error, error) {
		return n, func() error { return nil }, nil
	}
}

// Questions are n questions.
func Questions(n int) []evidence.Question {
	out := make([]evidence.Question, n)
	for i := range out {
		out[i] = evidence.Question{ID: fmt.Sprintf("q%d", i), Question: fmt.Sprintf("Is %d a number?", i), Type: evidence.TypeClaim}
	}
	return out
}
