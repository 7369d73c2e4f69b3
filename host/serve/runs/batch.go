package runs

import (
	"context"
	"time"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Batch is the questions of one request. Its results are those of `run` on the same questions.
type Batch struct {
	Runs []*Run // one for each question, in order; under a policy that caps upgrades (S3-19) the first turn of each

	desk   *Desk
	client Client
	lease  *host.Lease // until all have ended
	timer  *time.Timer // nil: no deadline
	final  []chan outcome
}

type outcome struct {
	result *record.Result
	err    error
}

// Submit takes questions in, all or none, under the policy's version in force. timeout bounds the time in the queue and at work, 0: not at all.
// Errors match [catalog.ErrUnknown], [queue.ErrFull], [queue.ErrClosed] or *[quota.ExceededError], or are those of [host.Open].
func (d *Desk) Submit(ctx context.Context, policy string, c Client, questions []evidence.Question, timeout time.Duration) (*Batch, error) {
	lease, err := d.Catalog.Acquire(ctx, policy)
	if err != nil {
		return nil, err
	}
	b := &Batch{desk: d, client: c, lease: lease}
	upgrades := lease.Host().Upgrades()
	for _, q := range questions {
		r, err := d.submit(lease, policy, c, q, host.AskOptions{WithholdUpgrade: upgrades.Capped()})
		if err != nil {
			b.Leave()
			lease.Release()
			return nil, err
		}
		b.Runs = append(b.Runs, r)
		b.final = append(b.final, make(chan outcome, 1))
	}
	if timeout > 0 {
		b.timer = time.AfterFunc(timeout, func() { b.stop(ErrTimedOut) })
	}
	go b.settle(policy, upgrades)
	return b, nil
}

// settle hands out the final results in order, and asks the questions again that may be upgraded.
func (b *Batch) settle(policy string, upgrades *host.Upgrades) {
	defer b.lease.Release()
	var again []func()
	for i, r := range b.Runs {
		<-r.Ended()
		result, err := r.Outcome()
		if err != nil || !upgrades.Grant(result) {
			b.final[i] <- outcome{result, err}
			continue
		}
		second, err := b.desk.submit(b.lease, policy, b.client, r.Question, host.AskOptions{})
		if err != nil {
			b.final[i] <- outcome{nil, err}
			continue
		}
		again = append(again, func() {
			<-second.Ended()
			b.final[i] <- secondTurn(result, second)
		})
	}
	for _, wait := range again {
		wait()
	}
	if b.timer != nil {
		b.timer.Stop()
	}
}

// secondTurn returns the result of a question's second turn, with what the first cost.
func secondTurn(first *record.Result, second *Run) outcome {
	result, err := second.Outcome()
	if err == nil {
		both := *result
		both.Budget.FirstPass = &first.Budget
		result = &both
	}
	return outcome{result, err}
}

// Result waits for the final result of a question, or for the end of ctx. Each is handed out once.
func (b *Batch) Result(ctx context.Context, i int) (*record.Result, error) {
	select {
	case out := <-b.final[i]:
		return out.result, out.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Leave ends the interest of the batch's client, see [Run.Leave].
func (b *Batch) Leave() {
	for _, r := range b.Runs {
		r.Leave(b.client.Name)
	}
}

// stop ends what has not ended, unless another client wants it, too.
func (b *Batch) stop(cause error) {
	for _, r := range b.Runs {
		if !r.sharedBeyond(b.client.Name) {
			r.stop(cause)
		}
	}
}

func (r *Run) sharedBeyond(client string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.askers) > 1 || r.askers[client] > 1
}

// Cancel ends a run for all who asked for it.
func (r *Run) Cancel() { r.stop(ErrCancelled) }
