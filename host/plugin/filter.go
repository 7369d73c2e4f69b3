package plugin

import (
	"context"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// The exports of a filter, beside its memory.
const (
	filterAlloc = "filter_alloc" // (size i32) → pointer i32
	filterRun   = "filter_run"   // (pointer i32, size i32) → pointer<<32 | length of the answer
)

// A Filter is a module of the host's own that makes bytes of bytes, such as text of a PDF. It implements no contract and
// no policy can name one: the host uses it to read what no library of its process should. Its limits, errors and
// digests are those of plugins; what it gets of the world is nothing. It may be used by many goroutines. Close it before its sandbox.
type Filter struct {
	plugin *Plugin // for its name, digest and limits; it has no manifest and no pool
}

// LoadFilter is [Sandbox.Load] for a filter. Instances has no meaning: each run has an instance of its own, and the next
// finds nothing of it. Source.Deny has none either.
func (b *Sandbox) LoadFilter(ctx context.Context, s Source, l Limits) (*Filter, error) {
	p, err := b.named(s, l)
	if err != nil {
		return nil, err
	}
	wasm, e := b.filterForm(s, p.digest, p.limits)
	if e != nil {
		return nil, p.blame("load", e)
	}
	if p.program, e = b.program(ctx, programKey{p.digest, p.limits.pages()}, filterABI{}, wasm); e != nil {
		return nil, p.blame("load", e)
	}
	return &Filter{p}, nil
}

// filterForm checks a filter and gives the form that is compiled.
func (b *Sandbox) filterForm(s Source, digest string, l Limits) ([]byte, *Error) {
	if n := int64(len(s.Wasm)); n > b.options.MaxModuleBytes {
		return nil, over(KindLoad, n, b.options.MaxModuleBytes, "the module")
	}
	if s.Digest != "" && s.Digest != digest {
		return nil, fault(KindLoad, "its sha256 is %s, but %s is pinned", digest, s.Digest)
	}
	m, err := Inspect(s.Wasm)
	if err != nil {
		return nil, fault(KindLoad, "%v", err)
	}
	e := filterABI{}.check(m, l)
	if e == nil {
		e = checkSizes(m, l)
	}
	return filterABI{}.adapt(s.Wasm, m), e
}

// Run gives the filter's answer to input, at most Limits.OutputBytes of it, and the fuel that it took. Errors are of type
// [*Error]; a filter traps on an input that it cannot read.
func (f *Filter) Run(ctx context.Context, input []byte) ([]byte, int64, error) {
	p := f.plugin
	i, e := newInstance(ctx, p.program, p.limits)
	if e != nil {
		return nil, 0, p.blame("start", e)
	}
	defer i.close()
	output, e := i.call(ctx, question{input: input, allowance: allowance{p.limits.Fuel, p.limits.Wall}})
	if e != nil {
		return nil, i.tank.used(), p.blame("filter", e)
	}
	return output, i.tank.used(), nil
}

// Close frees the compiled module once no other user is left. Runs have to have ended. It may be called again.
func (f *Filter) Close() { f.plugin.released.Do(func() { f.plugin.sandbox.release(f.plugin.program) }) }

// filterABI is the spark ABI with other names and without contracts.
type filterABI struct{ sparkABI }

func (filterABI) check(m *Module, _ Limits) *Error {
	if e := checkImports(m); e != nil {
		return e
	}
	for name, want := range map[string]funcType{filterAlloc: {i32, i32}, filterRun: {i32 + i32, i64}} {
		if e := checkFunc(m, name, want); e != nil {
			return e
		}
	}
	if e, ok := m.export(exportMemory); !ok || e.Kind != ExternMemory {
		return fault(KindABI, "it exports no memory under the name %q", exportMemory)
	}
	if _, ok := m.export(exportInitialize); ok {
		return checkFunc(m, exportInitialize, funcType{})
	}
	return nil
}

func (filterABI) checkEntry(*Module, contract.Kind) *Error { return nil }

func (filterABI) compile(ctx context.Context, c compilation) (image, error) {
	made, err := sparkABI{}.compile(ctx, c)
	if err != nil {
		return nil, err
	}
	return filterImage{made.(*sparkImage)}, nil
}

// A filterImage starts sparkGuests that are asked through the exports of a filter.
type filterImage struct{ *sparkImage }

func (s filterImage) start(i *instance) (guest, error) {
	made, err := s.sparkImage.start(i)
	if err != nil {
		return nil, err
	}
	g := made.(*sparkGuest)
	g.alloc, g.entry = g.mod.ExportedFunction(filterAlloc), g.mod.ExportedFunction(filterRun)
	return g, nil
}
