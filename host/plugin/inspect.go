package plugin

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// ExternKind is the kind of an import or export, as the binary format numbers them.
type ExternKind byte

// The extern kinds.
const (
	ExternFunc   ExternKind = 0
	ExternTable  ExternKind = 1
	ExternMemory ExternKind = 2
	ExternGlobal ExternKind = 3
)

// An Import is something a module wants from its host.
type Import struct {
	Module, Name string
	Kind         ExternKind
	typeIndex    uint32
}

// An Export is something a module offers.
type Export struct {
	Name  string
	Kind  ExternKind
	Index uint32
}

// Bounds are the declared sizes of a memory (pages of 64 KiB) or a table (entries).
type Bounds struct {
	Min, Max uint64
	HasMax   bool
}

// funcType holds value types as the binary format writes them.
type funcType struct{ params, results string }

// A Module holds what a module's sections tell of it, without compiling it.
type Module struct {
	Imports   []Import
	Exports   []Export
	Memories  []Bounds // imported ones first
	Tables    []Bounds // imported ones first
	Functions int      // defined, not imported
	Elements  int      // entries of all element segments
	CodeBytes int      // size of the code section
	HasStart  bool     // code runs when the module is instantiated
	Custom    []string // names of the custom sections

	types      []funcType
	funcTypes  []uint32 // type index of each defined function
	tableTypes []byte
	locals     uint64 // of all functions
	values     int    // parameters and results of all types
}

// resembles says what bytes that are not a module seem to be. It shows none of them: a policy may name any file, and what is in it is not
// for messages.
func resembles(b []byte) string {
	start := bytes.ToLower(bytes.TrimSpace(b[:min(len(b), 512)]))
	switch {
	case len(b) == 0:
		return "empty"
	case bytes.HasPrefix(start, []byte("<!doctype html")), bytes.HasPrefix(start, []byte("<html")):
		return "an HTML page"
	case bytes.HasPrefix(b, []byte("\x1f\x8b")):
		return "packed by gzip"
	case bytes.HasPrefix(b, []byte("\x7fELF")), bytes.HasPrefix(b, []byte("MZ")):
		return "a program for a machine"
	case utf8.Valid(b[:min(len(b), 512)]):
		return "text, of " + strconv.Itoa(len(b)) + " bytes"
	}
	return "something else, of " + strconv.Itoa(len(b)) + " bytes"
}

// Inspect reads the outline of a module: every section, but not the instructions of
// functions. It refuses what is malformed, what needs a WebAssembly feature beyond 2.0, and
// what declares absurd amounts of anything, which the runtime would make room for before it looks
// whether they are there. The error is a plain one that says what is wrong.
func Inspect(wasm []byte) (*Module, error) {
	if !bytes.HasPrefix(wasm, []byte("\x00asm")) {
		return nil, fmt.Errorf("is no WebAssembly module: it is %s", resembles(wasm))
	}
	if !bytes.HasPrefix(wasm, []byte(wasmHeader)) {
		return nil, fmt.Errorf("is no WebAssembly 1.0 core module: its version field is %x", wasm[4:min(len(wasm), 8)])
	}
	m := &Module{}
	r := &sectionReader{b: wasm[len(wasmHeader):]}
	for len(r.b) > 0 {
		id := r.byte()
		body := r.take(r.u32())
		s := &sectionReader{b: body, err: r.err}
		m.section(id, s)
		if s.err == nil && len(s.b) > 0 {
			s.fail(errLong)
		}
		if s.err != nil {
			return nil, fmt.Errorf("is malformed: section %d: %w", id, s.err)
		}
	}
	return m, nil
}

// funcTypeOf gives the type of the function with that index, imports counted first.
func (m *Module) funcTypeOf(index uint32) (funcType, bool) {
	at := uint64(index)
	for _, i := range m.Imports {
		if i.Kind != ExternFunc {
			continue
		}
		if at == 0 {
			return m.typeAt(i.typeIndex)
		}
		at--
	}
	if at >= uint64(len(m.funcTypes)) {
		return funcType{}, false
	}
	return m.typeAt(m.funcTypes[at])
}

func (m *Module) typeAt(index uint32) (funcType, bool) {
	if uint64(index) >= uint64(len(m.types)) {
		return funcType{}, false
	}
	return m.types[index], true
}

// export finds an export by name.
func (m *Module) export(name string) (Export, bool) {
	for _, e := range m.Exports {
		if e.Name == name {
			return e, true
		}
	}
	return Export{}, false
}
