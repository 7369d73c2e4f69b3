package meter

import (
	"errors"
	"fmt"
)

// ErrCostly is matched by the refusal of a module whose compilation would take the host's memory
// or minutes, small as it may be.
var ErrCostly = errors.New("too costly to compile")

// What the compiler may have to do for one function at most. It keeps some 400 bytes for each value that
// crosses a call or a branch, and some 200 for each local where control flow meets. The largest functions of
// stock Go, TinyGo, Rust, C, Zig and Haskell guests that we have seen reach a thirtieth of it.
const (
	maxCrossings = 300_000   // values of calls, blocks and branches
	maxMeetings  = 2_000_000 // locals × places where control flow meets
)

// An effort estimates what a function asks of the compiler.
type effort struct {
	crossings uint64
	places    uint64
	arity     uint64 // the most values that a label met so far takes
}

// weigh adds an instruction, whose indices have been looked at.
func (w *effort) weigh(f *function, in *instruction) {
	switch in.op {
	case opCall:
		w.crossings += f.m.typeOf(in.arg).values()
	case opCallIndirect:
		w.crossings += f.m.types[in.arg].values()
	case opBlock, opLoop, opIf:
		w.places++
		if in.typed {
			t := f.m.types[in.arg]
			w.crossings += t.values()
			w.arity = max(w.arity, t.values())
		}
	case opBr, opBrIf:
		w.crossings += w.arity
	case opBrTable:
		w.crossings += uint64(len(in.labels)) * w.arity
	}
}

// fault says why a function with that many parameters and locals is refused; nil if it is not.
func (w *effort) fault(locals uint64) error {
	switch {
	case w.crossings > maxCrossings:
		return fmt.Errorf("%w: %d values cross its calls and branches, over the limit of %d", ErrCostly, w.crossings, maxCrossings)
	case locals*w.places > maxMeetings:
		return fmt.Errorf("%w: %d locals in %d blocks, over the limit of %d together", ErrCostly, locals, w.places, maxMeetings)
	}
	return nil
}

// typeOf is the type of a function, imports counted first.
func (m *module) typeOf(i uint32) funcType {
	if n := uint32(len(m.imports)); i >= n {
		return m.types[m.funcs[i-n]]
	}
	return m.types[m.imports[i].typ]
}

// values is how many a call of the type passes in and out.
func (t funcType) values() uint64 { return uint64(len(t.params) + len(t.results)) }
