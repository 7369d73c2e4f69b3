package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/record"
)

// A task is a job with the message that brought it.
type task struct {
	batch.Job
	served *served
	msg    jetstream.Msg
	tries  int // this one included
	since  time.Time
}

// do answers one job. Whatever becomes of it, the message is acknowledged, handed back or removed; if the process dies before, the
// servers give the job to another worker.
func (w *Worker) do(ctx context.Context, s *served, m jetstream.Msg) {
	t := task{served: s, msg: m, tries: 1}
	if meta, err := m.Metadata(); err == nil {
		t.tries, t.since = int(meta.NumDelivered), meta.Timestamp
	}
	err := t.read()
	if err == nil {
		err = w.answer(ctx, t)
	}
	switch {
	case err == nil:
		err = m.Ack()
	case ctx.Err() != nil:
		err = m.Nak() // the worker ends
	case errors.Is(err, broker.ErrRefused), errors.Is(err, broker.ErrNoRoom):
		w.fail(err) // the end of the worker tells it
		_ = m.Nak() // else others take the job when it was silent for long enough
		return
	default:
		err = w.failed(ctx, t, err)
		w.fail(err)
	}
	if err != nil && ctx.Err() == nil {
		w.o.Notify(fmt.Sprintf("batch %s, question %s: %v; another try follows", s.ID, t.named(), err))
	}
}

// read reads the job. Of one that is damaged it knows the name, by which it is put aside.
func (t *task) read() error {
	err := json.Unmarshal(t.msg.Data(), &t.Job)
	if err == nil {
		return nil
	}
	t.Job = batch.Job{}
	var unnamed error
	t.Number, t.Again, unnamed = batch.ParseName(queue.JobName(t.msg.Subject()))
	return errors.Join(fmt.Errorf("the job is damaged: %w", err), unnamed)
}

// named names the question as its submitter does. A damaged job has only its number, from 0.
func (t task) named() string {
	if t.Question.ID == "" {
		return "number " + strconv.Itoa(t.Number)
	}
	return strconv.Quote(t.Question.ID)
}

// answer asks the question and stores the result, unless there is one.
func (w *Worker) answer(ctx context.Context, t task) error {
	id, name := t.served.ID, t.Name()
	_, err := w.o.Queue.Answer(ctx, id, name)
	if !errors.Is(err, queue.ErrNoAnswer) {
		return err
	}
	if t.served.late() {
		if t.served, err = w.current(ctx, t.served); err != nil {
			return err
		}
		if t.served.late() {
			return errLate
		}
	}
	result, err := w.paid(ctx, t)
	if err != nil {
		return err
	}
	a, err := queue.NewAnswer(result, w.Name)
	if err != nil {
		return err
	}
	delivery, err := w.o.Queue.Deliver(ctx, id, name, a)
	if err != nil {
		return err
	}
	w.done.Add(1)
	w.o.After(id, result)
	if delivery == queue.Differs {
		return w.o.Queue.Tell(ctx, queue.Event{Batch: id, Kind: queue.Faulty, Name: name, Worker: w.Name, Detail: "its answer differs from the one before"})
	}
	return nil
}

func (s *served) late() bool { return !s.Deadline.IsZero() && time.Now().After(s.Deadline) }

// errLate ends a job whose batch is past its deadline; it would be useless to try again.
var errLate = errors.New("the deadline of the batch was over before the question was asked; raise it with submit --deadline, then use batch retry")

// paid asks the question, if the budget of the batch pays for it. Without a result, all that it might have cost counts as spent.
func (w *Worker) paid(ctx context.Context, t task) (*record.Result, error) {
	purse, worst := t.served.purse, t.served.WorstMicroUSD
	if purse == nil {
		return w.ask(ctx, t)
	}
	if err := purse.Reserve(ctx, worst); err != nil {
		return nil, err
	}
	result, err := w.ask(ctx, t)
	if err != nil {
		purse.Settle(worst, worst)
		return nil, err
	}
	purse.Settle(worst, int64(math.Ceil(result.Budget.CostUSD*1e6)))
	return result, nil
}

// ask asks the question and tells the servers meanwhile that the job is worked on.
func (w *Worker) ask(ctx context.Context, t task) (*record.Result, error) {
	stop := make(chan struct{})
	stopped := make(chan struct{})
	go func() { defer close(stopped); renew(t.msg, w.o.Queue.Renew, stop) }()
	w.o.Take(Try{Job: t.Job, Batch: t.served.ID, Worker: w.Name, Number: t.tries, Since: t.since})
	result, err := t.served.asker.AskWith(ctx, t.Question, host.AskOptions{WithholdUpgrade: t.Withheld})
	close(stop)
	<-stopped
	if err == nil && result.Run != t.Run {
		return nil, fmt.Errorf("question %q ran as %s, and the job has %s", t.Question.ID, result.Run, t.Run)
	}
	return result, err
}

// renew keeps the servers from giving the job to another worker.
func renew(m jetstream.Msg, every time.Duration, stop <-chan struct{}) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = m.InProgress() // a lost renewal costs a second answer, which is compared
		case <-stop:
			return
		}
	}
}

// failed hands a job back for another try, after a pause; after the last try it goes to the poison bucket.
func (w *Worker) failed(ctx context.Context, t task, cause error) error {
	id, name := t.served.ID, t.Name()
	w.o.Notify(fmt.Sprintf("batch %s, question %s: try %d failed: %v", id, t.named(), t.tries, cause))
	if err := w.o.Queue.Tell(ctx, queue.Event{Batch: id, Kind: queue.Failed, Name: name, Worker: w.Name, Detail: cause.Error()}); err != nil {
		return err
	}
	if t.tries < queue.MostTries && !errors.Is(cause, errLate) {
		return t.msg.NakWithDelay(w.o.Pause << min(t.tries-1, 4))
	}
	if err := w.o.Queue.Poison(ctx, id, t.Job, t.tries, errors.Is(cause, account.ErrExhausted)); err != nil {
		return err
	}
	return t.msg.TermWithReason("failed too often")
}
