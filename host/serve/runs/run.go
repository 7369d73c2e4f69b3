// Package runs answers questions for a service: it takes them in, queues them, tells their events while they happen, and keeps budgets. It knows
// nothing of HTTP.
package runs

import (
	"errors"
	"sync"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve/feed"
	"github.com/sparkhost/sparkhost/host/serve/queue"
)

// A State says how far a run has come.
type State string

// The states.
const (
	Queued  State = "queued"
	Running State = "running"
	Done    State = "done"   // there is a result
	Failed  State = "failed" // there is none, and an error says why
)

// Errors of runs without a result.
var (
	ErrCancelled  = errors.New("the run was cancelled")
	ErrTimedOut   = errors.New("the run's time was out")
	ErrHandedBack = errors.New("the service ended before the run began or was finished; ask again")
)

// A Run is one question on its way under one version of a policy. Equal questions that are asked meanwhile share it.
type Run struct {
	ID       string
	Policy   string // name in the catalog
	Question evidence.Question
	Feed     feed.Feed

	task *queue.Task // set before the run is handed out
	done chan struct{}

	mu      sync.Mutex
	state   State
	askers  map[string]int // that still want it, by client
	result  *record.Result
	err     error
	cause   error // why it is about to be ended; nil: it is not
	started time.Time
}

// Status reports the state of a run.
type Status struct {
	State    State  `json:"state"`
	Position int    `json:"position,omitempty"` // in the queue, from 1
	Error    string `json:"error,omitempty"`
}

// Status tells how far the run has come.
func (r *Run) Status() Status {
	r.mu.Lock()
	s := Status{State: r.state}
	if r.err != nil {
		s.Error = r.err.Error()
	}
	r.mu.Unlock()
	if s.State == Queued {
		s.Position = r.task.Position()
	}
	return s
}

// Ended is closed once the run has a result or an error.
func (r *Run) Ended() <-chan struct{} { return r.done }

// Outcome returns the result or the error of a run that has ended.
func (r *Run) Outcome() (*record.Result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.result, r.err
}

// end settles the run; only the first call counts.
func (r *Run) end(result *record.Result, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state == Done || r.state == Failed {
		return
	}
	if err != nil && r.cause != nil {
		err = r.cause
	}
	r.state, r.result, r.err = Done, result, err
	if err != nil {
		r.state = Failed
	}
	r.Feed.End()
	close(r.done)
}

// stop ends the run early for a cause.
func (r *Run) stop(cause error) {
	r.mu.Lock()
	if r.cause == nil {
		r.cause = cause
	}
	r.mu.Unlock()
	r.task.Cancel()
}

// Leave ends a client's interest. A run that waits and that nobody wants any more is withdrawn; one that runs goes on, since
// it is paid for.
func (r *Run) Leave(client string) {
	r.mu.Lock()
	if r.askers[client]--; r.askers[client] <= 0 {
		delete(r.askers, client)
	}
	unwanted := len(r.askers) == 0
	if unwanted && r.cause == nil && r.state == Queued {
		r.cause = ErrCancelled
	}
	r.mu.Unlock()
	if unwanted {
		r.task.Withdraw()
	}
}

// OnlyFor says whether nobody but a client asked for the run.
func (r *Run) OnlyFor(client string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.askers[client] > 0 && len(r.askers) == 1
}
