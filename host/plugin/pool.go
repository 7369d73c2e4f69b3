package plugin

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// A pool keeps at most a fixed number of instances of one plugin. Those who wait are served
// in the order of their coming; the instance used last is used first.
type pool struct {
	size  int64
	slots *semaphore.Weighted // first come, first served
	start func(context.Context) (*instance, error)

	mu     sync.Mutex
	idle   []*instance
	closed bool
}

func newPool(size int, start func(context.Context) (*instance, error)) *pool {
	return &pool{size: int64(size), slots: semaphore.NewWeighted(int64(size)), start: start}
}

// get lends an instance, starting one if none is idle. It waits until ctx ends.
func (p *pool) get(ctx context.Context) (*instance, error) {
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return nil, interrupted(ctx, 0)
	}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		p.slots.Release(1)
		return nil, fault(KindClosed, "the plugin is closed")
	}
	if n := len(p.idle); n > 0 {
		i := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return i, nil
	}
	p.mu.Unlock()
	i, err := p.start(ctx)
	if err != nil {
		p.slots.Release(1)
		return nil, err
	}
	return i, nil
}

// put takes an instance back, and closes it unless it is to be kept.
func (p *pool) put(i *instance, keep bool) {
	p.mu.Lock()
	keep = keep && !p.closed
	if keep {
		p.idle = append(p.idle, i)
	}
	p.mu.Unlock()
	if !keep {
		i.close()
	}
	p.slots.Release(1)
}

// close refuses new calls, waits for those in flight and closes all instances. When ctx
// ends first, it returns ctx's error and lets then run later; else then has run.
func (p *pool) close(ctx context.Context, then func()) error {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	if err := p.slots.Acquire(ctx, p.size); err != nil {
		go func() {
			_ = p.slots.Acquire(context.Background(), p.size)
			p.drain(then)
		}()
		return err
	}
	p.drain(then)
	return nil
}

// drain runs while its caller holds all slots.
func (p *pool) drain(then func()) {
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()
	for _, i := range idle {
		i.close()
	}
	then()
	p.slots.Release(p.size)
}

func (p *pool) idleCount() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.idle)
}
