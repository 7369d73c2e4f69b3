package host

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// ErrClosed is matched by what is asked of a closed [Reloader].
var ErrClosed = errors.New("the host is closed")

// A Reloader is a [Host] whose policy can be replaced while it answers. A reload compiles
// the whole new set first, policy, lock, plugins and sources, and then swaps one pointer: questions
// in flight go on under the policy that they began with, later ones get the new, none waits. Where
// the new one is wrong, the old one stays. It may be used by many goroutines.
type Reloader struct {
	config Config // as opened; what cannot be reloaded is taken from here
	shared *Shared
	owned  bool // shared is closed with it

	loading sync.Mutex // held by whoever replaces current
	current atomic.Pointer[generation]
	open    sync.WaitGroup // generations that are not closed
}

// A generation is one policy with its plugins and sources, and counts those who use it, the
// reloader being one as long as it is current.
type generation struct {
	host    *Host
	sources []*sharedSource
	users   int   // guarded by Shared.mu
	closed  error // of closing it; read after Reloader.open is done
}

// OpenReloader opens what [Open] opens. Errors are those of Open.
func OpenReloader(ctx context.Context, c Config) (*Reloader, error) {
	c = c.withDefaults()
	quiet := c
	quiet.Notify = func(string) {} // it is told when the policy is opened
	if err := (&opening{Config: quiet, host: &Host{}, parts: newParts(c)}).resolve(); err != nil {
		return nil, err // a wrong policy costs nothing
	}
	s, err := OpenShared(ctx, c)
	if err != nil {
		return nil, err
	}
	r, err := s.Reloader(ctx, c)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	r.owned = true
	return r, nil
}

// Reloader opens a policy over what is shared. Of c, only the keys that [Reloader.Reload] takes count, and corpus, models, prices,
// recordings, seed and year; the rest is that of s. Errors are those of [Open].
func (s *Shared) Reloader(ctx context.Context, c Config) (*Reloader, error) {
	now := s.config
	now.Corpus, now.SkipBadLines, now.Models, now.Prices, now.Recordings, now.Seed, now.Year = c.Corpus, c.SkipBadLines, c.Models, c.Prices, c.Recordings, c.Seed, c.Year
	r := &Reloader{config: now.withPolicyOf(c), shared: s}
	g, err := r.compile(ctx, r.config)
	if err != nil {
		return nil, err
	}
	r.current.Store(g)
	return r, nil
}

// A Reloaded says what a reload did.
type Reloaded struct {
	Policy      *policy.Policy // now in force
	Changed     bool           // its digest is another than before
	NeedRestart []string       // keys of the config that differ and only take effect at the next start
}

// Reload compiles c, which may be the config that was opened, and puts it in force. Errors are
// those of [Open]: what was in force then stays, and a *[PolicyError] carries the diagnostics. Of c,
// only policy, variables, lock and waivers are taken; other keys that differ are named.
func (r *Reloader) Reload(ctx context.Context, c Config) (*Reloaded, error) {
	r.loading.Lock()
	defer r.loading.Unlock()
	old := r.current.Load()
	if old == nil {
		return nil, ErrClosed
	}
	out := &Reloaded{NeedRestart: r.config.restartOnly(c)}
	g, err := r.compile(ctx, r.config.withPolicyOf(c))
	if err != nil {
		return nil, err
	}
	r.current.Store(g)
	r.release(old)
	out.Policy, out.Changed = g.host.policy, g.host.policy.Digest != old.host.policy.Digest
	return out, nil
}

// withPolicyOf is c with the policy of another config, and what belongs to that: what a reload takes.
func (c Config) withPolicyOf(other Config) Config {
	c.Policy, c.Mode, c.Vars, c.VarFiles, c.Environ, c.Waive = other.Policy, other.Mode, other.Vars, other.VarFiles, other.Environ, other.Waive
	c.Lock, c.Frozen, c.Offline, c.Sources = other.Lock, other.Frozen, other.Offline, other.Sources
	return c
}

// restartOnly names the keys of a config that differ from c and are not reloaded.
func (c Config) restartOnly(other Config) []string {
	var out []string
	for _, key := range []struct {
		name     string
		was, now any
	}{
		{"corpus", c.Corpus, other.Corpus}, {"skip-bad-lines", c.SkipBadLines, other.SkipBadLines},
		{"home", c.Home, other.Home}, {"record", c.RecordDir, other.RecordDir},
		{"credentials", c.Credentials, other.Credentials}, {"record-http", c.RecordHTTP, other.RecordHTTP}, {"recordings", c.Recordings, other.Recordings},
		{"seed", c.Seed, other.Seed}, {"year", c.Year, other.Year},
	} {
		if key.name == "home" && other.Home == "" {
			continue // a temporary one was made
		}
		if !reflect.DeepEqual(key.was, key.now) {
			out = append(out, key.name)
		}
	}
	return out
}

// compile makes a generation; nothing of it stays open after an error.
func (r *Reloader) compile(ctx context.Context, c Config) (*generation, error) {
	g := &generation{host: &Host{report: r.shared.stores.report}, users: 1}
	o := &opening{Config: c, host: g.host, parts: newParts(c)}
	kept := &r.shared.kept
	o.parts.Cache, o.parts.Records, o.parts.Prices = kept.Cache, kept.Records, kept.Prices
	o.share = func(s policy.Source, open func() (retrieval.Source, error)) (retrieval.Source, error) {
		return r.shared.source(g, s, literature{c.Corpus, c.SkipBadLines, c.Recordings, c.Seed, c.Offline}, open)
	}
	r.open.Add(1)
	err := o.resolve()
	if err == nil {
		err = o.engine(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, r.discard(g))
	}
	return g, nil
}

// acquire takes the generation in force into use.
func (r *Reloader) acquire() (*generation, error) {
	r.shared.mu.Lock()
	defer r.shared.mu.Unlock()
	g := r.current.Load()
	if g == nil || g.users == 0 {
		return nil, ErrClosed
	}
	g.users++
	return g, nil
}

// release ends a use; the last one closes the generation.
func (r *Reloader) release(g *generation) {
	r.shared.mu.Lock()
	g.users--
	last := g.users == 0
	r.shared.mu.Unlock()
	if last {
		g.closed = r.discard(g)
	}
}

// discard closes a generation, and those sources that no other one uses.
func (r *Reloader) discard(g *generation) error {
	defer r.open.Done()
	errs := []error{g.host.Close()}
	for _, s := range g.sources {
		errs = append(errs, r.shared.unuse(s))
	}
	return errors.Join(errs...)
}

// A Lease is the use of the policy that was in force when it was taken.
type Lease struct {
	reloader *Reloader
	of       *generation
	once     sync.Once
}

// Host answers under the leased policy, until the lease is released. It must not be closed.
func (l *Lease) Host() *Host { return l.of.host }

// Again takes another lease of the same version. l must not be released yet.
func (l *Lease) Again() *Lease {
	l.reloader.shared.mu.Lock()
	defer l.reloader.shared.mu.Unlock()
	l.of.users++
	return &Lease{reloader: l.reloader, of: l.of}
}

// Release ends the use. It is safe to call twice.
func (l *Lease) Release() { l.once.Do(func() { l.reloader.release(l.of) }) }

// Acquire takes the policy in force into use: it stays open, whatever is reloaded, until the lease is released. It
// fails with [ErrClosed] after Close, which waits for all leases.
func (r *Reloader) Acquire() (*Lease, error) {
	g, err := r.acquire()
	if err != nil {
		return nil, err
	}
	return &Lease{reloader: r, of: g}, nil
}

// Policy returns the policy in force; nil once closed.
func (r *Reloader) Policy() *policy.Policy {
	if g := r.current.Load(); g != nil {
		return g.host.policy
	}
	return nil
}

// Ask is [Host.Ask] under the policy that is in force when it is called, to its end. It
// fails with [ErrClosed] after Close.
func (r *Reloader) Ask(ctx context.Context, q evidence.Question) (*record.Result, error) {
	g, err := r.acquire()
	if err != nil {
		return nil, err
	}
	defer r.release(g)
	return g.host.Ask(ctx, q)
}

// Close waits for questions in flight and releases everything. It is safe to call twice.
func (r *Reloader) Close() error {
	r.loading.Lock()
	defer r.loading.Unlock()
	g := r.current.Swap(nil)
	if g == nil {
		return nil
	}
	r.release(g)
	r.open.Wait()
	if !r.owned {
		return g.closed
	}
	return errors.Join(g.closed, r.shared.Close())
}
