package plugin

import (
	"context"
	"sync"
)

// A Slot is a place for a plugin that can be replaced while it is called. Each plugin that was in it
// is a generation: who has acquired one keeps it until the release, whatever is loaded
// meanwhile, and the last to release a replaced generation closes it.
//
//	lease, err := slot.Acquire()
//	if err != nil { … } // the slot is closed
//	defer lease.Release()
//	response, call, err := lease.Plugin.Call(ctx, request)
//
// A Slot may be used by many goroutines. Close it before its sandbox.
type Slot struct {
	sandbox *Sandbox
	accept  func(*Plugin) error
	turn    chan struct{} // holds one token while somebody loads

	mu      sync.Mutex
	current *generation   // nil once closed
	live    int           // generations that are not closed
	empty   chan struct{} // closed when the slot is closed and the last generation is
}

// A generation counts those who use it, the slot itself being one as long as it is current.
type generation struct {
	plugin *Plugin
	users  int // guarded by Slot.mu
}

// A Lease is the use of one generation.
type Lease struct {
	Plugin *Plugin // until Release
	slot   *Slot
	from   *generation
	once   sync.Once
}

// NewSlot loads the first generation. Each generation, the first included, is shown to accept (nil:
// everything is accepted) before anybody can acquire it; accept's error refuses it. Errors are
// those of [Sandbox.Load] and of accept.
func (b *Sandbox) NewSlot(ctx context.Context, s Source, l Limits, accept func(*Plugin) error) (*Slot, error) {
	if accept == nil {
		accept = func(*Plugin) error { return nil }
	}
	slot := &Slot{sandbox: b, accept: accept, turn: make(chan struct{}, 1), live: 1, empty: make(chan struct{})}
	p, err := slot.load(ctx, s, l)
	if err != nil {
		return nil, err
	}
	slot.current = &generation{p, 1}
	return slot, nil
}

// load makes a plugin that is fit to be a generation.
func (s *Slot) load(ctx context.Context, from Source, l Limits) (*Plugin, error) {
	p, err := s.sandbox.Load(ctx, from, l)
	if err != nil {
		return nil, err
	}
	if err := s.accept(p); err != nil {
		_ = p.Close(context.WithoutCancel(ctx)) // nobody has called it
		return nil, err
	}
	return p, nil
}

// Acquire lends the current generation; the error is of [KindClosed]. It never waits.
func (s *Slot) Acquire() (*Lease, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == nil {
		e := fault(KindClosed, "the slot is closed")
		e.Stage = "acquire"
		return nil, e
	}
	s.current.users++
	return &Lease{Plugin: s.current.plugin, slot: s, from: s.current}, nil
}

// Release ends the use. It may be called again, to no effect.
func (l *Lease) Release() { l.once.Do(func() { l.slot.leave(l.from) }) }

// leave ends one use of a generation and closes it if that was the last.
func (s *Slot) leave(g *generation) {
	s.mu.Lock()
	g.users--
	last := g.users == 0
	s.mu.Unlock()
	if !last {
		return
	}
	_ = g.plugin.Close(context.Background()) // no call is in flight, so it does not wait
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live--; s.live == 0 {
		close(s.empty)
	}
}

// Reload replaces the current generation once the new one is loaded and accepted; on any error the
// old one stays. Reloads take turns; ctx ends the waiting and the loading. A new
// generation keeps the contract of the old. Calls that are under way are not disturbed.
func (s *Slot) Reload(ctx context.Context, from Source, l Limits) error {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		e := interrupted(ctx, 0)
		e.Plugin, e.Stage = from.Name, "load"
		return e
	}
	p, err := s.load(ctx, from, l)
	if err != nil {
		return err
	}
	old, refused := s.replace(&generation{p, 1})
	if refused != nil {
		_ = p.Close(context.WithoutCancel(ctx)) // nobody has called it
		return p.blame("load", refused)
	}
	s.leave(old)
	return nil
}

// replace makes g the current generation and returns the one before.
func (s *Slot) replace(g *generation) (*generation, *Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == nil {
		return nil, fault(KindClosed, "the slot is closed")
	}
	is, was := g.plugin.manifest.Kind, s.current.plugin.manifest.Kind
	if is != was {
		return nil, fault(KindABI, "it implements the %s contract, what it replaces the %s contract: load it under a name of its own", is, was)
	}
	old := s.current
	s.current = g
	s.live++
	return old, nil
}

// Close lets nobody acquire any more, waits until all leases are released, and has closed every
// generation when it returns nil. When ctx ends first it returns ctx's error, and the
// last to release closes the rest. It may be called again.
func (s *Slot) Close(ctx context.Context) error {
	s.mu.Lock()
	last := s.current
	s.current = nil
	s.mu.Unlock()
	if last != nil {
		s.leave(last)
	}
	select {
	case <-s.empty:
		return nil
	default:
	}
	select {
	case <-s.empty:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
