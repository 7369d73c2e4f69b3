package plugin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
)

// Options say how a host loads plugins. The zero value works.
type Options struct {
	// CacheDir keeps compiled machine code between processes; several may share it. What is
	// in it is executed, so protect the folder. Empty: in memory only.
	CacheDir       string
	MaxModuleBytes int64         // default 32 MiB
	CompileTimeout time.Duration // default 60 s
	Memo           Memo          // where results are kept; nil: every call runs
}

// A Host loads plugins and owns what they share. Close it when no plugin is needed any more.
type Host struct {
	options Options
	engine  func() wazero.RuntimeConfig // the compiler; tests compare with the interpreter
	ctx     context.Context             // of compilations, which outlive the loads that wait for them

	mu        sync.Mutex
	closed    bool
	programs  map[programKey]*program
	plugins   map[*Plugin]struct{}
	compiling sync.WaitGroup // only tests wait for it
}

// NewHost makes a host. ctx gives values only; its end does not end the host.
// The error is that of a cache folder which cannot be used.
func NewHost(ctx context.Context, o Options) (*Host, error) {
	o.MaxModuleBytes = orDefault(o.MaxModuleBytes, DefaultMaxModuleBytes)
	o.CompileTimeout = orDefault(o.CompileTimeout, DefaultCompileTimeout)
	if o.CacheDir != "" {
		if err := os.MkdirAll(filepath.Join(o.CacheDir, shelvesVersion), 0o700); err != nil {
			return nil, fmt.Errorf("compilation cache %s: %w", o.CacheDir, err)
		}
	}
	return &Host{
		options:  o,
		engine:   wazero.NewRuntimeConfig,
		ctx:      context.WithoutCancel(ctx),
		programs: map[programKey]*program{},
		plugins:  map[*Plugin]struct{}{},
	}, nil
}

// A Source is a module to load.
type Source struct {
	Name   string // how errors and records call the plugin
	Wasm   []byte // not changed, not kept
	Digest string // sha256, lower-case hex; verified unless empty
}

// Load verifies, inspects and compiles a module, starts a first instance and asks it for its
// manifest. Loading equal modules twice compiles once. Errors are of type [*Error].
// When ctx ends, Load returns at once; a compilation that nobody waits for goes on until it
// ends, since the compiler cannot be interrupted, and then frees what it has made.
func (h *Host) Load(ctx context.Context, s Source, l Limits) (*Plugin, error) {
	sum := sha256.Sum256(s.Wasm)
	p := &Plugin{host: h, name: s.Name, digest: hex.EncodeToString(sum[:]), sum: sum}
	limits, err := l.withDefaults()
	if err != nil {
		return nil, p.blame("load", fault(KindRequest, "%v", err))
	}
	p.limits = limits
	if ctx.Err() != nil {
		return nil, p.blame("load", interrupted(ctx, 0))
	}
	module, e := h.examine(s, p.digest, limits)
	if e != nil {
		return nil, p.blame("load", e)
	}
	if p.program, e = h.program(ctx, programKey{p.digest, limits.pages()}, bounded(s.Wasm, module)); e != nil {
		return nil, p.blame("load", e)
	}
	p.pool = newPool(limits.Instances, p.start)
	if err := p.introduce(ctx, module); err != nil {
		_ = p.shut(context.WithoutCancel(ctx))
		return nil, err
	}
	return p, h.adopt(ctx, p)
}

// examine does everything that needs no compilation.
func (h *Host) examine(s Source, digest string, l Limits) (*Module, *Error) {
	if n := int64(len(s.Wasm)); n > h.options.MaxModuleBytes {
		return nil, over(KindLoad, n, h.options.MaxModuleBytes, "the module")
	}
	if s.Digest != "" && s.Digest != digest {
		return nil, fault(KindLoad, "its sha256 is %s, but %s is pinned", digest, s.Digest)
	}
	m, err := Inspect(s.Wasm)
	if err != nil {
		return nil, fault(KindLoad, "%v", err)
	}
	for _, check := range []func() *Error{
		func() *Error { return checkImports(m) },
		func() *Error { return checkABI(m) },
		func() *Error { return checkSizes(m, l) },
	} {
		if e := check(); e != nil {
			return nil, e
		}
	}
	return m, nil
}

func (h *Host) adopt(ctx context.Context, p *Plugin) error {
	h.mu.Lock()
	closed := h.closed
	if !closed {
		h.plugins[p] = struct{}{}
	}
	h.mu.Unlock()
	if closed {
		_ = p.shut(context.WithoutCancel(ctx))
		return p.blame("load", fault(KindClosed, "the host is closed"))
	}
	return nil
}

// Close closes all plugins, waiting for calls in flight, and frees them. It may be called
// again. When ctx ends first it returns ctx's error, and the rest is freed once the calls,
// which are bounded, have ended. It does not wait for abandoned compilations.
func (h *Host) Close(ctx context.Context) error {
	h.mu.Lock()
	h.closed = true
	plugins := make([]*Plugin, 0, len(h.plugins))
	for p := range h.plugins {
		plugins = append(plugins, p)
	}
	h.mu.Unlock()
	done := make(chan error, 1)
	go func() { done <- closeAll(plugins) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func closeAll(plugins []*Plugin) error {
	var errs []error
	for _, p := range plugins {
		errs = append(errs, p.Close(context.Background()))
	}
	return errors.Join(errs...)
}
