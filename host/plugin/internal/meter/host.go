package meter

// A wrapper is a function that stands for an imported one: it charges for the call and
// makes it. Imported functions are reached through it in every way: calls, tables, exports.
type wrapper struct {
	Host
	target uint32
	index  uint32 // of its type
	params int
}

// wrap gives every imported function that has a cost a wrapper, after the defined functions.
func (m *module) wrap(hosts map[string]Host) {
	m.wrapped = map[uint32]uint32{}
	for i, f := range m.imports {
		h, ok := hosts[f.name]
		if !ok {
			continue
		}
		t := m.types[f.typ]
		if h.Each != 0 && (h.Param < 0 || h.Param >= len(t.params) || t.params[h.Param] != 0x7f) {
			h.Each = 0 // not the function that is meant
		}
		m.wrapped[uint32(i)] = uint32(m.functions() + 1 + len(m.wrappers))
		m.wrappers = append(m.wrappers, wrapper{Host: h, target: uint32(i), index: f.typ, params: len(t.params)})
	}
}

// emit writes the wrapper's body.
func (w *wrapper) emit(e *emitter) {
	e.b = append(e.b[:0], 0) // no locals
	e.charge(w.Base)
	if w.Each != 0 {
		e.chargeBy(func() {
			e.index(opLocalGet, uint32(w.Param))
			e.raw(opI64ExtendU)
			e.i64(w.Each)
			e.raw(opI64Mul)
		})
	}
	e.check()
	for p := range w.params {
		e.index(opLocalGet, uint32(p))
	}
	e.index(opCall, w.target)
	e.raw(opEnd)
}
