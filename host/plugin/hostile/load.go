package hostile

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

// Absurd gives each module of [Cases] that declares gigabytes in a few bytes, by what it declares.
func Absurd() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, s := range absurd {
			if !yield(s.what, raw(s.sections)(nil)) {
				return
			}
		}
	}
}

// absurd are sections of a few bytes that declare gigabytes of something; a decoder that makes room
// for what is declared dies of them.
var absurd = []struct{ what, sections string }{
	{"270 million imports", "\x02\x05\x81\x81\x81\x81\x01"},
	{"4 billion functions", "\x03\x05\xff\xff\xff\xff\x0f"},
	{"4 billion tables", "\x04\x05\xff\xff\xff\xff\x0f"},
	{"4 billion globals", "\x06\x05\xff\xff\xff\xff\x0f"},
	{"4 billion exports", "\x07\x05\xff\xff\xff\xff\x0f"},
	{"4 billion element segments", "\x09\x05\xff\xff\xff\xff\x0f"},
	{"4 billion entries of a segment", "\x09\x0a\x01\x00\x41\x00\x0b\xff\xff\xff\xff\x0f"},
	{"4 billion bodies", "\x0a\x05\xff\xff\xff\xff\x0f"},
	{"4 billion locals", "\x01\x04\x01\x60\x00\x00\x03\x02\x01\x00\x0a\x0a\x01\x08\x01\xff\xff\xff\xff\x0f\x7f\x0b"},
	{"4 billion data segments", "\x0b\x05\xff\xff\xff\xff\x0f"},
	{"a data segment of 4 GiB", "\x0b\x07\x01\x01\xff\xff\xff\xff\x0f"},
	{"4 billion parameters", "\x01\x07\x01\x60\xff\xff\xff\xff\x0f"},
	{"4 billion function names", "\x00\x0c\x04name\x01\x05\xff\xff\xff\xff\x0f"},
	{"4 billion local names", "\x00\x0e\x04name\x02\x07\x01\x00\xff\xff\xff\xff\x0f"},
	{"a module name of 4 GiB", "\x00\x0c\x04name\x00\x05\xff\xff\xff\xff\x0f"},
}

// malformed holds bytes that are not a module.
func malformed() []Case {
	whole := Spark().Bytes()
	list := []Case{
		{Name: "an empty file", Why: "A download of nothing is told as such.", Says: `is no WebAssembly module: it is empty`, build: func(*Guest) []byte { return nil }},
		{Name: "text", Why: "Source given for a module is told as such; nothing of a file that a policy names is shown.", Says: `it is text, of 25 bytes`,
			build: func(*Guest) []byte { return []byte("package main // not built") }},
		{Name: "text that moves the cursor", Why: "What is shown of a file cannot command a terminal.", Says: `it is text, of `,
			build: func(*Guest) []byte { return []byte("\x1b[2J\u202e<html>") }},
		{Name: "a component", Why: "Tools of the component model make modules of another version.", Says: "is no WebAssembly 1.0 core module",
			build: func(*Guest) []byte { return []byte("\x00asm\x0d\x00\x01\x00") }},
		{Name: "a header alone", Why: "A module may have no sections at all.", Kind: "abi", Says: "it exports no function spark_abi_1", build: raw()},
		{Name: "a module cut off in the middle", Why: "A download may end early.", Says: "is malformed", build: func(*Guest) []byte { return whole[:len(whole)/2] }},
		{Name: "a module cut off by a byte", Why: "So may its last section.", Says: "is malformed", build: func(*Guest) []byte { return whole[:len(whole)-1] }},
		{Name: "a number that never ends", Why: "A length may have more digits than a length can have.", Says: "a number is over 32 bits", build: raw("\x01\xff\xff\xff\xff\xff\xff")},
		{Name: "a section of an unknown kind", Why: "What is not known may not be skipped.", Says: "unknown kind", build: raw("\x3f\x00")},
		{Name: "a section twice", Why: "Readers differ on which of two sections counts.", Says: "is no valid WebAssembly module",
			build: changed(func(g *Guest) { g.Tail = a.Section(11, []byte{1, 0}) })},
		{Name: "code that does not validate", Why: "Its result has another type than its function.", Says: "is no valid WebAssembly module",
			build: changed(func(g *Guest) { g.Score(a.Const32(1)...) })},
		{Name: "a name that is not UTF-8", Why: "Names reach error texts.", Says: "a name is not UTF-8", build: raw("\x00\x02\x01\xff")},
		{Name: "garbage for names", Why: "The runtime decodes the section of names, which is optional.", Says: "is malformed",
			build: changed(func(g *Guest) { g.Tail = a.Custom("name", []byte("\x01\x7fgarbage")) })},
		{Name: "names of functions that are not there", Why: "The section of names may speak of any index.", Phase: PhaseCall, Then: []string{""},
			build: changed(func(g *Guest) {
				named := a.Join(a.Uleb(1), a.Uleb(uint32(1<<32-1)), a.Name("ghost\x1b[31m"))
				g.Tail = a.Custom("name", a.Join([]byte{1}, a.Name(string(named))))
			})},
	}
	for _, s := range absurd {
		list = append(list, Case{Name: s.what, Why: "Few bytes declare what would fill the host's memory.", Says: "is malformed", build: raw(s.sections)})
	}
	return loading("load", list)
}

// loading fills in what most cases that are refused at load share.
func loading(kind string, list []Case) []Case {
	for i := range list {
		list[i].Phase = orStandard(list[i].Phase, PhaseLoad)
		if list[i].Phase != PhaseCall {
			list[i].Kind = orStandard(list[i].Kind, kind)
		}
	}
	return list
}

// refused are modules without what a plugin has, or with what it must not have.
func refused() []Case {
	imports := func(list ...a.Import) builder { return changed(func(g *Guest) { g.Imports = list }) }
	without := func(n int) builder { return changed(func(g *Guest) { g.Funcs[n].Export = "x" }) }
	return slices.Concat(loading("capability", []Case{
		{Name: "imports of other hosts", Why: "A plugin is given no files and no network, by whatever name.",
			Says:  "it imports env.open, wasi_unstable.path_open; a plugin is given nothing but wasi_snapshot_preview1",
			build: imports(a.Import{Module: "env", Name: "open"}, a.Import{Module: "wasi_unstable", Name: "path_open"})},
		{Name: "an import that WASI does not have", Why: "The name of the module is not enough.", Says: "it imports wasi_snapshot_preview1.fork",
			build: imports(a.Import{Module: Wasi, Name: "fork"})},
		{Name: "an import of the host's meter", Why: "A guest that could call the meter could fill its own tank.", Says: "it imports sparkhost_meter.exhausted",
			build: imports(a.Import{Module: "sparkhost_meter", Name: "exhausted"})},
		{Name: "imports without number", Why: "A flood of names must not become a flood of error text.", Says: "it imports env.", build: changed(func(g *Guest) {
			for n := range 20_000 {
				g.Imports = append(g.Imports, a.Import{Module: "env", Name: strings.Repeat("flood\x1b[5m\u202e", 20) + strconv.Itoa(n)})
			}
		})},
		{Name: "an import of a memory", Why: "A memory of the host's would not be bounded with the plugin's own.", Says: "it imports env.memory",
			build: raw(string(a.Section(2, a.Join(a.Name("env"), a.Name("memory"), []byte{2}, a.Bounds(1, -1)))))},
		{Name: "an import of a global", Why: "The meter lives in globals.", Says: "it imports sparkhost_meter.fuel",
			build: raw(string(a.Section(2, a.Join(a.Name("sparkhost_meter"), a.Name("fuel"), []byte{3, 0x7e, 1}))))},
	}), loading("abi", []Case{
		{Name: "a command instead of a library", Why: "The commonest mistake with stock Go gets the command that mends it.", Says: "it is a command (it exports _start), not a library",
			build: changed(func(g *Guest) { g.Funcs = []a.Func{{Export: "_start"}} })},
		{Name: "a command beside the marker", Why: "A module that is both would be started as neither.", Says: "it is a command (it exports _start), not a library",
			build: changed(func(g *Guest) { g.Add(a.Func{Export: "_start"}) })},
		{Name: "a module of a newer ABI", Why: "A plugin made for a later host says so.", Says: "spark ABI 2, this host speaks spark ABI 1",
			build: changed(func(g *Guest) { g.Funcs[FuncMarker].Export = "spark_abi_2" })},
		{Name: "a module without the marker", Why: "Any module could otherwise be taken for a plugin.", Says: "it exports no function spark_abi_1", build: without(FuncMarker)},
		{Name: "a module without an allocator", Why: "There is no place to write a request to.", Says: "no function spark_alloc", build: without(FuncAlloc)},
		{Name: "a module without the entry point of its kind", Why: "The manifest promises what the module lacks.", Phase: PhaseDescribe, Says: "no function spark_score", build: without(FuncScore)},
		{Name: "an allocator of the wrong type", Why: "A call with the wrong types would read the stack of another.",
			Says: "spark_alloc has the type (i64) → (i32), it must be (i32) → (i32)", build: changed(func(g *Guest) { g.Funcs[FuncAlloc].Params = a.I64 })},
		{Name: "an entry point that is a memory", Why: "An export has a kind beside its name.", Phase: PhaseDescribe, Says: "no function spark_score",
			build: changed(func(g *Guest) {
				g.Funcs[FuncScore].Export = ""
				g.Exports = []a.Export{{Name: "spark_score", Kind: 2}}
			})},
		{Name: "a module without memory", Why: "There is nothing to write a request to.", Says: `it exports no memory under the name "memory"`, build: changed(func(g *Guest) { g.Memory = nil })},
		{Name: "a module that hides its memory", Why: "Nor is there if it is not exported.", Says: "it exports no memory", build: changed(func(g *Guest) { g.HideMemory = true })},
		{Name: "a memory that is a function", Why: "The name of an export says nothing of its kind.", Says: "it exports no memory", build: changed(func(g *Guest) {
			g.HideMemory = true
			g.Exports = []a.Export{{Name: "memory"}}
		})},
		{Name: "exports of functions that are not there", Why: "An index may point anywhere.", Kind: "abi", Says: "spark_abi_1", build: changed(func(g *Guest) {
			g.Funcs[FuncMarker].Export = ""
			g.Exports = []a.Export{{Name: "spark_abi_1", Index: 1 << 30}}
		})},
	}))
}
