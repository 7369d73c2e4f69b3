// Package queue runs tasks a few at a time, fairly among clients: a client that brings a thousand tasks does not hold up another that
// brings one. It knows nothing of questions or HTTP.
package queue

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Errors of [Queue.Submit].
var (
	ErrFull   = errors.New("the queue is full")
	ErrClosed = errors.New("the queue is closed")
)

// A Queue runs tasks. It may be used by many goroutines.
type Queue struct {
	atOnce, most int

	mu      sync.Mutex
	waiting []*Task        // in the order in which they will begin
	turn    map[string]int // by client: the turn of its last task
	now     int            // turn of the task that began last
	running map[*Task]bool
	closed  bool
	idle    sync.WaitGroup // tasks that run
}

// New returns a queue that runs atOnce tasks side by side and lets most others wait. Both are at least 1.
func New(atOnce, most int) *Queue {
	return &Queue{atOnce: max(1, atOnce), most: max(1, most), turn: map[string]int{}, running: map[*Task]bool{}}
}

// A Task is something that was submitted.
type Task struct {
	queue   *Queue
	turn    int
	run     func(context.Context)
	dropped func()
	ctx     context.Context
	cancel  context.CancelFunc
}

// Submit takes a task in. Either run is called, on a goroutine of its own and with a context that ends when the task is cancelled,
// or dropped, if the task is cancelled or handed back before it began. The error is [ErrFull] or [ErrClosed].
func (q *Queue) Submit(client string, run func(context.Context), dropped func()) (*Task, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return nil, ErrClosed
	case len(q.waiting) >= q.most && len(q.running) >= q.atOnce:
		return nil, ErrFull
	}
	ctx, cancel := context.WithCancel(context.Background())
	turn := max(q.now, q.turn[client]) + 1
	q.turn[client] = turn
	t := &Task{queue: q, turn: turn, run: run, dropped: dropped, ctx: ctx, cancel: cancel}
	at, _ := slices.BinarySearchFunc(q.waiting, turn+1, func(w *Task, turn int) int { return w.turn - turn })
	q.waiting = slices.Insert(q.waiting, at, t)
	q.begin()
	return t, nil
}

// begin starts what may run; mu is held.
func (q *Queue) begin() {
	for len(q.running) < q.atOnce && len(q.waiting) > 0 {
		t := q.waiting[0]
		q.waiting = slices.Delete(q.waiting, 0, 1)
		q.now = t.turn
		q.running[t] = true
		q.idle.Go(func() {
			defer q.ended(t)
			defer t.cancel()
			t.run(t.ctx)
		})
	}
	if len(q.waiting) == 0 {
		clear(q.turn) // all turns lie behind
		q.now = 0
	}
}

func (q *Queue) ended(t *Task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.running, t)
	q.begin()
}

// Position returns the place of the task in the line, 1 for the one that begins next; 0 once it has begun or was dropped.
func (t *Task) Position() int {
	t.queue.mu.Lock()
	defer t.queue.mu.Unlock()
	return slices.Index(t.queue.waiting, t) + 1
}

// Cancel drops a task that waits, and ends the context of one that runs. It is safe to call at any time.
func (t *Task) Cancel() {
	if t.Withdraw() {
		return
	}
	t.cancel()
}

// Withdraw drops a task if it still waits, and says whether it did.
func (t *Task) Withdraw() bool {
	q := t.queue
	q.mu.Lock()
	at := slices.Index(q.waiting, t)
	if at >= 0 {
		q.waiting = slices.Delete(q.waiting, at, at+1)
	}
	q.mu.Unlock()
	if at < 0 {
		return false
	}
	t.cancel()
	t.dropped()
	return true
}

// Load counts the tasks that run and wait.
func (q *Queue) Load() (running, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.running), len(q.waiting)
}

// Shutdown takes no more tasks and waits until those that were taken in have ended. When ctx ends before, those that wait are
// dropped and those that run are cancelled; Shutdown then waits for their end and returns ctx's cause.
func (q *Queue) Shutdown(ctx context.Context) error {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	done := make(chan struct{})
	go func() {
		defer close(done)
		q.idle.Wait() // a task that ends begins the next before it counts as ended
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	for _, t := range q.all() {
		t.Cancel()
	}
	<-done
	return context.Cause(ctx)
}

// all returns the tasks that wait, the last first, so that none begins while they are cancelled, and those that run.
func (q *Queue) all() []*Task {
	q.mu.Lock()
	defer q.mu.Unlock()
	out := slices.Clone(q.waiting)
	slices.Reverse(out)
	for t := range q.running {
		out = append(out, t)
	}
	return out
}
