package state

import (
	"context"
	"reflect"
	"runtime"
	"sync"

	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// ahead holds plugin calls that were begun before the turn of their stage. The zero value is ready to use.
type ahead struct {
	early map[*policy.Stage]*earlyCall
	begun sync.WaitGroup
}

// An earlyCall is on its way, or done.
type earlyCall struct {
	request  *contract.Request
	cancel   context.CancelFunc
	done     chan struct{} // closed when the rest is there
	response *contract.Response
	call     plugin.Call
	err      error
}

// Ahead begins to call plugins of stages whose turn comes later, with what the frame shows them now, so that another processor
// may work meanwhile. It is a guess: when its turn comes, [Run.Call] uses the answer if the stage is shown the same, and else
// asks anew. So neither result nor record depends on it. The frame is made once, and only for a stage that may be asked.
// [Run.EndAhead] has to follow.
func (r *Run) Ahead(ctx context.Context, shown func() frame.Frame, blocks ...[]policy.Stage) {
	if !r.looksAhead() {
		return
	}
	shown = sync.OnceValue(shown)
	for _, stages := range blocks {
		for i := range stages {
			r.beginEarly(ctx, &stages[i], shown())
		}
	}
}

// looksAhead tells whether calls are begun ahead: not in a replay, which knows its answers, nor under a budget of fuel, where a stage may have
// no turn, nor on one processor, as no other could work meanwhile.
func (r *Run) looksAhead() bool {
	return r.Tape == nil && r.Policy.Budget.MaxFuel <= 0 && runtime.GOMAXPROCS(0) > 1
}

// beginEarly begins one call; what the frame lacks is told when its turn comes.
func (r *Run) beginEarly(ctx context.Context, s *policy.Stage, f frame.Frame) {
	p := r.Plugins[s.Plugin]
	req, err := f.Request(p.Manifest().Kind, p.Inputs(), r.settings[s])
	if err != nil {
		return
	}
	r.forget(s)
	ctx, cancel := context.WithCancel(ctx)
	e := &earlyCall{request: req, cancel: cancel, done: make(chan struct{})}
	if r.early == nil {
		r.early = map[*policy.Stage]*earlyCall{}
	}
	r.early[s] = e
	r.begun.Go(func() {
		defer close(e.done)
		e.response, e.call, e.err = p.CallWithin(ctx, req, s.Limits)
	})
}

// takeOrPlay returns what the stage's plugin answers to the request: what it answers to the call that was begun ahead, which it waits for, unless that failed or
// asked something else, and then what it says now.
func (r *Run) takeOrPlay(ctx context.Context, s *policy.Stage, req *contract.Request) (*contract.Response, plugin.Call, error) {
	e := r.early[s]
	if e == nil || !reflect.DeepEqual(e.request, req) {
		r.forget(s)
		return r.play(ctx, r.Plugins[s.Plugin], req, s.Limits)
	}
	defer r.forget(s)
	select {
	case <-e.done:
		if e.err != nil { // calls beside it may have taken its time: what fails fails again
			return r.play(ctx, r.Plugins[s.Plugin], req, s.Limits)
		}
		return e.response, e.call, nil
	case <-ctx.Done():
		return nil, plugin.Call{}, context.Cause(ctx)
	}
}

// forget ends a call that was begun ahead, unless it has ended.
func (r *Run) forget(s *policy.Stage) {
	if e := r.early[s]; e != nil {
		e.cancel()
		delete(r.early, s)
	}
}

// EndAhead ends the calls that nobody waits for, and returns when they have ended. As after any call that was given up, a memo may
// still compute for it; those computations end with the memo.
func (r *Run) EndAhead() {
	for s := range r.early {
		r.forget(s)
	}
	r.begun.Wait()
}
