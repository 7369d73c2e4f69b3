package plugin

import (
	"context"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// An abi is a way to speak with guests: the host has two, and a module's exports and imports
// say which one it needs. What is common to both (limits, fuel, pool, errors, memo, contract)
// is none of its business.
type abi interface {
	// name returns the value of [Plugin.ABI].
	name() string
	// check says whether a module that asks for this abi keeps to it, entry points apart.
	check(m *Module, l Limits) *Error
	// checkEntry says whether m has the entry point of a kind.
	checkEntry(m *Module, kind contract.Kind) *Error
	// adapt gives the form of a checked module that is validated, metered and compiled.
	adapt(wasm []byte, m *Module) []byte
	// compile makes an image of a metered module. On error nothing is left over.
	compile(ctx context.Context, c compilation) (image, error)
}

// A compilation holds the input for making an image.
type compilation struct {
	metered []byte
	config  wazero.RuntimeConfig // of the engine, with features and the limit of memory set
	dir     string               // keeps the machine code, unless it is empty
}

// An image is a compiled module, from which guests are started. It is used by many goroutines.
type image interface {
	// start instantiates and initialises a guest for i, whose tank is filled. On error, which may
	// be an [*Error], nothing is left over.
	start(i *instance) (guest, error)
	// close frees everything. No guest is left.
	close()
}

// A guest is one started module, used by one goroutine at a time. Errors are those of the
// runtime, for the instance to classify, or of type [*Error].
type guest interface {
	// describe asks what the plugin is. The manifest is decoded, not checked.
	describe() (*contract.Manifest, error)
	// bind looks the entry point of a kind up.
	bind(kind contract.Kind)
	// call asks the bound entry point. input is r in its encoded form; so is the answer,
	// which is a copy.
	call(r *contract.Request, input []byte) ([]byte, error)
	// memory returns the bytes that the guest holds: in its largest memory, and in all.
	memory() (largest, total uint64)
	close()
}

const (
	exportInitialize = "_initialize" // () ; run once per instance
	exportCommand    = "_start"      // the sign of a module that was built as a command
)

// wasiModule is a module that every plugin may import from.
const wasiModule = "wasi_snapshot_preview1"

// buildCommand is the command that an author runs to get a module that the host accepts.
const buildCommand = "GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o plugin.wasm ."

const (
	i32 = "\x7f"
	i64 = "\x7e"
)

// stageOf names in errors what is asked of a kind.
func stageOf(kind contract.Kind) string {
	switch kind {
	case contract.KindScore:
		return "score"
	case contract.KindAssess:
		return "assess"
	case contract.KindCalibrate:
		return "calibrate"
	}
	return "describe"
}

// abiOf recognises the abi that a module was built for. What it is found to be is checked
// later; one that could be either is a spark plugin, which is the faster.
func abiOf(m *Module) (abi, *Error) {
	if markersOf(m) != "" {
		return sparkABI{}, nil
	}
	if usesExtism(m) {
		return extismABI{}, nil
	}
	if _, command := m.export(exportCommand); command {
		return nil, isCommand()
	}
	if e := checkImports(m); e != nil {
		return nil, e
	}
	return nil, missing(exportMarker)
}

// ABI returns the interface that the module exports: "spark" or "extism", or "" if it is not a plugin.
func (m *Module) ABI() string {
	if form, e := abiOf(m); e == nil {
		return form.name()
	}
	return ""
}

func isCommand() *Error {
	return fault(KindABI, "it is a command (it exports %s), not a library: build it with `%s`", exportCommand, buildCommand)
}

// checkFunc says whether m exports a function of that type.
func checkFunc(m *Module, name string, want funcType) *Error {
	e, ok := m.export(name)
	if !ok || e.Kind != ExternFunc {
		return missing(name)
	}
	if got, ok := m.funcTypeOf(e.Index); !ok || got != want {
		return fault(KindABI, "its export %s has the type %s, it must be %s", name, got, want)
	}
	return nil
}

func missing(name string) *Error {
	return fault(KindABI, "it exports no function %s: import the SDK and build it with `%s`", name, buildCommand)
}

// String writes a function type as people do: (i32, i32) → i64.
func (t funcType) String() string {
	return "(" + valueTypes(t.params) + ") → (" + valueTypes(t.results) + ")"
}

func valueTypes(types string) string {
	names := map[byte]string{0x7f: "i32", 0x7e: "i64", 0x7d: "f32", 0x7c: "f64", 0x7b: "v128", 0x70: "funcref", 0x6f: "externref"}
	var list []string
	for i := range len(types) {
		name, ok := names[types[i]]
		if !ok {
			name = "?"
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// checkImports refuses everything but functions of the deterministic WASI.
func checkImports(m *Module) *Error {
	var surplus []string
	for _, i := range m.Imports {
		if !isWASI(i) {
			surplus = append(surplus, i.Module+"."+i.Name)
		}
	}
	return surplusImports(surplus, wasiModule)
}

// isWASI reports an import that every plugin is given.
func isWASI(i Import) bool {
	return i.Module == wasiModule && i.Kind == ExternFunc && slices.Contains(wasiFunctions, i.Name)
}

// surplusImports refuses the imports named, if any; given names what the host offers instead.
func surplusImports(names []string, given string) *Error {
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return fault(KindCapability, "it imports %s; a plugin is given nothing but %s", strings.Join(slices.Compact(names), ", "), given)
}
