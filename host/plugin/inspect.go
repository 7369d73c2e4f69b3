package plugin

import (
	"bytes"
	"fmt"
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

// A Module is what can be learnt of a module from its sections, without compiling it.
type Module struct {
	Imports   []Import
	Exports   []Export
	Memories  []Bounds // imported ones first
	Tables    []Bounds // imported ones first
	Functions int      // defined, not imported
	CodeBytes int      // size of the code section
	HasStart  bool     // code runs when the module is instantiated
	Custom    []string // names of the custom sections

	types     []funcType
	funcTypes []uint32 // type index of each defined function
}

// The sections that are looked into.
const (
	sectionCustom = 0
	sectionType   = 1
	sectionImport = 2
	sectionFunc   = 3
	sectionTable  = 4
	sectionMemory = 5
	sectionExport = 7
	sectionStart  = 8
	sectionCode   = 10
)

// Inspect reads the outline of a module. It accepts at least every module that the runtime
// accepts; code is not looked into. The error is a plain one that says what is malformed.
func Inspect(wasm []byte) (*Module, error) {
	if !bytes.HasPrefix(wasm, []byte("\x00asm")) {
		return nil, fmt.Errorf("is no WebAssembly module: it begins with %q", wasm[:min(len(wasm), 16)])
	}
	if !bytes.HasPrefix(wasm, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, fmt.Errorf("is no WebAssembly 1.0 core module: its version field is %q", wasm[4:min(len(wasm), 8)])
	}
	m := &Module{}
	r := &sectionReader{b: wasm[8:]}
	for len(r.b) > 0 {
		id := r.byte()
		body := r.take(r.u32())
		if r.err != nil {
			return nil, fmt.Errorf("is malformed: section %d: %w", id, r.err)
		}
		s := &sectionReader{b: body}
		m.section(id, s)
		if s.err != nil {
			return nil, fmt.Errorf("is malformed: section %d: %w", id, s.err)
		}
	}
	return m, nil
}

func (m *Module) section(id byte, r *sectionReader) {
	switch id {
	case sectionCustom:
		m.Custom = append(m.Custom, r.name())
	case sectionType:
		each(r, func() { m.types = append(m.types, r.funcType()) })
	case sectionImport:
		each(r, func() { m.readImport(r) })
	case sectionFunc:
		each(r, func() { m.funcTypes = append(m.funcTypes, r.u32()) })
		m.Functions = len(m.funcTypes)
	case sectionTable:
		each(r, func() { r.byte(); m.Tables = append(m.Tables, r.bounds()) })
	case sectionMemory:
		each(r, func() { m.Memories = append(m.Memories, r.bounds()) })
	case sectionExport:
		each(r, func() {
			m.Exports = append(m.Exports, Export{Name: r.name(), Kind: ExternKind(r.byte()), Index: r.u32()})
		})
	case sectionStart:
		m.HasStart = true
	case sectionCode:
		m.CodeBytes = len(r.b)
	}
}

// each calls read once for each entry of a vector, until one fails.
func each(r *sectionReader, read func()) {
	for n := r.count(); n > 0 && r.err == nil; n-- {
		read()
	}
}

func (m *Module) readImport(r *sectionReader) {
	i := Import{Module: r.name(), Name: r.name(), Kind: ExternKind(r.byte())}
	switch i.Kind {
	case ExternFunc:
		i.typeIndex = r.u32()
	case ExternTable:
		r.byte()
		m.Tables = append(m.Tables, r.bounds())
	case ExternMemory:
		m.Memories = append(m.Memories, r.bounds())
	case ExternGlobal:
		r.byte()
		r.byte()
	default:
		r.fail(fmt.Errorf("an import has the unknown kind %d", i.Kind))
	}
	m.Imports = append(m.Imports, i)
}

func (r *sectionReader) funcType() funcType {
	if form := r.byte(); form != 0x60 && r.err == nil {
		r.fail(fmt.Errorf("a type has the unsupported form %#x", form))
	}
	params := string(r.take(r.u32()))
	return funcType{params, string(r.take(r.u32()))}
}

func (r *sectionReader) bounds() Bounds {
	flags := r.byte()
	if flags > 3 { // 1: has a maximum, 2: shared
		r.fail(fmt.Errorf("a memory or table has the unsupported flags %#x", flags))
		return Bounds{}
	}
	b := Bounds{Min: r.uint(32), HasMax: flags&1 != 0}
	if b.HasMax {
		b.Max = r.uint(32)
	}
	return b
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
