package plugin

import (
	"context"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/sparkhost/sparkhost/host/plugin/internal/meter"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// The names of the spark ABI, version 1. Pointers and lengths are offsets into the
// exported memory; an i64 result is pointer<<32 | length.
const (
	markerPrefix   = "spark_abi_"     // what markers of all versions begin with
	exportMemory   = "memory"         // where requests and answers lie
	exportMarker   = "spark_abi_1"    // () → i32 ; only looked for, never called
	exportAlloc    = "spark_alloc"    // (size i32) → pointer i32
	exportDescribe = "spark_describe" // () → i64, a manifest
)

// abiVersion is the version of the spark ABI that exportMarker stands for.
const abiVersion = 1

// sparkABI is the spark ABI: requests and answers are copied at once, and wazero is called directly.
type sparkABI struct{}

func (sparkABI) name() string { return "spark" }

// sparkEntry names the export that answers requests of a kind, pointer and length in, i64 out.
func sparkEntry(kind contract.Kind) string { return "spark_" + stageOf(kind) }

func (sparkABI) check(m *Module, _ Limits) *Error {
	if e := checkImports(m); e != nil {
		return e
	}
	if _, ok := m.export(exportMarker); !ok {
		return fault(KindABI, "it speaks spark ABI %s, this host speaks spark ABI %d: use the sparkhost release that it was built for, or build it with the SDK of this one", markersOf(m), abiVersion)
	}
	wants := []struct{ name, params, results string }{
		{exportMarker, "", i32},
		{exportAlloc, i32, i32},
		{exportDescribe, "", i64},
	}
	for _, w := range wants {
		if f := checkFunc(m, w.name, funcType{w.params, w.results}); f != nil {
			return f
		}
	}
	if _, command := m.export(exportCommand); command {
		return isCommand() // it would run once, and end
	}
	if e, ok := m.export(exportMemory); !ok || e.Kind != ExternMemory {
		return fault(KindABI, "it exports no memory under the name %q", exportMemory)
	}
	if _, ok := m.export(exportInitialize); ok {
		return checkFunc(m, exportInitialize, funcType{})
	}
	return nil
}

// markersOf lists the versions of the ABI that m has the markers of, in the order of its exports.
func markersOf(m *Module) string {
	var versions []string
	for _, e := range m.Exports {
		if v, ok := strings.CutPrefix(e.Name, markerPrefix); ok && e.Kind == ExternFunc {
			versions = append(versions, v)
		}
	}
	return strings.Join(versions, ", ")
}

func (sparkABI) checkEntry(m *Module, kind contract.Kind) *Error {
	return checkFunc(m, sparkEntry(kind), funcType{i32 + i32, i64})
}

func (sparkABI) adapt(wasm []byte, m *Module) []byte { return bounded(wasm, m) }

// A sparkImage owns the runtime that it is compiled in.
type sparkImage struct {
	cache    wazero.CompilationCache // of this image alone, as is the runtime
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
}

func (sparkABI) compile(ctx context.Context, c compilation) (image, error) {
	cache, err := newCache(c.dir)
	if err != nil {
		return nil, err
	}
	s := &sparkImage{cache: cache, runtime: wazero.NewRuntimeWithConfig(ctx, c.config.WithCompilationCache(cache))}
	if err := s.equip(ctx); err != nil {
		s.close()
		return nil, fmt.Errorf("runtime: %w", err)
	}
	if s.compiled, err = s.runtime.CompileModule(ctx, c.metered); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// newCache makes the compilation cache of one image, in dir unless that is empty.
func newCache(dir string) (wazero.CompilationCache, error) {
	if dir == "" {
		return wazero.NewCompilationCache(), nil
	}
	return wazero.NewCompilationCacheWithDir(dir)
}

// equip puts WASI and metering into the runtime. It need not watch contexts while a
// guest runs: metered guests yield.
func (s *sparkImage) equip(ctx context.Context) error {
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, s.runtime); err != nil {
		return err
	}
	_, err := s.runtime.NewHostModuleBuilder(meter.ImportModule).NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(exhausted), nil, nil).Export(meter.ImportName).Instantiate(ctx)
	return err
}

func (s *sparkImage) close() {
	ctx := context.Background()
	_ = s.runtime.Close(ctx) // and with it what is compiled in it
	_ = s.cache.Close(ctx)
}

// start implements image.
func (s *sparkImage) start(i *instance) (guest, error) {
	mod, err := s.runtime.InstantiateModule(i.ctx, s.compiled, moduleConfig(i.log, &i.tank))
	if err != nil {
		return nil, err
	}
	g := &sparkGuest{ctx: i.ctx, limits: &i.limits, mod: mod, mem: mod.ExportedMemory(exportMemory)}
	g.alloc = mod.ExportedFunction(exportAlloc)
	i.tank.attach(mod)
	if init := mod.ExportedFunction(exportInitialize); init != nil {
		if err := init.CallWithStack(i.ctx, g.stack[:0]); err != nil {
			g.close()
			return nil, err
		}
	}
	return g, nil
}
