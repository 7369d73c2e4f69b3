package cache

import (
	"context"
	"fmt"
	"sync"
)

// flights runs at most one computation per key at a time and owns the goroutines.
type flights struct {
	mu     sync.Mutex
	active map[Key]*flight
	closed bool
	wg     sync.WaitGroup
}

// A flight is one computation and those who wait for it.
type flight struct {
	cancel  context.CancelCauseFunc
	done    chan struct{}
	waiting int // guarded by flights.mu
	value   []byte
	err     error
}

func (f *flights) init() { f.active = map[Key]*flight{} }

// do joins the flight of key or starts it.
func (f *flights) do(ctx context.Context, key Key, fn func(context.Context) ([]byte, error)) ([]byte, error) {
	fl, err := f.join(ctx, key, fn)
	if err != nil {
		return nil, err
	}
	defer f.leave(key, fl)
	select {
	case <-fl.done:
		return fl.value, fl.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (f *flights) join(ctx context.Context, key Key, fn func(context.Context) ([]byte, error)) (*flight, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil, ErrClosed
	}
	if fl := f.active[key]; fl != nil {
		fl.waiting++
		return fl, nil
	}
	own, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	fl := &flight{cancel: cancel, done: make(chan struct{}), waiting: 1}
	f.active[key] = fl
	f.wg.Go(func() {
		defer cancel(nil)
		fl.value, fl.err = guarded(own, fn)
		f.forget(key, fl)
		close(fl.done)
	})
	return fl, nil
}

// guarded turns a panic of fn, which would end the process here, into an error.
func guarded(ctx context.Context, fn func(context.Context) ([]byte, error)) (value []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			value, err = nil, fmt.Errorf("cache: the computation panicked: %v", r)
		}
	}()
	return fn(ctx)
}

// leave cancels a flight for which nobody waits any more. Later callers of the key
// start a new one.
func (f *flights) leave(key Key, fl *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fl.waiting--
	if fl.waiting > 0 {
		return
	}
	fl.cancel(context.Canceled)
	if f.active[key] == fl {
		delete(f.active, key)
	}
}

func (f *flights) forget(key Key, fl *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.active[key] == fl {
		delete(f.active, key)
	}
}

// close cancels all flights and waits for them; it reports whether it was the first.
func (f *flights) close() bool {
	f.mu.Lock()
	first := !f.closed
	f.closed = true
	for _, fl := range f.active {
		fl.cancel(ErrClosed)
	}
	f.mu.Unlock()
	f.wg.Wait()
	return first
}
