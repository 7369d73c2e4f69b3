package meter

import (
	"encoding/binary"
	"fmt"
)

// rewrite does everything after the outline.
func (m *module) rewrite(o Options) ([]byte, Info, error) {
	e := &emitter{fuel: uint32(m.globals), depth: uint32(m.globals + 1), refused: uint32(m.globals + 2), exhausted: uint32(len(m.imports))}
	if err := m.bill.begin(m); err != nil {
		return nil, Info{}, err
	}
	m.wrap(o.Hosts)
	code, err := m.rewriteCode(e, o.Gap)
	if err != nil {
		return nil, Info{}, fmt.Errorf("section %d: %w", sectionCode, err)
	}
	if err := m.rewriteSections(e, o); err != nil {
		return nil, Info{}, err
	}
	m.section[sectionCode] = code
	info := Info{Version: Version, Functions: len(m.funcs), Charges: e.charges, Checks: e.checks, Room: m.bill.room, Kept: m.bill.kept, Work: m.bill.work}
	return m.join(), info, nil
}

// rewriteCode gives the new code section.
func (m *module) rewriteCode(e *emitter, gap int64) ([]byte, error) {
	r := &reader{b: m.section[sectionCode]}
	if m.section[sectionCode] != nil && r.count() != len(m.funcs) || m.section[sectionCode] == nil && len(m.funcs) > 0 {
		return nil, fmt.Errorf("it has not the %d functions that are declared", len(m.funcs))
	}
	total := len(m.funcs) + len(m.wrappers)
	if total == 0 {
		return m.section[sectionCode], nil
	}
	out := binary.AppendUvarint(make([]byte, 0, len(r.b)+len(r.b)/2), uint64(total))
	f := function{m: m}
	for i, t := range m.funcs {
		f.typ, f.body = m.types[t], r.take(r.u32())
		if r.err != nil {
			return nil, r.err
		}
		t, err := f.rewrite(e, gap)
		if err == nil {
			err = m.bill.add(t)
		}
		if err != nil {
			return nil, fmt.Errorf("function %d: %w", i, err)
		}
		out = appendSized(out, e.b)
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	for _, w := range m.wrappers {
		w.emit(e)
		out = appendSized(out, e.b)
	}
	return out, nil
}

// rewrite leaves the function's new body in e.
func (f *function) rewrite(e *emitter, gap int64) (toll, error) {
	e.b = e.b[:0]
	if err := f.open(); err != nil {
		return toll{}, err
	}
	if err := f.segment(); err != nil {
		return toll{}, err
	}
	charges, checks := e.charges, e.checks
	if err := f.emit(e, gap); err != nil {
		return toll{}, err
	}
	others := max(0, e.checks-checks-int(f.effort.loops)-1) // than those of headers and of the entry
	t := f.effort.toll(uint64(e.charges-charges), uint64(others), roomOfReload*uint64(f.m.globals+3))
	return t, f.effort.fault(t)
}

func appendSized(out, b []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(b))), b...)
}

// moved gives the new index of a function: the import is added after the imported ones, so
// the defined ones move up by one; an imported one with a wrapper is replaced by that.
func (m *module) moved(i uint32) uint32 {
	if int64(i) >= int64(len(m.imports)) {
		return i + 1
	}
	if w, ok := m.wrapped[i]; ok {
		return w
	}
	return i
}

// resultType gives the type of a block with the results of t and without parameters.
func (m *module) resultType(t funcType) []byte {
	switch len(t.results) {
	case 0:
		return []byte{blockEmpty}
	case 1:
		return []byte(t.results)
	}
	return appendSigned(nil, int64(m.typeIndex(funcType{results: t.results})))
}

// typeIndex finds a type, adding it if there is none.
func (m *module) typeIndex(t funcType) uint32 {
	i, ok := m.typeAt[t]
	if !ok {
		i = uint32(len(m.types) + len(m.added))
		m.typeAt[t] = i
		m.added = append(m.added, t)
	}
	return i
}
