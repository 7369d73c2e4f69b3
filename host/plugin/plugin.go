package plugin

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Plugin is a loaded module that answers requests of one contract. Close it to give its
// instances back; calls in flight end first.
type Plugin struct {
	sandbox  *Sandbox
	name     string
	digest   string
	sum      [32]byte
	limits   Limits
	program  *program
	manifest *contract.Manifest
	contract uint32             // version of the requests sent, agreed on with the plugin
	granted  *contract.Manifest // with the inputs that the plugin is sent
	stage    string             // in errors of calls
	pool     *pool
	buffers  sync.Pool // of *[]byte: encoded requests
	stats    counters
	released sync.Once
}

// Name returns the name under which the plugin was loaded.
func (p *Plugin) Name() string { return p.name }

// ABI returns how the plugin is called: "spark" or "extism".
func (p *Plugin) ABI() string { return p.program.abi.name() }

// Digest returns the sha256 of the module in lower-case hex.
func (p *Plugin) Digest() string { return p.digest }

// Manifest returns what the plugin says of itself. Do not change it.
func (p *Plugin) Manifest() *contract.Manifest { return p.manifest }

// Limits returns the limits that hold, defaults filled in.
func (p *Plugin) Limits() Limits { return p.limits }

// Settings checks a config against the plugin's parameters and completes it with their
// defaults. The error names every mistake.
func (p *Plugin) Settings(config map[string]any) ([]contract.Setting, error) {
	return p.manifest.Settings(config)
}

// start makes a new instance for the pool.
func (p *Plugin) start(ctx context.Context) (*instance, error) {
	i, e := newInstance(ctx, p.program, p.limits)
	if e != nil {
		return nil, p.blame("start", e)
	}
	p.stats.started.Add(1)
	p.stats.startFuel.Store(i.tank.used())
	if p.manifest != nil {
		i.guest.bind(p.manifest.Kind)
	}
	return i, nil
}

// introduce starts the first instance and learns the manifest from it.
func (p *Plugin) introduce(ctx context.Context, module *Module) error {
	i, err := p.pool.get(ctx)
	if err != nil {
		return p.blame("start", err)
	}
	keep := false
	defer func() { p.pool.put(i, keep) }()
	m, e := i.manifest(ctx)
	if e == nil {
		e = p.program.abi.checkEntry(module, m.Kind)
	}
	if e != nil {
		e.Stderr = i.log.String()
		return p.blame("describe", e)
	}
	p.manifest = m
	p.contract, _ = m.Negotiate() // checked with the manifest
	p.stage = stageOf(m.Kind)
	i.guest.bind(m.Kind)
	keep = true
	return nil
}

// blame puts the plugin's name on an error.
func (p *Plugin) blame(stage string, err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Digest == "" {
		e.Plugin, e.Digest = p.name, p.digest
	}
	if e.Stage == "" {
		e.Stage = stage
	}
	return e
}

// Close refuses new calls, waits for those in flight and frees the instances. It may be
// called again. When ctx ends first it returns ctx's error, and the rest is freed when the
// calls, which are bounded by the wall limit, have ended.
func (p *Plugin) Close(ctx context.Context) error {
	p.sandbox.mu.Lock()
	delete(p.sandbox.plugins, p)
	p.sandbox.mu.Unlock()
	return p.shut(ctx)
}

func (p *Plugin) shut(ctx context.Context) error {
	return p.pool.close(ctx, func() {
		p.released.Do(func() { p.sandbox.release(p.program) })
	})
}

// Stats are counts since the plugin was loaded.
type Stats struct {
	Calls     uint64 // answered or failed, without those that the memo answered
	Cached    uint64 // answered by the memo
	Failed    uint64
	Started   uint64 // instances
	Discarded uint64 // instances thrown away after a failure
	Recycled  uint64 // instances replaced because of their memory or number of calls
	Idle      int    // instances waiting for a call now
	MaxMemory uint64 // bytes, the largest memory seen after a call
	StartFuel int64  // units that the last instance started with, its description apart
}

type counters struct {
	calls, cached, failed, started, discarded, recycled, maxMemory atomic.Uint64
	startFuel                                                      atomic.Int64
}

// Stats returns the counts so far.
func (p *Plugin) Stats() Stats {
	s := &p.stats
	return Stats{
		Calls: s.calls.Load(), Cached: s.cached.Load(), Failed: s.failed.Load(), Started: s.started.Load(),
		Discarded: s.discarded.Load(), Recycled: s.recycled.Load(), Idle: p.pool.idleCount(), MaxMemory: s.maxMemory.Load(),
		StartFuel: s.startFuel.Load(),
	}
}

// sawMemory raises the largest memory seen.
func (s *counters) sawMemory(n uint64) {
	for old := s.maxMemory.Load(); n > old && !s.maxMemory.CompareAndSwap(old, n); {
		old = s.maxMemory.Load()
	}
}
