package meter

import (
	"encoding/binary"
	"fmt"
)

// rewriteSections rewrites every section but that of code.
func (m *module) rewriteSections(e *emitter, o Options) error {
	exhausted := m.typeIndex(funcType{})
	m.rewriteTypes()
	m.rewriteImports(exhausted)
	m.appendTo(sectionFunction, len(m.wrappers), func(b []byte) []byte {
		for _, w := range m.wrappers {
			b = binary.AppendUvarint(b, uint64(w.index))
		}
		return b
	})
	for _, s := range []struct {
		id   int
		more int
		copy func(*reader, *code)
	}{
		{sectionGlobal, 3, m.copyGlobal}, {sectionExport, 3, m.copyExport}, {sectionElement, 0, m.copyElement},
	} {
		if err := m.rewriteEntries(s.id, s.more, s.copy); err != nil {
			return fmt.Errorf("section %d: %w", s.id, err)
		}
	}
	m.section[sectionGlobal] = m.addGlobals(m.section[sectionGlobal], o.Depth)
	m.section[sectionExport] = m.addExports(m.section[sectionExport], e)
	if err := m.rewriteStart(); err != nil {
		return fmt.Errorf("section %d: %w", sectionStart, err)
	}
	m.rewriteNames()
	return nil
}

// appendTo adds n entries to the end of a section, making it if there is none.
func (m *module) appendTo(id, n int, add func([]byte) []byte) {
	if n == 0 {
		return
	}
	r := &reader{b: m.section[id]}
	if r.b == nil {
		r.b = []byte{0}
	}
	old := r.count()
	b := binary.AppendUvarint(nil, uint64(old+n))
	m.section[id] = add(append(b, r.b[r.at:]...))
}

func (m *module) rewriteTypes() {
	m.appendTo(sectionType, len(m.added), func(b []byte) []byte {
		for _, t := range m.added {
			b = appendSized(append(b, 0x60), []byte(t.params))
			b = appendSized(b, []byte(t.results))
		}
		return b
	})
}

func (m *module) rewriteImports(typ uint32) {
	m.appendTo(sectionImport, 1, func(b []byte) []byte {
		b = appendSized(b, []byte(ImportModule))
		b = appendSized(b, []byte(ImportName))
		return binary.AppendUvarint(append(b, 0), uint64(typ))
	})
}

// rewriteEntries copies the entries of a section, which will get more of them at its end.
func (m *module) rewriteEntries(id, more int, entry func(*reader, *code)) error {
	r := &reader{b: m.section[id]}
	if r.b == nil {
		if more == 0 {
			return nil
		}
		r.b = []byte{0}
	}
	n := r.count()
	c := &code{b: binary.AppendUvarint(make([]byte, 0, len(r.b)+64), uint64(n+more))}
	for ; n > 0 && r.err == nil; n-- {
		entry(r, c)
	}
	m.section[id] = c.b
	return r.end()
}

func (m *module) copyGlobal(r *reader, c *code) {
	c.raw(r.take(2)...)
	m.constant(r, c)
}

func (m *module) addGlobals(b []byte, depth int64) []byte {
	for _, v := range []int64{0, depth, 0} {
		c := &code{b: append(b, 0x7e, 1)} // a mutable i64
		c.i64(v)
		c.raw(opEnd)
		b = c.b
	}
	return b
}

func (m *module) copyExport(r *reader, c *code) {
	c.b = appendSized(c.b, []byte(r.name()))
	kind, i := r.byte(), r.u32()
	if kind == 0 {
		i = m.moved(i)
	}
	c.index(kind, i)
}

func (m *module) addExports(b []byte, e *emitter) []byte {
	for _, export := range []struct {
		name   string
		global uint32
	}{{FuelExport, e.fuel}, {DepthExport, e.depth}, {RefusedExport, e.refused}} {
		b = append(appendSized(b, []byte(export.name)), 3)
		b = binary.AppendUvarint(b, uint64(export.global))
	}
	return b
}

func (m *module) rewriteStart() error {
	if m.section[sectionStart] == nil {
		return nil
	}
	r := &reader{b: m.section[sectionStart]}
	i := r.u32()
	if err := r.end(); err != nil {
		return err
	}
	if uint64(i) >= uint64(m.functions()) {
		return fmt.Errorf("it starts function %d of %d", i, m.functions())
	}
	m.section[sectionStart] = binary.AppendUvarint(nil, uint64(m.moved(i)))
	return nil
}

// copyElement copies a segment in one of the eight forms: bit 0 says passive or declarative,
// bit 1 that an index or kind follows, bit 2 that entries are expressions.
func (m *module) copyElement(r *reader, c *code) {
	form := r.u32()
	if form > 7 {
		r.failf("an element segment has the form %d", form)
		return
	}
	c.raw(byte(form))
	active, explicit, expressions := form&1 == 0, form&2 != 0, form&4 != 0
	if active && explicit {
		c.b = binary.AppendUvarint(c.b, uint64(r.u32()))
	}
	if active {
		m.constant(r, c)
	}
	if !active || explicit {
		c.raw(r.byte())
	}
	n := r.count()
	c.b = binary.AppendUvarint(c.b, uint64(n))
	for ; n > 0 && r.err == nil; n-- {
		if expressions {
			m.constant(r, c)
		} else {
			c.b = binary.AppendUvarint(c.b, uint64(m.function(r)))
		}
	}
}

// function reads the index of one and gives the new one.
func (m *module) function(r *reader) uint32 {
	i := r.u32()
	if uint64(i) >= uint64(m.functions()) {
		r.failf("it has no function %d", i)
	}
	return m.moved(i)
}

// constant copies a constant expression, or skips it if c is nil, before indices are known.
func (m *module) constant(r *reader, c *code) {
	for in := (instruction{}); r.err == nil; {
		in.decode(r)
		switch {
		case r.err != nil:
		case in.op == opGlobalGet && uint64(in.arg) >= uint64(m.globals) && c != nil:
			r.failf("it has no global %d", in.arg)
		case in.op == opRefFunc && uint64(in.arg) >= uint64(m.functions()):
			r.failf("it has no function %d", in.arg)
		case c == nil:
		case in.op == opRefFunc:
			c.index(opRefFunc, m.moved(in.arg))
		default:
			c.raw(r.b[in.start:in.end]...)
		}
		if in.op == opEnd {
			return
		}
	}
}
