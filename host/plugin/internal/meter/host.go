package meter

import "slices"

// A wrapper is a function that stands for an imported one: it charges for the call and
// makes it. Imported functions are reached through it in every way: calls, tables, exports.
type wrapper struct {
	Host
	target uint32
	index  uint32 // of its type
	params string // their types
}

// wrap gives every imported function that has a cost a wrapper, after the defined functions.
func (m *module) wrap(hosts map[string]Host) {
	m.wrapped = map[uint32]uint32{}
	for i, f := range m.imports {
		h, ok := hosts[f.name]
		if !ok {
			continue
		}
		m.wrapped[uint32(i)] = uint32(m.functions() + 1 + len(m.wrappers))
		m.wrappers = append(m.wrappers, wrapper{Host: h, target: uint32(i), index: f.typ, params: m.types[f.typ].params})
	}
}

// emit writes the wrapper's body.
func (w *wrapper) emit(e *emitter) {
	e.b = append(e.b[:0], 0) // no locals
	e.charge(w.Base)
	for _, p := range w.Params {
		if p >= 0 && p < len(w.params) && w.counted(p) {
			w.chargeParam(e, uint32(p))
		}
	}
	e.check()
	for p := range len(w.params) {
		e.index(opLocalGet, uint32(p))
		if w.Most > 0 && w.counted(p) {
			w.bound(e, uint32(p))
		}
	}
	e.index(opCall, w.target)
	e.raw(opEnd)
}

// counted says whether a parameter is one by which the host's work grows.
func (w *wrapper) counted(p int) bool { return w.params[p] == 0x7f && slices.Contains(w.Params, p) }

// bound replaces the parameter on the stack by Most if it is greater.
func (w *wrapper) bound(e *emitter, p uint32) {
	e.i32(w.Most)
	e.index(opLocalGet, p)
	e.i32(w.Most)
	e.raw(opI32LtU, opSelect)
}

func (w *wrapper) chargeParam(e *emitter, p uint32) {
	e.chargeBy(func() {
		e.index(opLocalGet, p)
		e.raw(opI64ExtendU)
		e.i64(w.Each)
		e.raw(opI64Mul)
	})
}
