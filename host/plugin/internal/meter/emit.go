package meter

import "encoding/binary"

// A writer emits one function.
type writer struct {
	f       *function
	e       *emitter
	g       gauge
	scratch uint32 // the added local
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

// declare writes the locals, and one more if sizes have to be kept.
func (w *writer) declare() {
	groups := w.f.groups
	if w.f.bulk {
		groups++
	}
	w.e.b = binary.AppendUvarint(w.e.b, uint64(groups))
	w.e.b = append(w.e.b, w.f.locals...)
	if w.f.bulk {
		w.e.raw(1, 0x7f) // one i32
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

// pagesCharged is the most pages for which one memory.grow pays: more are refused anyway. So
// that a guest which asks for too much gets its refusal, and not the end of its fuel.
const (
	pagesCharged   = 65_536
	entriesCharged = 1 << 20
)

// sized charges an instruction by its topmost operand, checks, and does it.
func (w *writer) sized(in *instruction) {
	e, n := w.e, w.scratch
	e.index(opLocalSet, n)
	e.chargeBy(func() {
		switch in.sized() {
		case perByte:
			w.operand(0)
			e.i64(3)
			e.raw(opI64ShrU)
		case perEntry:
			w.operand(0)
		case perNewEntry:
			w.operand(entriesCharged)
		case perPage:
			w.operand(pagesCharged)
			e.i64(13)
			e.raw(opI64Shl)
		}
	})
	e.check()
	e.index(opLocalGet, n)
	w.copy(in)
}

// operand gives the kept operand as an i64, at most most unless that is 0.
func (w *writer) operand(most int32) {
	e, n := w.e, w.scratch
	e.index(opLocalGet, n)
	if most > 0 {
		e.i32(most)
		e.index(opLocalGet, n)
		e.i32(most)
		e.raw(opI32LtU, opSelect)
	}
	e.raw(opI64ExtendU)
}
