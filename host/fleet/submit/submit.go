// Package submit puts batches on the queue. A submission may be killed at any point and repeated: nothing is asked twice, nothing is
// missing. What the servers have lost is found by the repetition, and asked again.
package submit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// Terms hold what a submission asks for beside its questions.
type Terms struct {
	Setup          batch.Setup
	Deadline       time.Time // zero: none
	BudgetMicroUSD int64     // 0: no limit
	WorstMicroUSD  int64     // most that one question may cost
	Trace          string    // W3C traceparent; empty: none
}

// A Planner says what the questions of a batch will be run as; a [host.Host] is one.
type Planner interface {
	RunIDWith(q evidence.Question, o host.AskOptions) (string, error)
	Upgrades() *host.Upgrades
}

// A Batch is a batch that is ready to be pushed.
type Batch struct {
	batch.Manifest
	Jobs []batch.Job
}

// Prepare makes the batch of questions. It changes nothing.
func Prepare(p Planner, questions []evidence.Question, t Terms) (Batch, error) {
	upgrades := p.Upgrades()
	jobs := make([]batch.Job, len(questions))
	for i, q := range questions {
		var err error
		if jobs[i], err = job(p, i, q, upgrades.Capped()); err != nil {
			return Batch{}, fmt.Errorf("question %q: %w", q.ID, err)
		}
		jobs[i].Trace = t.Trace
	}
	id, err := batch.ID(jobs)
	if err != nil {
		return Batch{}, err
	}
	return Batch{batch.Manifest{
		ID: id, Host: host.Version, Setup: t.Setup, Questions: len(jobs), Sample: jobs[0], Upgrades: upgrades.Max(),
		Submitted: time.Now().UTC(), Deadline: t.Deadline, BudgetMicroUSD: t.BudgetMicroUSD, WorstMicroUSD: t.WorstMicroUSD,
	}, jobs}, nil
}

// job makes the job of a question.
func job(p Planner, number int, q evidence.Question, withheld bool) (j batch.Job, err error) {
	j = batch.Job{Number: number, Question: q, Withheld: withheld}
	if j.Run, err = p.RunIDWith(q, host.AskOptions{WithholdUpgrade: withheld}); err == nil && withheld {
		j.Second, err = p.RunIDWith(q, host.AskOptions{})
	}
	return j, err
}

// A Receipt says what a submission found and did.
type Receipt struct {
	Known    bool     // the batch was submitted before
	Answered int      // questions that have an answer
	Waiting  int      // jobs that wait or are worked on, those added not counted
	Poisoned int      // questions that failed too often
	Added    int      // jobs that were put on the queue
	Lost     []string // ids of questions whose job or answer the servers had and lost; they are among those added
}

// Submit registers the batch and pushes what is missing of it, second turns of its questions among that: workers that dealt out its upgrades before may not look again.
func Submit(ctx context.Context, q *queue.Queue, b Batch) (Receipt, error) {
	kept, known, err := q.Register(ctx, b.Manifest)
	if err == nil {
		err = q.KeepJobs(ctx, b.ID, b.Jobs)
	}
	if err != nil || kept.Cancelled { // by another client
		return Receipt{Known: known}, err
	}
	r, err := push(ctx, q, b, kept.Pushed)
	r.Known = known
	if err != nil {
		return r, err
	}
	if _, err = q.Intake(ctx, b.ID); err != nil {
		return r, fmt.Errorf("queue: %w", err)
	}
	if !kept.Pushed || r.Added > 0 && kept.Upgrades > 0 {
		kept, err = q.Change(ctx, b.ID, func(m *batch.Manifest) { m.Pushed = true; m.Reopen() })
	}
	if err != nil {
		return r, err
	}
	second, _, err := collect.Deal(ctx, q, kept)
	r.Added += second
	return r, err
}

// Repair pushes what the servers have lost of a batch that was submitted, or all of it where its manifest is lost or damaged. It may be called at any time.
func Repair(ctx context.Context, q *queue.Queue, b Batch) (Receipt, error) {
	m, err := q.Manifest(ctx, b.ID)
	switch {
	case errors.Is(err, queue.ErrUnknown), errors.Is(err, batch.ErrDamaged):
		return Submit(ctx, q, b)
	case err != nil || m.Cancelled:
		return Receipt{}, err
	}
	r, err := push(ctx, q, b, true)
	if err != nil || r.Added == 0 {
		return r, err
	}
	if _, err = q.Intake(ctx, b.ID); err == nil && m.Upgrades > 0 {
		_, err = q.Change(ctx, b.ID, func(m *batch.Manifest) { m.Reopen() })
	}
	return r, err
}

// push puts those jobs on the queue that have no answer, do not wait, and did not fail too often. complete says that all were there once.
func push(ctx context.Context, q *queue.Queue, b Batch, complete bool) (r Receipt, err error) {
	// In this order: a job that is answered between the calls is in at least one of the sets.
	waiting, err := q.Waiting(ctx, b.ID)
	if err != nil {
		return r, err
	}
	answered, err := q.Answered(ctx, b.ID)
	if err != nil {
		return r, err
	}
	poisoned, err := q.Poisoned(ctx, b.ID)
	if err != nil {
		return r, err
	}
	var missing []batch.Job
	for _, j := range b.Jobs {
		name := j.Name()
		_, bad := poisoned[name]
		switch {
		case answered[name]:
			r.Answered++
			continue
		case bad:
			r.Poisoned++
			continue
		case waiting[name]:
			r.Waiting++
			continue
		}
		missing = append(missing, j)
		if complete {
			r.Lost = append(r.Lost, j.Question.ID)
		}
	}
	r.Added, err = q.Push(ctx, b.ID, missing)
	if err == nil {
		r.Waiting += len(missing) - r.Added // that arrived meanwhile, from a submission that was killed
	}
	return r, err
}
