// Package worker answers the jobs of a queue. A worker takes jobs only of batches that it can answer with the bytes that the submitter
// would have got: same host version, and the same run id for the batch's first question.
package worker

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/record"
)

// An Asker answers questions; a [host.Host] is one.
type Asker interface {
	AskWith(ctx context.Context, q evidence.Question, o host.AskOptions) (*record.Result, error)
	RunIDWith(q evidence.Question, o host.AskOptions) (string, error)
}

// An Opener opens the asker of a batch. The error says what this machine lacks for it. Release is called when the worker is done with
// the batch.
type Opener func(ctx context.Context, m batch.Manifest) (a Asker, release func() error, err error)

// Options say how a worker works.
type Options struct {
	Queue    *queue.Queue
	Accounts *account.Accounts // of the budgets of batches
	Open     Opener
	Slots    int           // jobs answered side by side; 0: 1
	Only     string        // id of the batch to work on; empty: all
	Labels   []string      // shown with the worker in lists
	Drain    time.Duration // how long the end may take; the last of it is for handing jobs back, see [answering]; 0: 30 s
	Idle     time.Duration // how long a batch without jobs stays open; 0: 5 minutes
	Pause    time.Duration // after the first failed try of a question, doubled after each other; 0: 1 s
	Notify   func(string)  // told what an operator should know; nil: nobody
	// UntilEmpty ends the worker when no job of any batch waits, is worked on, or has yet to be put aside.
	UntilEmpty bool
	// After is told of each answer that was stored; nil: nobody.
	After func(id string, r *record.Result)
	// Take is told of each try before its question is asked; nil: nobody.
	Take func(Try)
}

// A Try is a job that a worker has taken.
type Try struct {
	batch.Job
	Batch, Worker string
	Number        int       // of the try, from 1
	Since         time.Time // the servers have had the job since then, by their clock
}

// A Worker takes jobs, answers them, stores the answers and acknowledges the jobs, in this order.
type Worker struct {
	o       Options
	Name    string // unique among the workers of all times
	mu      sync.Mutex
	served  []*served // batches that it works on
	lacking map[string]lack
	dealt   map[string]time.Time // by batch without jobs: when to look again whether it has upgrades to deal out
	changed chan struct{}        // closed and replaced when served or lacking changes
	done    atomic.Int64         // answers stored
	atWork  atomic.Int64
	emptied chan struct{}
	failing chan error // the first error that ended the worker
	stop    context.CancelFunc
}

// New makes a worker; it takes no job before Run.
func New(o Options) *Worker {
	if o.Slots < 1 {
		o.Slots = 1
	}
	if o.Drain == 0 {
		o.Drain = 30 * time.Second
	}
	if o.Idle == 0 {
		o.Idle = 5 * time.Minute
	}
	if o.Pause == 0 {
		o.Pause = time.Second
	}
	if o.Notify == nil {
		o.Notify = func(string) {}
	}
	if o.After == nil {
		o.After = func(string, *record.Result) {}
	}
	if o.Take == nil {
		o.Take = func(Try) {}
	}
	name, err := os.Hostname()
	if err != nil {
		name = "unnamed"
	}
	return &Worker{
		o: o, Name: fmt.Sprintf("%s-%d-%s", plain(name), os.Getpid(), rand.Text()[:6]),
		lacking: map[string]lack{}, dealt: map[string]time.Time{}, changed: make(chan struct{}), emptied: make(chan struct{}), failing: make(chan error, 1),
	}
}

// plain keeps what may stand in the key of a bucket.
func plain(name string) string {
	out := []rune(name)
	for i, r := range out {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' {
			out[i] = '_'
		}
	}
	return string(out)
}

// Run works until ctx ends, or until the servers let it store no answer. Then it takes no more jobs, finishes those at work and hands back
// what it cannot finish, all within the drain time; others take that at once.
func (w *Worker) Run(ctx context.Context) error {
	taking, stop := context.WithCancel(ctx)
	defer stop()
	w.stop = stop
	working, abort := context.WithCancelCause(context.WithoutCancel(ctx))
	defer abort(nil)
	var slots, around sync.WaitGroup
	around.Go(func() { w.discover(taking) })
	around.Go(func() { w.live(working) })
	around.Go(func() { w.o.Queue.Sweep(taking, w.o.Notify) })
	for turn := range w.o.Slots {
		slots.Go(func() { w.slot(taking, working, turn) })
	}
	select {
	case <-taking.Done():
	case <-w.emptied:
	}
	stop()
	timer := time.AfterFunc(answering(w.o.Drain), func() { abort(errDrained) })
	slots.Wait()
	timer.Stop()
	abort(nil)
	around.Wait()
	err := w.release()
	select {
	case failed := <-w.failing:
		return errors.Join(failed, err)
	default:
		return err
	}
}

// fail ends the worker: each further question would cost money and get no answer. Where the error may pass, it does nothing.
func (w *Worker) fail(err error) {
	if !errors.Is(err, broker.ErrRefused) && !errors.Is(err, broker.ErrNoRoom) {
		return
	}
	select {
	case w.failing <- err:
	default:
	}
	w.stop()
}

// answering returns the part of a drain time that is for answers: all but the last third, of which 3 s are enough to hand jobs and money back.
func answering(drain time.Duration) time.Duration { return drain - min(drain/3, 3*time.Second) }

// errDrained ends questions that were not answered within the drain time.
var errDrained = errors.New("the drain time is over")

// Answered counts the answers that this worker has stored.
func (w *Worker) Answered() int64 { return w.done.Load() }
