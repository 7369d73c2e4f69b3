package plugin

import (
	"errors"
	"fmt"
)

// wasmHeader begins every core module of version 1.
const wasmHeader = "\x00asm\x01\x00\x00\x00"

// The sections of a module.
const (
	sectionCustom    = 0
	sectionType      = 1
	sectionImport    = 2
	sectionFunc      = 3
	sectionTable     = 4
	sectionMemory    = 5
	sectionGlobal    = 6
	sectionExport    = 7
	sectionStart     = 8
	sectionElement   = 9
	sectionCode      = 10
	sectionData      = 11
	sectionDataCount = 12
)

const (
	typeFuncref   = 0x70
	typeExternref = 0x6f
)

// section reads one section whole.
func (m *Module) section(id byte, r *sectionReader) {
	switch id {
	case sectionCustom:
		m.readCustom(r)
	case sectionType:
		r.each(maxEntries, func() { m.readType(r) })
	case sectionImport:
		r.each(maxEntries, func() { m.readImport(r) })
	case sectionFunc:
		r.each(maxFunctions, func() { m.funcTypes = append(m.funcTypes, r.u32()) })
		m.Functions = len(m.funcTypes)
	case sectionTable:
		r.each(maxTables, func() { m.readTable(r) })
	case sectionMemory:
		r.each(1, func() { m.Memories = append(m.Memories, r.bounds()) })
	case sectionGlobal:
		r.each(maxEntries, func() { r.valueType(); r.byte(); r.constant() })
	case sectionExport:
		r.each(maxEntries, func() {
			m.Exports = append(m.Exports, Export{Name: r.name(), Kind: ExternKind(r.byte()), Index: r.u32()})
		})
	case sectionStart:
		m.HasStart = true
		r.u32()
	case sectionElement:
		r.each(maxEntries, func() { m.readElement(r) })
	case sectionCode:
		m.CodeBytes = len(r.b)
		r.each(maxFunctions, func() { m.readCode(r) })
	case sectionData:
		r.each(maxEntries, r.data)
	case sectionDataCount:
		r.u32()
	default:
		r.fail(errors.New("it is of an unknown kind"))
	}
}

func (m *Module) readCustom(r *sectionReader) {
	name := r.name()
	m.Custom = append(m.Custom, name)
	if len(m.Custom) > maxCustoms {
		r.fail(fmt.Errorf("it is one of over %d custom sections", maxCustoms))
	}
	if name != "name" {
		r.b = nil // nobody looks at it
	}
	for len(r.b) > 0 {
		id := r.byte()
		r.names(id, &sectionReader{b: r.take(r.u32())})
	}
}

// names reads one part of the section of names, which the runtime decodes too.
func (r *sectionReader) names(id byte, s *sectionReader) {
	switch id {
	case 0: // of the module
		s.name()
	case 1: // of functions
		s.each(maxFunctions, func() { s.u32(); s.name() })
	case 2: // of locals
		total := 0
		s.each(maxFunctions, func() {
			s.u32()
			s.each(maxLocals, func() { s.u32(); s.name(); total++ })
		})
		if total > maxLocalsOfModule {
			s.fail(errors.New("it names too many locals"))
		}
	default:
		return
	}
	if s.err == nil && len(s.b) > 0 {
		s.fail(errLong)
	}
	if s.err != nil {
		r.fail(fmt.Errorf("names: %w", s.err))
	}
}

func (m *Module) readImport(r *sectionReader) {
	i := Import{Module: r.name(), Name: r.name(), Kind: ExternKind(r.byte())}
	switch i.Kind {
	case ExternFunc:
		i.typeIndex = r.u32()
	case ExternTable:
		m.readTable(r)
	case ExternMemory:
		m.Memories = append(m.Memories, r.bounds())
	case ExternGlobal:
		r.valueType()
		r.byte()
	default:
		r.fail(fmt.Errorf("an import has the unknown kind %d", i.Kind))
	}
	m.Imports = append(m.Imports, i)
}

func (m *Module) readTable(r *sectionReader) {
	m.tableTypes = append(m.tableTypes, r.referenceType(r.byte()))
	m.Tables = append(m.Tables, r.bounds())
}

func (m *Module) readType(r *sectionReader) {
	t := r.funcType()
	m.types = append(m.types, t)
	m.values += len(t.params) + len(t.results)
	if m.values > maxValuesOfTypes {
		r.fail(fmt.Errorf("its function types have over %d parameters and results together", maxValuesOfTypes))
	}
}

func (r *sectionReader) funcType() funcType {
	if form := r.byte(); form != 0x60 && r.err == nil {
		r.fail(fmt.Errorf("a type has the unsupported form %#x", form))
	}
	return funcType{r.valueTypes(), r.valueTypes()}
}

func (r *sectionReader) valueTypes() string {
	var b []byte
	r.each(maxTypeValues, func() { b = append(b, r.valueType()) })
	return string(b)
}

func (r *sectionReader) bounds() Bounds {
	flags := r.byte()
	if flags > 1 {
		r.fail(fmt.Errorf("a memory or table has the unsupported flags %#x", flags))
		return Bounds{}
	}
	b := Bounds{Min: r.uint(32), HasMax: flags == 1}
	if b.HasMax {
		b.Max = r.uint(32)
	}
	return b
}

// readElement reads a segment in one of the eight forms: bit 0 says passive or declarative,
// bit 1 that an index or kind follows, bit 2 that entries are expressions.
func (m *Module) readElement(r *sectionReader) {
	form := r.u32()
	if form > 7 {
		r.fail(fmt.Errorf("an element segment has the unknown form %d", form))
		return
	}
	active, explicit, expressions := form&1 == 0, form&2 != 0, form&4 != 0
	if active && explicit {
		r.u32()
	}
	if active {
		r.constant()
	}
	if !active || explicit {
		r.byte()
	}
	r.each(maxElements, func() {
		m.Elements++
		if expressions {
			r.constant()
		} else {
			r.u32()
		}
	})
	if m.Elements > maxElements {
		r.fail(fmt.Errorf("its segments have over %d entries", maxElements))
	}
}

// readCode reads one function's locals and skips its instructions.
func (m *Module) readCode(r *sectionReader) {
	f := &sectionReader{b: r.take(r.u32())}
	locals := uint64(0)
	f.each(maxLocals, func() {
		locals += uint64(f.u32())
		f.valueType()
	})
	m.locals += locals
	if locals > maxLocals || m.locals > maxLocalsOfModule {
		f.fail(fmt.Errorf("it has too many locals: over %d, or over %d in the module", maxLocals, maxLocalsOfModule))
	}
	if f.err != nil {
		r.fail(fmt.Errorf("a function: %w", f.err))
	}
}

func (r *sectionReader) data() {
	form := r.u32()
	if form > 2 {
		r.fail(fmt.Errorf("a data segment has the unknown form %d", form))
	}
	if form == 2 {
		r.u32()
	}
	if form != 1 {
		r.constant()
	}
	r.take(r.u32())
}
