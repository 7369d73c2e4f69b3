package meter

import "encoding/binary"

// A writer emits one function.
type writer struct {
	f       *function
	e       *emitter
	g       gauge
	scratch uint32 // the first of the added locals
}

// emit appends the function's new body to the emitter.
//
//	depth -= d                            if it calls
//	loop  if fuel|depth < 0 exhausted; again  end
//	fuel -= first segment
//	block  the instructions, a return as a branch to the end  end   if it calls
//	depth += d                            if it calls
func (f *function) emit(e *emitter, gap int64) error {
	w := writer{f: f, e: e, g: gauge{gap: gap}, scratch: uint32(f.count)}
	depth := f.depth()
	w.prologue(depth)
	if depth > 0 {
		e.raw(opBlock)
		e.b = append(e.b, f.m.resultType(f.typ)...)
	}
	next := f.segs[1:]
	err := f.each(func(in *instruction) error {
		w.instruction(in)
		w.g.step(in)
		if len(next) > 0 && next[0].at == in.end {
			w.begin(in, next[0])
			next = next[1:]
		}
		return nil
	})
	if depth > 0 {
		e.add(e.depth, depth)
		e.raw(opEnd)
	}
	return err
}

func (w *writer) prologue(depth int64) {
	e := w.e
	w.declare()
	if depth > 0 {
		e.add(e.depth, -depth)
	}
	e.raw(opLoop, blockEmpty)
	e.checkBack(depth > 0)
	e.raw(opEnd)
	first := w.f.segs[0].cost
	e.charge(first)
	w.g.enter(first)
}

// declare writes the locals, and two more if sizes have to be kept.
func (w *writer) declare() {
	groups := w.f.groups
	if w.f.bulk {
		groups++
	}
	w.e.b = binary.AppendUvarint(w.e.b, uint64(groups))
	w.e.b = append(w.e.b, w.f.locals...)
	if w.f.bulk {
		w.e.raw(2, 0x7f) // two i32s
	}
}

// begin charges a segment after the instruction that it follows.
func (w *writer) begin(after *instruction, s segment) {
	switch {
	case s.dead:
	case after.op == opLoop:
		if after.typed { // to go back would need its parameters
			w.e.check()
		} else {
			w.e.checkBack(false)
		}
		w.e.charge(s.cost)
		w.g.header(s.cost)
	case s.cost > 0:
		w.e.charge(s.cost)
		if w.g.charge(s.cost) {
			w.e.check()
		}
	}
}

// instruction copies one, with new indices of functions.
func (w *writer) instruction(in *instruction) {
	switch {
	case in.op == opCall || in.op == opRefFunc:
		w.e.index(in.op, w.f.m.moved(in.arg))
	case in.op == opReturn && w.f.calls:
		w.e.index(opBr, uint32(len(w.g.open)-1)) // to the end of the block around all
	case in.sized() != sizeless:
		w.sized(in)
	default:
		w.copy(in)
	}
}

func (w *writer) copy(in *instruction) { w.e.raw(w.f.body[in.start:in.end]...) }

// sized does an instruction whose cost grows with its topmost operand. Copies and fills are
// charged and checked before; growth after, since what is refused costs nothing.
func (w *writer) sized(in *instruction) {
	e, n, result := w.e, w.scratch, w.scratch+1
	e.index(opLocalSet, n)
	grows := in.sized() == perPage || in.sized() == perNewEntry
	if grows {
		e.index(opLocalGet, n)
		w.copy(in)
		e.index(opLocalSet, result)
	}
	if in.sized() == perPage {
		e.count(e.refused, func() {
			e.index(opLocalGet, result)
			e.i32(-1)
			e.raw(opI32Eq)
		})
	}
	e.chargeBy(func() { w.price(in.sized()) })
	e.check()
	if grows {
		e.index(opLocalGet, result)
		return
	}
	e.index(opLocalGet, n)
	w.copy(in)
}

// price gives the units that an operand costs.
func (w *writer) price(s size) {
	e, n, result := w.e, w.scratch, w.scratch+1
	if s == perPage || s == perNewEntry {
		e.i32(0)
		e.index(opLocalGet, n)
		e.index(opLocalGet, result)
		e.i32(-1)
		e.raw(opI32Eq, opSelect)
	} else {
		e.index(opLocalGet, n)
	}
	e.raw(opI64ExtendU)
	switch s {
	case perByte:
		e.i64(3)
		e.raw(opI64ShrU)
	case perPage:
		e.i64(16)
		e.raw(opI64Shl)
	}
}
