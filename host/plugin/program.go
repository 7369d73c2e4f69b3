package plugin

import (
	"context"

	"github.com/tetratelabs/wazero/api"
)

// A programKey names one compilation. The memory limit is part of it, because wazero binds
// it to the runtime that a module is compiled for.
type programKey struct {
	digest string
	pages  uint32
}

// A program is a compiled module, shared by all plugins with the same key. Its image owns the
// runtime it is compiled in, so nobody has to wait for a compilation that was abandoned: it
// frees what it has made when it ends, be the host closed by then or not.
type program struct {
	key      programKey
	abi      abi
	image    image         // nil until compiled
	refs     int           // guarded by Sandbox.mu
	finished bool          // guarded by Sandbox.mu: the compilation has ended
	done     chan struct{} // closed when compiled or err is set
	err      *Error
}

// program returns the compilation of wasm, compiling it unless that is done or under way.
// The caller releases it. A compilation that fails is forgotten, not remembered.
func (b *Sandbox) program(ctx context.Context, key programKey, form abi, wasm []byte) (*program, *Error) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil, fault(KindClosed, "the sandbox is closed")
	}
	p, ok := b.programs[key]
	if !ok {
		p = &program{key: key, abi: form, done: make(chan struct{})}
		b.programs[key] = p
		b.compiling.Add(1)
		go b.compile(p, wasm)
	}
	p.refs++
	b.mu.Unlock()

	ctx, cancel := context.WithTimeoutCause(ctx, b.options.CompileTimeout, errWall)
	defer cancel()
	select {
	case <-p.done:
	case <-ctx.Done():
		b.release(p)
		e := interrupted(ctx, b.options.CompileTimeout)
		e.Detail = "compiling: " + e.Detail
		return nil, e
	}
	if p.err != nil {
		b.release(p)
		copied := *p.err
		return nil, &copied
	}
	return p, nil
}

// compile fills p. It runs on its own goroutine, so that those who wait can leave at their
// deadlines: the compiler itself cannot be interrupted.
func (b *Sandbox) compile(p *program, wasm []byte) {
	defer b.compiling.Done()
	p.err = b.translate(p, wasm)
	b.mu.Lock()
	p.finished = true
	abandoned := p.refs == 0
	b.mu.Unlock()
	if abandoned {
		p.free()
	}
	close(p.done)
}

func (b *Sandbox) translate(p *program, wasm []byte) (failed *Error) {
	defer func() {
		if r := recover(); r != nil {
			failed = fault(KindLoad, "the compiler failed: %v", r)
		}
	}()
	metered, e := b.metered(b.ctx, p.key.digest, wasm)
	if e != nil {
		return e
	}
	if b.unwanted(p) {
		return fault(KindCancelled, "the caller cancelled the call")
	}
	if err := b.build(p, metered); err != nil {
		failed = fault(KindLoad, "the host could not compile it, valid though it is: %v", err)
		failed.Err = err
	}
	return failed
}

// build compiles with the cache on disk, or else without: a cache that is full or damaged is
// no reason to refuse a module.
func (b *Sandbox) build(p *program, metered []byte) error {
	shelf := b.shelfOf(metered)
	shelf.check()
	err := p.compile(b, metered, shelf.dir)
	if err != nil && shelf.dir != "" {
		shelf.clear()
		return p.compile(b, metered, "")
	}
	if err == nil {
		shelf.seal()
	}
	return err
}

// unwanted reports that all who waited for p have left.
func (b *Sandbox) unwanted(p *program) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return p.refs == 0
}

// release gives p back. The last one frees the machine code, or else the compilation does
// when it ends.
func (b *Sandbox) release(p *program) {
	b.mu.Lock()
	p.refs--
	last, finished := p.refs == 0, p.finished
	if last {
		delete(b.programs, p.key)
	}
	b.mu.Unlock()
	if last && finished {
		p.free()
	}
}

// free gives everything back, and may be called again. No instance is left, and no
// compilation under way.
func (p *program) free() {
	if p.image != nil {
		p.image.close()
	}
	p.image = nil
}

// compile makes the image; dir keeps the machine code, unless it is empty.
func (p *program) compile(b *Sandbox, metered []byte, dir string) error {
	config := b.engine().
		WithCoreFeatures(api.CoreFeaturesV2).
		WithMemoryLimitPages(p.key.pages).
		WithDebugInfoEnabled(false)
	made, err := p.abi.compile(b.ctx, compilation{metered: metered, config: config, dir: dir})
	if err != nil {
		return err
	}
	p.image = made
	return nil
}
