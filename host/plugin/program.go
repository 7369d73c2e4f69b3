package plugin

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/plugin/internal/meter"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// A programKey names one compilation. The memory limit is part of it, because wazero binds
// it to the runtime that a module is compiled for.
type programKey struct {
	digest string
	pages  uint32
}

// A program is a compiled module, shared by all plugins with the same key.
type program struct {
	key      programKey
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	refs     int           // guarded by Host.mu
	finished bool          // guarded by Host.mu: the compilation has ended
	done     chan struct{} // closed when compiled or err is set
	err      *Error
}

// program returns the compilation of wasm, compiling it unless that is done or under way.
// The caller releases it. A compilation that fails is forgotten, not remembered.
func (h *Host) program(ctx context.Context, key programKey, wasm []byte) (*program, *Error) {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return nil, fault(KindClosed, "the host is closed")
	}
	p, ok := h.programs[key]
	if !ok {
		p = &program{key: key, done: make(chan struct{})}
		h.programs[key] = p
		h.compiling.Add(1)
		go h.compile(p, wasm)
	}
	p.refs++
	h.mu.Unlock()

	ctx, cancel := context.WithTimeoutCause(ctx, h.options.CompileTimeout, errWall)
	defer cancel()
	select {
	case <-p.done:
	case <-ctx.Done():
		h.release(p)
		e := interrupted(ctx, h.options.CompileTimeout)
		e.Detail = "compiling: " + e.Detail
		return nil, e
	}
	if p.err != nil {
		h.release(p)
		copied := *p.err
		return nil, &copied
	}
	return p, nil
}

// compile fills p. It runs on its own goroutine, so that those who wait can leave at their
// deadlines: the compiler itself cannot be interrupted.
func (h *Host) compile(p *program, wasm []byte) {
	defer h.compiling.Done()
	p.err = h.translate(p, wasm)
	h.mu.Lock()
	p.finished = true
	abandoned := p.refs == 0
	h.mu.Unlock()
	if abandoned {
		p.free()
	}
	close(p.done)
}

func (h *Host) translate(p *program, wasm []byte) (failed *Error) {
	defer func() {
		if r := recover(); r != nil {
			failed = fault(KindLoad, "the compiler failed: %v", r)
		}
	}()
	metered, e := h.metered(h.ctx, p.key.digest, wasm)
	if e != nil {
		return e
	}
	rt, err := h.runtime(p.key.pages)
	if err == nil {
		p.runtime = rt
		p.compiled, err = rt.CompileModule(h.ctx, metered)
	}
	if err != nil {
		failed = fault(KindLoad, "is no valid WebAssembly module: %v", err)
		failed.Err = err
	}
	return failed
}

// release gives p back. The last one frees the machine code, or else the compilation does
// when it ends.
func (h *Host) release(p *program) {
	h.mu.Lock()
	p.refs--
	last, finished := p.refs == 0, p.finished
	if last {
		delete(h.programs, p.key)
	}
	h.mu.Unlock()
	if last && finished {
		p.free()
	}
}

func (p *program) free() {
	if p.compiled != nil {
		_ = p.compiled.Close(context.Background())
	}
}

// runtime returns the runtime for a memory limit, which has WASI and metering in it. It need not
// watch contexts while a guest runs: metered guests yield.
func (h *Host) runtime(pages uint32) (wazero.Runtime, error) {
	h.runtimesMu.Lock()
	defer h.runtimesMu.Unlock()
	if rt, ok := h.runtimes[pages]; ok {
		return rt, nil
	}
	rt := wazero.NewRuntimeWithConfig(h.ctx, h.engine().
		WithCoreFeatures(api.CoreFeaturesV2).
		WithCompilationCache(h.cache).
		WithMemoryLimitPages(pages).
		WithDebugInfoEnabled(false))
	_, err := wasi_snapshot_preview1.Instantiate(h.ctx, rt)
	if err == nil {
		_, err = rt.NewHostModuleBuilder(meter.ImportModule).NewFunctionBuilder().
			WithGoModuleFunction(api.GoModuleFunc(exhausted), nil, nil).Export(meter.ImportName).Instantiate(h.ctx)
	}
	if err != nil {
		_ = rt.Close(h.ctx)
		return nil, fmt.Errorf("runtime: %w", err)
	}
	h.runtimes[pages] = rt
	return rt, nil
}
