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

// Options say how a sandbox loads plugins. The zero value works.
type Options struct {
	// CacheDir keeps compiled machine code between processes; several may share it. What is
	// in it is executed, so protect the folder. Empty: in memory only.
	CacheDir       string
	MaxModuleBytes int64         // default 32 MiB
	CompileTimeout time.Duration // default 60 s
	// Interpreter runs plugins on the interpreter: some 50 times slower, with the same results and
	// the same fuel, which the conformance kit compares.
	Interpreter bool
	Memo        Memo // where results are kept; nil: every call runs
}

// A Sandbox loads plugins and owns what they share. Close it when no plugin is needed any more.
type Sandbox struct {
	options Options
	engine  func() wazero.RuntimeConfig // the compiler; tests compare with the interpreter
	ctx     context.Context             // of compilations, which outlive the loads that wait for them

	mu        sync.Mutex
	closed    bool
	programs  map[programKey]*program
	plugins   map[*Plugin]struct{}
	compiling sync.WaitGroup // only tests wait for it
}

// NewSandbox makes a sandbox. ctx gives values only; its end does not end the sandbox.
// The error is that of a cache folder which cannot be used.
func NewSandbox(ctx context.Context, o Options) (*Sandbox, error) {
	o.MaxModuleBytes = orDefault(o.MaxModuleBytes, DefaultMaxModuleBytes)
	o.CompileTimeout = orDefault(o.CompileTimeout, DefaultCompileTimeout)
	if o.CacheDir != "" {
		if err := os.MkdirAll(filepath.Join(o.CacheDir, shelvesVersion), 0o700); err != nil {
			return nil, fmt.Errorf("compilation cache %s: %w", o.CacheDir, err)
		}
	}
	engine := wazero.NewRuntimeConfig
	if o.Interpreter {
		engine = wazero.NewRuntimeConfigInterpreter
	}
	return &Sandbox{
		options:  o,
		engine:   engine,
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
	// Deny lists columns that the plugin is never sent: "text" in every table, "items.text" in one. A
	// plugin that requires one of them is refused with [KindCapability].
	Deny []string
}

// Load verifies, inspects and compiles a module, starts a first instance and asks it for its
// manifest. Loading equal modules twice compiles once. Errors are of type [*Error].
// When ctx ends, Load returns at once; a compilation that nobody waits for goes on until it
// ends, since the compiler cannot be interrupted, and then frees what it has made.
func (b *Sandbox) Load(ctx context.Context, s Source, l Limits) (*Plugin, error) {
	p, err := b.named(s, l)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, p.blame("load", interrupted(ctx, 0))
	}
	module, form, e := b.examine(s, p.digest, p.limits)
	if e != nil {
		return nil, p.blame("load", e)
	}
	if p.program, e = b.program(ctx, programKey{p.digest, p.limits.pages()}, form, form.adapt(s.Wasm, module)); e != nil {
		return nil, p.blame("load", e)
	}
	p.pool = newPool(p.limits.Instances, p.start)
	if err := p.introduce(ctx, module); err != nil {
		_ = p.shut(context.WithoutCancel(ctx))
		return nil, err
	}
	if p.granted, e = grant(p.manifest, s.Deny); e != nil {
		_ = p.shut(context.WithoutCancel(ctx))
		return nil, p.blame("load", e)
	}
	return p, b.adopt(ctx, p)
}

// named returns a plugin with its name, digest and limits, and nothing that runs.
func (b *Sandbox) named(s Source, l Limits) (*Plugin, error) {
	sum := sha256.Sum256(s.Wasm)
	p := &Plugin{sandbox: b, name: s.Name, digest: hex.EncodeToString(sum[:]), sum: sum}
	limits, err := l.withDefaults()
	if err != nil {
		return nil, p.blame("load", fault(KindRequest, "%v", err))
	}
	p.limits = limits
	return p, nil
}

// examine does everything that needs no compilation.
func (b *Sandbox) examine(s Source, digest string, l Limits) (*Module, abi, *Error) {
	if n := int64(len(s.Wasm)); n > b.options.MaxModuleBytes {
		return nil, nil, over(KindLoad, n, b.options.MaxModuleBytes, "the module")
	}
	if s.Digest != "" && s.Digest != digest {
		return nil, nil, fault(KindLoad, "its sha256 is %s, but %s is pinned", digest, s.Digest)
	}
	m, err := Inspect(s.Wasm)
	if err != nil {
		return nil, nil, fault(KindLoad, "%v", err)
	}
	form, e := abiOf(m)
	if e == nil {
		e = form.check(m, l)
	}
	if e == nil {
		e = checkSizes(m, l)
	}
	return m, form, e
}

func (b *Sandbox) adopt(ctx context.Context, p *Plugin) error {
	b.mu.Lock()
	closed := b.closed
	if !closed {
		b.plugins[p] = struct{}{}
	}
	b.mu.Unlock()
	if closed {
		_ = p.shut(context.WithoutCancel(ctx))
		return p.blame("load", fault(KindClosed, "the sandbox is closed"))
	}
	return nil
}

// Close closes all plugins, waiting for calls in flight, and frees them. It may be called
// again. When ctx ends first it returns ctx's error, and the rest is freed once the calls,
// which are bounded, have ended. It does not wait for abandoned compilations.
func (b *Sandbox) Close(ctx context.Context) error {
	b.mu.Lock()
	b.closed = true
	plugins := make([]*Plugin, 0, len(b.plugins))
	for p := range b.plugins {
		plugins = append(plugins, p)
	}
	b.mu.Unlock()
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
