package outbound

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"time"
)

// GovernorOptions say what a Governor shares and with whom. The zero value shares nothing.
type GovernorOptions struct {
	// Dir is a folder that all processes of the user share, whatever their caches; made when missing.
	// Empty: the limits hold within this process only.
	Dir string
	// Keeper shares the limits among the machines of a fleet, in place of Dir; nil: none.
	Keeper Keeper
	// Clock is the time; nil: time.Now. All processes on one folder have the same one.
	Clock func() time.Time
	// Uptime is the time since the machine started, which no setting of the clock changes; nil: [Uptime], or unknown if Clock is given.
	Uptime func() (boot string, since time.Duration)
	// Notify is told once when Dir cannot be used; may be nil.
	Notify func(string)
}

// A Governor makes callers wait so that no provider is asked more than its limits allow, and refuses
// those of a provider that is out. There is one per process. It is safe for concurrent use and has nothing to close.
type Governor struct {
	o     GovernorOptions
	store *store

	mu      sync.Mutex
	queues  map[string]*queue
	blocked map[account]int // the status that it was told by, for as long as this process lives
}

// account names the caller and the provider.
type account struct{ provider, name string }

// A queue is the line of this process's callers at one provider: whoever has the turn asks the
// store, the others wait without any lock.
type queue struct {
	turn chan struct{} // holds one token while somebody has the turn
	free chan struct{} // told when a request of this process ends
}

// pollFlights is the interval at which the head of the line looks whether another process's request has ended.
const pollFlights = 20 * time.Millisecond

// NewGovernor makes a governor. It fails when o.Dir cannot be made.
func NewGovernor(o GovernorOptions) (*Governor, error) {
	if o.Clock == nil {
		o.Clock = time.Now
		if o.Uptime == nil {
			o.Uptime = Uptime
		}
	}
	if o.Keeper != nil {
		o.Dir = ""
	}
	s, err := newStore(o.Dir, o.Notify)
	if err != nil {
		return nil, err
	}
	s.keeper, s.clock, s.uptime = o.Keeper, o.Clock, o.Uptime
	return &Governor{o: o, store: s, queues: map[string]*queue{}, blocked: map[account]int{}}, nil
}

// A Permit is the leave to send one request. Its holder calls End, whatever happened.
type Permit struct {
	g        *Governor
	provider string
	ask      ask
	Waited   time.Duration // from the call of Acquire until now
	started  time.Time
	once     sync.Once
}

// An Outcome tells how a request ended.
type Outcome struct {
	Class   Class         // empty: unknown, such as a caller that gave up
	Pause   time.Duration // how long nobody may ask the provider; 0: no pause
	Budget  Budget
	Failure *Failure // what callers are told that are refused because of it; nil: only that they are
}

// Acquire waits until a request to the provider may start. Account tells callers with different
// keys apart. Its error is an *[Error]: Unavailable when the provider is out, TooLate when the wait
// would pass ctx's deadline, which it finds out at once and not at the deadline; or ctx's cause.
func (g *Governor) Acquire(ctx context.Context, provider, name string, limits Limits) (*Permit, error) {
	p := &Permit{g: g, provider: provider, ask: ask{id: rand.Text(), account: name, limits: limits.withDefaults()}}
	if status, blocked := g.isBlocked(account{provider, name}); blocked {
		return nil, g.refusal(provider, stop{Class: Blocked, Status: status}.refusal(time.Time{}))
	}
	if g.o.Keeper != nil {
		p.ask.holder = g.o.Keeper.Holder()
	} else if g.o.Dir != "" {
		if h := holderIn(g.o.Dir); h != nil {
			p.ask.holder = h.name
		}
	}
	asked := g.o.Clock()
	q := g.queue(provider)
	select {
	case q.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { <-q.turn }()
	if err := p.admitted(ctx, q); err != nil {
		return nil, err
	}
	p.Waited = p.started.Sub(asked)
	return p, nil
}

// admitted asks the store again and again until it says yes or no.
func (p *Permit) admitted(ctx context.Context, q *queue) error {
	for {
		var ok bool
		var again, now time.Time
		var refused *Error
		if err := p.g.store.update(ctx, p.provider, func(s *state) {
			now = p.g.o.Clock()
			ok, again, refused = s.admit(p.ask, now)
		}); err != nil {
			return err
		}
		switch {
		case refused != nil:
			return p.g.refusal(p.provider, refused)
		case ok:
			p.started = now
			return nil
		}
		if err := p.g.wait(ctx, q, again.Sub(now), again.IsZero()); err != nil {
			return p.g.late(p.provider, err)
		}
	}
}

// wait sleeps for d, or until a request ends.
func (g *Governor) wait(ctx context.Context, q *queue, d time.Duration, full bool) error {
	var free chan struct{}
	if full {
		d, free = time.Second, q.free
		if g.store.dir != "" || g.store.keeper != nil {
			d = pollFlights
		}
	} else if deadline, ok := ctx.Deadline(); ok && g.o.Clock().Add(d).After(deadline) {
		return &Error{Class: TooLate, Detail: "its limits ask to wait beyond the deadline", After: d}
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-free:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return nil
}

func (g *Governor) late(provider string, err error) error {
	if e, ok := err.(*Error); ok {
		return g.refusal(provider, e)
	}
	return err
}

func (g *Governor) refusal(provider string, e *Error) error {
	e.Provider = provider
	return e
}

func (g *Governor) queue(provider string) *queue {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := g.queues[provider]
	if q == nil {
		q = &queue{turn: make(chan struct{}, 1), free: make(chan struct{}, 1)}
		g.queues[provider] = q
	}
	return q
}

// Sent says that the request reached the wire, which after a slow handshake is later than its
// start: the next one keeps its distance from here.
func (p *Permit) Sent() {
	now := p.g.o.Clock()
	if now.Sub(p.started) < p.ask.limits.Interval/50 {
		return
	}
	p.tell(func(s *state) { s.sent(now) })
}

// End gives the permit back. It is safe to call twice; the first call counts.
func (p *Permit) End(o Outcome) {
	p.once.Do(func() {
		if o.Class == Blocked {
			p.g.block(account{p.provider, p.ask.account}, o.Failure.status())
		}
		p.tell(func(s *state) { s.end(p.ask, o, p.g.o.Clock()) })
		select {
		case p.g.queue(p.provider).free <- struct{}{}:
		default: // the head of the line knows already
		}
	})
}

// tell changes the state for a request that was let start. It fails only where a fleet's keeper cannot be reached for long: then the
// request is forgotten with its lease.
func (p *Permit) tell(change func(*state)) {
	update := func() {
		ctx, cancel := context.WithTimeout(context.Background(), tellFor)
		defer cancel()
		_ = p.g.store.update(ctx, p.provider, change)
	}
	if p.g.o.Keeper == nil {
		update()
		return
	}
	told := make(chan struct{})
	go func() { defer close(told); update() }()
	select {
	case <-told:
	case <-time.After(tellWait):
	}
}

// How long a governor tries to tell others of a request, and for how long of it the request waits: a process that ends must not be held up by
// servers that do not answer.
const (
	tellFor  = 30 * time.Second
	tellWait = 2 * time.Second
)

func (g *Governor) block(a account, status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.blocked[a] = status
}

func (g *Governor) isBlocked(a account) (status int, blocked bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	status, blocked = g.blocked[a]
	return status, blocked
}

// Reset forgets that a provider is out, for all processes and at all of its addresses: the next request finds
// out anew. Its limits and pauses stay.
func (g *Governor) Reset(ctx context.Context, provider string) error {
	g.mu.Lock()
	for a := range g.blocked {
		if isLineOf(provider, a.provider) {
			delete(g.blocked, a)
		}
	}
	g.mu.Unlock()
	for _, line := range g.store.lines(provider) {
		if err := g.store.update(ctx, line, func(s *state) { s.Stops, s.Failures, s.Open = nil, 0, time.Time{} }); err != nil {
			return fmt.Errorf("governor: %s: %w", provider, err)
		}
	}
	return nil
}

// Started is when the request was let start, by the governor's clock.
func (p *Permit) Started() time.Time { return p.started }
