package host

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// ErrClosed is matched by what is asked of a closed [Reloader].
var ErrClosed = errors.New("the host is closed")

// A Reloader is a [Host] whose policy can be replaced while it answers. A reload compiles
// the whole new set first, policy, lock, plugins and sources, and then swaps one pointer: questions
// in flight go on under the policy that they began with, later ones get the new, none waits. Where
// the new one is wrong, the old one stays. It may be used by many goroutines.
type Reloader struct {
	config Config    // as opened; what cannot be reloaded is taken from here
	stores *Host     // home, cache and records
	kept   run.Parts // of them, what every engine needs

	loading sync.Mutex // held by whoever replaces current
	mu      sync.Mutex // guards the users of generations and sources
	current atomic.Pointer[generation]
	open    sync.WaitGroup // generations that are not closed
}

// A generation is one policy with its plugins and sources, and counts those who use it, the
// reloader being one as long as it is current.
type generation struct {
	host    *Host
	sources map[string]*sharedSource
	users   int   // guarded by Reloader.mu
	closed  error // of closing it; read after Reloader.open is done
}

// A sharedSource is an open source of one or more generations.
type sharedSource struct {
	retrieval.Source
	config policy.Source
	close  func() error
	users  int // guarded by Reloader.mu
}

// Unwrap gives the source itself.
func (s *sharedSource) Unwrap() retrieval.Source { return s.Source }

// OpenReloader opens what [Open] opens. Errors are those of Open.
func OpenReloader(ctx context.Context, c Config) (*Reloader, error) {
	c = c.withDefaults()
	r := &Reloader{config: c, stores: &Host{report: web.NewReport()}}
	o := &opening{Config: c, host: r.stores, parts: newParts(c)}
	g, err := r.first(ctx, o)
	if err != nil {
		return nil, errors.Join(err, r.stores.Close())
	}
	r.current.Store(g)
	return r, nil
}

// first opens what all generations share, once the policy is known to be right, and makes the
// first generation.
func (r *Reloader) first(ctx context.Context, o *opening) (*generation, error) {
	if err := o.resolve(); err != nil {
		return nil, err
	}
	if err := o.home(); err != nil {
		return nil, err
	}
	if err := o.stores(ctx); err != nil {
		return nil, err
	}
	r.config.Home, r.kept = o.Home, *o.parts
	return r.compile(ctx, r.config)
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
	now := r.config
	now.Policy, now.Mode, now.Vars, now.VarFiles, now.Environ, now.Waive = c.Policy, c.Mode, c.Vars, c.VarFiles, c.Environ, c.Waive
	now.Lock, now.Frozen, now.Offline, now.Sources = c.Lock, c.Frozen, c.Offline, c.Sources
	g, err := r.compile(ctx, now)
	if err != nil {
		return nil, err
	}
	r.current.Store(g)
	r.release(old)
	out.Policy, out.Changed = g.host.policy, g.host.policy.Digest != old.host.policy.Digest
	return out, nil
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
	g := &generation{host: &Host{report: r.stores.report}, sources: map[string]*sharedSource{}, users: 1}
	o := &opening{Config: c, host: g.host, parts: newParts(c)}
	o.parts.Cache, o.parts.Records, o.parts.Prices = r.kept.Cache, r.kept.Records, r.kept.Prices
	o.share = func(s policy.Source, open func() (retrieval.Source, error)) (retrieval.Source, error) {
		return r.source(g, s, open)
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

// source is the source of the generation in force, if its settings are the same, or a new one.
func (r *Reloader) source(g *generation, s policy.Source, open func() (retrieval.Source, error)) (retrieval.Source, error) {
	if old := r.current.Load(); old != nil {
		if have := old.sources[s.Name]; have != nil && reflect.DeepEqual(have.config.Config, s.Config) {
			r.mu.Lock()
			defer r.mu.Unlock()
			have.users++ // whoever reloads holds loading, so the old generation is still there
			g.sources[s.Name] = have
			return have.Source, nil
		}
	}
	src, err := open()
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	g.sources[s.Name] = &sharedSource{Source: src, config: s, close: src.Close, users: 1}
	return src, nil
}

// acquire takes the generation in force into use.
func (r *Reloader) acquire() (*generation, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.current.Load()
	if g == nil || g.users == 0 {
		return nil, ErrClosed
	}
	g.users++
	return g, nil
}

// release ends a use; the last one closes the generation.
func (r *Reloader) release(g *generation) {
	r.mu.Lock()
	g.users--
	last := g.users == 0
	r.mu.Unlock()
	if last {
		g.closed = r.discard(g)
	}
}

// discard closes a generation, and those sources that no other one uses.
func (r *Reloader) discard(g *generation) error {
	defer r.open.Done()
	errs := []error{g.host.Close()}
	for _, s := range g.sources {
		r.mu.Lock()
		s.users--
		last := s.users == 0
		r.mu.Unlock()
		if last {
			errs = append(errs, s.close())
		}
	}
	return errors.Join(errs...)
}

// Policy is the policy in force; nil once closed.
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
	return errors.Join(g.closed, r.stores.Close())
}
