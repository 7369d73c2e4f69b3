package meter

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

const header = "\x00asm\x01\x00\x00\x00"

// The sections of a module.
const (
	sectionCustom    = 0
	sectionType      = 1
	sectionImport    = 2
	sectionFunction  = 3
	sectionTable     = 4
	sectionMemory    = 5
	sectionGlobal    = 6
	sectionExport    = 7
	sectionStart     = 8
	sectionElement   = 9
	sectionCode      = 10
	sectionData      = 11
	sectionDataCount = 12
	sections         = 13
)

// order is that in which sections stand.
var order = []int{
	sectionType, sectionImport, sectionFunction, sectionTable, sectionMemory, sectionGlobal,
	sectionExport, sectionStart, sectionElement, sectionDataCount, sectionCode, sectionData,
}

// A funcType holds value types as the binary format writes them.
type funcType struct{ params, results string }

// An imported function.
type imported struct {
	name string // module.name
	typ  uint32
}

// A module is an original, cut into sections, with what is known of it.
type module struct {
	section [sections][]byte // without id and length; nil if there is none
	names   []byte           // of the custom section of that name

	types   []funcType
	typeAt  map[funcType]uint32 // the first of equal ones
	imports []imported          // functions only
	funcs   []uint32            // types of the defined functions
	globals int                 // imported ones too

	bill     bill       // what compiling it costs
	added    []funcType // types
	wrappers []wrapper
	wrapped  map[uint32]uint32 // from the index of an imported function to that of its wrapper
}

func (m *module) functions() int { return len(m.imports) + len(m.funcs) }

// split cuts a module into its sections.
func split(wasm []byte) (*module, error) {
	if !bytes.HasPrefix(wasm, []byte(header)) {
		return nil, errors.New("it is no WebAssembly module of version 1")
	}
	m := &module{typeAt: map[funcType]uint32{}}
	r := &reader{b: wasm, at: len(header)}
	last := -1
	for r.err == nil && r.more() {
		id := int(r.byte())
		body := r.take(r.u32())
		if id == sectionCustom {
			if err := m.custom(body); err != nil {
				r.fail(err)
			}
			continue
		}
		place := slices.Index(order, id)
		if place <= last && r.err == nil {
			r.failf("the section %d is unknown or out of order", id)
		}
		if r.err == nil {
			last, m.section[id] = place, append([]byte{}, body...)
		}
	}
	return m, r.err
}

// custom keeps the first section of names; the others describe code that will have moved.
func (m *module) custom(body []byte) error {
	r := &reader{b: body}
	name := r.name()
	if name == "name" && m.names == nil {
		m.names = body[r.at:]
	}
	if r.err == nil && !utf8.ValidString(name) {
		r.fail(errors.New("the name of a custom section is not UTF-8"))
	}
	return r.err
}

// outline reads what the rewriting of functions needs to know.
func (m *module) outline() error {
	for _, s := range []struct {
		id   int
		read func(*reader)
	}{
		{sectionType, m.readType}, {sectionImport, m.readImport},
		{sectionFunction, func(r *reader) { m.funcs = append(m.funcs, r.u32()) }},
		{sectionGlobal, m.readGlobal}, {sectionExport, m.readExport},
	} {
		if m.section[s.id] == nil {
			continue
		}
		r := &reader{b: m.section[s.id]}
		r.each(func() { s.read(r) })
		if err := r.end(); err != nil {
			return fmt.Errorf("section %d: %w", s.id, err)
		}
	}
	for _, t := range m.funcs {
		if uint64(t) >= uint64(len(m.types)) {
			return fmt.Errorf("a function has the type %d of %d", t, len(m.types))
		}
	}
	return nil
}

func (m *module) readType(r *reader) {
	if form := r.byte(); form != 0x60 && r.err == nil {
		r.failf("a type has the form %#x", form)
	}
	t := funcType{r.name(), r.name()}
	if _, ok := m.typeAt[t]; !ok {
		m.typeAt[t] = uint32(len(m.types))
	}
	m.types = append(m.types, t)
}

func (m *module) readImport(r *reader) {
	from, name := r.name(), r.name()
	if from == ImportModule {
		r.failf("it imports from %s", ImportModule)
	}
	switch kind := r.byte(); kind {
	case 0:
		t := r.u32()
		if uint64(t) >= uint64(len(m.types)) {
			r.failf("an import has the type %d of %d", t, len(m.types))
		}
		m.imports = append(m.imports, imported{from + "." + name, t})
	case 1:
		r.byte()
		r.limits()
	case 2:
		r.limits()
	case 3:
		r.take(2)
		m.globals++
	default:
		r.failf("an import is of the unknown kind %d", kind)
	}
}

func (r *reader) limits() {
	flags := r.byte()
	if flags > 1 {
		r.failf("a memory or table has the flags %#x", flags)
	}
	r.u32()
	if flags == 1 {
		r.u32()
	}
}

func (m *module) readGlobal(r *reader) {
	r.take(2)
	m.constant(r, nil)
	m.globals++
}

func (m *module) readExport(r *reader) {
	if name := r.name(); name == FuelExport || name == DepthExport || name == RefusedExport {
		r.failf("it exports %s", name)
	}
	kind, i := r.byte(), uint64(r.u32())
	if kind == 0 && i >= uint64(m.functions()) || kind == 3 && i >= uint64(m.globals) {
		r.failf("it exports what it has not: %d of kind %d", i, kind)
	}
}

// join writes the sections one after the other.
func (m *module) join() []byte {
	total := len(header) + len(m.names) + 16
	for _, s := range m.section {
		total += len(s) + 6
	}
	out := append(make([]byte, 0, total), header...)
	for _, id := range order {
		if s := m.section[id]; s != nil {
			out = binary.AppendUvarint(append(out, byte(id)), uint64(len(s)))
			out = append(out, s...)
		}
	}
	if m.names != nil {
		out = binary.AppendUvarint(append(out, sectionCustom), uint64(len(m.names)+5))
		out = append(append(out, "\x04name"...), m.names...)
	}
	return out
}
