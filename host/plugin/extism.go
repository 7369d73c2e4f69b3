package plugin

import (
	"context"
	"slices"
	"strings"

	extism "github.com/extism/go-sdk"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

const (
	// extismModule is the module from which guests of the extism ABI import.
	extismModule = "extism:host/env"
	// linkedModule is the module that they are given in its place: see adapt.
	linkedModule = "sparkhost_extism"
	// initPrefix hides initialisers from go-sdk, which would run them within the first call.
	initPrefix = "sparkhost:"

	extismDescribe = "describe" // () → i32 ; 0 and a manifest as output
	exportCtors    = "__wasm_call_ctors"
	exportHaskell  = "hs_init"
	// kernelPages is the memory with which the kernel of go-sdk begins.
	kernelPages = 16
)

// extismABI is the ABI of plugins that are written with an Extism PDK: messages are JSON, which the
// guest takes and gives eight bytes at a time. It exports describe and one of score, assess and
// calibrate, all () → i32.
type extismABI struct{}

func (extismABI) name() string { return "extism" }

func usesExtism(m *Module) bool {
	return slices.ContainsFunc(m.Imports, func(i Import) bool { return i.Module == extismModule })
}

func (extismABI) check(m *Module, l Limits) *Error {
	if least := int64(kernelPages * pageBytes); l.MemoryBytes < least {
		return fault(KindRequest, "a memory limit of %d bytes is too low for the extism ABI, which needs %d: raise it, or build the plugin for the spark ABI", l.MemoryBytes, least)
	}
	if e := checkExtismImports(m); e != nil {
		return e
	}
	if _, ok := m.export(extismDescribe); !ok {
		if _, command := m.export(exportCommand); command {
			return isCommand()
		}
	}
	if e := checkExtismFunc(m, extismDescribe); e != nil {
		return e
	}
	_, reactor := m.export(exportInitialize)
	if _, haskell := m.export(exportHaskell); haskell && !reactor {
		return fault(KindABI, "it exports %s but no %s: build it as a reactor", exportHaskell, exportInitialize)
	}
	for _, name := range []string{exportInitialize, exportCtors} {
		if _, ok := m.export(name); ok {
			if e := checkFunc(m, name, funcType{}); e != nil {
				return e
			}
		}
	}
	return nil
}

func (extismABI) checkEntry(m *Module, kind contract.Kind) *Error {
	return checkExtismFunc(m, stageOf(kind))
}

func checkExtismFunc(m *Module, name string) *Error {
	if e, ok := m.export(name); !ok || e.Kind != ExternFunc {
		return fault(KindABI, "it exports no function %s: an extism plugin exports %s and one of score, assess and calibrate, as its manifest says", name, extismDescribe)
	}
	return checkFunc(m, name, funcType{"", i32})
}

// checkExtismImports refuses everything but WASI and what guests need of extism:host/env.
func checkExtismImports(m *Module) *Error {
	var surplus []string
	for _, i := range m.Imports {
		if isWASI(i) {
			continue
		}
		f, ok := hostFunctionNamed(i.Name)
		if i.Module != extismModule || i.Kind != ExternFunc || !ok {
			surplus = append(surplus, i.Module+"."+i.Name)
			continue
		}
		want := funcType{f.params, f.results}
		if got, ok := m.typeAt(i.typeIndex); !ok || got != want {
			return fault(KindABI, "its import %s.%s has the type %s, it must be %s", i.Module, i.Name, got, want)
		}
	}
	return surplusImports(surplus, wasiModule+" and what the Extism PDKs use of "+extismModule)
}

// adapt points the imports of extism:host/env at our own functions, because those of go-sdk reach the
// network, let a guest overwrite the kernel's own data and cannot be priced, and hides the
// initialisers.
func (extismABI) adapt(wasm []byte, m *Module) []byte {
	imports := entries(m.Imports, func(b []byte, i Import) []byte {
		if i.Module == extismModule {
			i.Module = linkedModule
		}
		b = appendUint(appendName(appendName(b, i.Module), i.Name), uint64(i.Kind))
		return appendUint(b, uint64(i.typeIndex))
	})
	exports := entries(m.Exports, func(b []byte, e Export) []byte {
		if e.Name == exportInitialize || e.Name == exportCtors || e.Name == exportHaskell {
			e.Name = initPrefix + e.Name
		}
		return appendUint(append(appendName(b, e.Name), byte(e.Kind)), uint64(e.Index))
	})
	return replaceSections(bounded(wasm, m), map[byte][]byte{sectionImport: imports, sectionExport: exports})
}

// An extismImage is a module that go-sdk has compiled. Its runtime is hidden in there.
type extismImage struct {
	cache    wazero.CompilationCache // of this image alone
	compiled *extism.CompiledPlugin  // nil if it could not be compiled
}

func (extismABI) compile(ctx context.Context, c compilation) (image, error) {
	cache, err := newCache(c.dir)
	if err != nil {
		return nil, err
	}
	x := &extismImage{cache: cache}
	done := false
	defer func() { // after a panic too, which go-sdk knows
		if !done {
			x.close() // go-sdk forgets its runtime when it fails; what that compiled lies in the cache
		}
	}()
	manifest := extism.Manifest{Wasm: []extism.Wasm{extism.WasmData{Data: c.metered, Name: "main"}}}
	config := extism.PluginConfig{RuntimeConfig: c.config.WithCompilationCache(cache), EnableWasi: true}
	ctx = experimental.WithFunctionListenerFactory(ctx, doorkeeper{})
	if x.compiled, err = extism.NewCompiledPlugin(ctx, manifest, config, linkedFunctions()); err != nil {
		return nil, err
	}
	done = true
	return x, nil
}

func (x *extismImage) close() {
	ctx := context.Background()
	if x.compiled != nil {
		_ = x.compiled.Close(ctx)
	}
	_ = x.cache.Close(ctx)
}

// A doorkeeper tells an instance's desk which module its guest is, when the guest comes to the
// host: go-sdk hides it, and fuel and memory are in there. Only these three of the host's functions
// are watched, so guests are compiled as if nobody were.
type doorkeeper struct{}

// NewFunctionListener implements experimental.FunctionListenerFactory.
func (doorkeeper) NewFunctionListener(f api.FunctionDefinition) experimental.FunctionListener {
	if f.GoFunction() == nil || !strings.HasPrefix(f.ModuleName(), "sparkhost_") {
		return nil
	}
	switch f.ExportNames()[0] {
	case "exhausted", "output_set", "error_set":
		return experimental.FunctionListenerFunc(func(ctx context.Context, mod api.Module, _ api.FunctionDefinition, _ []uint64, _ experimental.StackIterator) {
			deskOf(ctx).meet(mod)
		})
	}
	return nil
}
