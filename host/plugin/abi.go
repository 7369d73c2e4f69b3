package plugin

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// The names of the spark ABI, version 1. Pointers and lengths are offsets into the
// exported memory; an i64 result is pointer<<32 | length.
const (
	exportMemory     = "memory"
	exportInitialize = "_initialize"    // () ; optional, run once per instance
	exportCommand    = "_start"         // the sign of a module that was built as a command
	exportMarker     = "spark_abi_1"    // () → i32 ; only looked for, never called
	exportAlloc      = "spark_alloc"    // (size i32) → pointer i32
	exportDescribe   = "spark_describe" // () → i64, a manifest
)

// wasiModule is the only module a plugin may import from.
const wasiModule = "wasi_snapshot_preview1"

// buildCommand is what an author runs to get a module that the host accepts.
const buildCommand = "GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o plugin.wasm ."

const (
	i32 = "\x7f"
	i64 = "\x7e"
)

// entryOf names the export that answers requests of a contract, and the stage in errors.
func entryOf(kind contract.Kind) (export, stage string) {
	switch kind {
	case contract.KindScore:
		return "spark_score", "score"
	case contract.KindAssess:
		return "spark_assess", "assess"
	case contract.KindCalibrate:
		return "spark_calibrate", "calibrate"
	}
	return "", "describe"
}

// checkABI says whether m can be a spark plugin; the entry point itself is checked once
// the manifest is known.
func checkABI(m *Module) *Error {
	if _, ok := m.export(exportMarker); !ok {
		if _, command := m.export(exportCommand); command {
			return fault(KindABI, "it is a command (it exports %s), not a library: build it with `%s`", exportCommand, buildCommand)
		}
		return missing(exportMarker)
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
	if e, ok := m.export(exportMemory); !ok || e.Kind != ExternMemory {
		return fault(KindABI, "it exports no memory under the name %q", exportMemory)
	}
	if _, ok := m.export(exportInitialize); ok {
		return checkFunc(m, exportInitialize, funcType{})
	}
	return nil
}

// checkEntry says whether m exports the entry point of kind.
func checkEntry(m *Module, kind contract.Kind) *Error {
	name, _ := entryOf(kind)
	return checkFunc(m, name, funcType{i32 + i32, i64})
}

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
		if i.Module != wasiModule || i.Kind != ExternFunc || !slices.Contains(wasiFunctions, i.Name) {
			surplus = append(surplus, i.Module+"."+i.Name)
		}
	}
	if len(surplus) == 0 {
		return nil
	}
	slices.Sort(surplus)
	return fault(KindCapability, "it imports %s; a plugin is given nothing but %s", strings.Join(slices.Compact(surplus), ", "), wasiModule)
}

// checkSizes holds the declared sizes to the limits.
func checkSizes(m *Module, l Limits) *Error {
	if len(m.Memories) > 0 {
		if need := int64(m.Memories[0].Min) * pageBytes; need > l.MemoryBytes {
			return over(KindMemory, need, l.MemoryBytes, "the memory it declares")
		}
	}
	if len(m.Memories) > 1 {
		return fault(KindABI, "it has %d memories, a plugin has one", len(m.Memories))
	}
	entries := uint64(0)
	for _, t := range m.Tables {
		entries += t.Min
	}
	if entries > maxTableEntries {
		return fault(KindMemory, "its tables begin with %d entries, over the limit of %d", entries, maxTableEntries)
	}
	return nil
}

// wasiFunctions are the functions that may be imported: all of WASI preview 1 as the
// runtime provides it. None reaches outside: there is no file, no socket, no argument, no
// environment behind them, and clocks and randomness are constant.
var wasiFunctions = []string{
	"args_get", "args_sizes_get", "clock_res_get", "clock_time_get", "environ_get", "environ_sizes_get",
	"fd_advise", "fd_allocate", "fd_close", "fd_datasync", "fd_fdstat_get", "fd_fdstat_set_flags",
	"fd_fdstat_set_rights", "fd_filestat_get", "fd_filestat_set_size", "fd_filestat_set_times", "fd_pread",
	"fd_prestat_dir_name", "fd_prestat_get", "fd_pwrite", "fd_read", "fd_readdir", "fd_renumber", "fd_seek",
	"fd_sync", "fd_tell", "fd_write", "path_create_directory", "path_filestat_get", "path_filestat_set_times",
	"path_link", "path_open", "path_readlink", "path_remove_directory", "path_rename", "path_symlink",
	"path_unlink_file", "poll_oneoff", "proc_exit", "proc_raise", "random_get", "sched_yield", "sock_accept",
	"sock_recv", "sock_send", "sock_shutdown",
}
