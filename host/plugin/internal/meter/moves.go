package meter

// inRegisters is the number of values that move for nothing: so many registers a machine has.
const inRegisters = 32

// moves are the copies made where control flow meets: each value that may have come from different instructions
// is copied to one place, on every way that leads there. Locals that no instruction of a block sets are the same
// on all ways.
type moves struct {
	op     byte   // opElse for an if that has one
	header int    // of a loop: its first segment
	ways   int    // that lead to the end, or back to the header of a loop
	values int    // results, or parameters of a loop
	sets   uint64 // of the function, where the frame began
}

// opened begins to count the moves of a frame.
func (f *function) opened(in *instruction, sets uint64) moves {
	m := moves{op: in.op, values: int(in.gives), sets: sets}
	switch t := in.op; {
	case in.typed && t == opLoop:
		m.values = len(f.m.types[in.arg].params)
	case in.typed:
		m.values = len(f.m.types[in.arg].results)
	case t == opLoop:
		m.values = 0
	}
	return m
}

// cost returns the charge for the moves at each arrival, of a function that has set locals that often by now and
// carries that many of them.
func (m *moves) cost(sets, carried uint64) int64 {
	ways := m.ways
	if m.op == opIf || m.op == opLoop { // around it, or into it
		ways++
	}
	if ways < 2 {
		return 0
	}
	return beyondRegisters(min(carried, sets-m.sets) + uint64(m.values))
}

// passed returns the extra cost of a call for the values that it passes in and out.
func (f *function) passed(in *instruction) int64 {
	switch in.op {
	case opCall:
		return beyondRegisters(f.m.typeOf(in.arg).values())
	case opCallIndirect:
		return beyondRegisters(f.m.types[in.arg].values())
	}
	return 0
}

func beyondRegisters(values uint64) int64 { return int64(max(values, inRegisters) - inRegisters) }
