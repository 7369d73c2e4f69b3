package meter

// An instruction is a decoded one. Its bytes are those of the body from start to end.
type instruction struct {
	op         byte
	sub        uint32 // of prefixed ones
	cost       uint8
	typed      bool   // a block whose type is an index, so that it may take parameters
	gives      uint8  // a block whose type is that of its one result: 1
	arg        uint32 // the index or label, or the type index of a block
	start, end int
	labels     []uint32 // of br_table, the default last; good until the next is decoded
}

// decode reads the next instruction of a body.
func (in *instruction) decode(r *reader) {
	*in = instruction{start: r.at, labels: in.labels[:0]}
	in.op = r.byte()
	code := plainOpcodes[in.op]
	if code.shape == prefixed {
		in.sub = r.u32()
		code = in.prefixed()
	}
	if code.shape == refused && r.err == nil {
		r.failf("it has the unknown instruction %#x %#x", in.op, in.sub)
	}
	in.cost = code.cost
	in.operands(r, code.shape)
	in.end = r.at
}

func (in *instruction) prefixed() opcode {
	table := miscOpcodes
	if in.op == opVector {
		table = vectorOpcodes
	}
	if uint64(in.sub) >= uint64(len(table)) {
		return opcode{}
	}
	return table[in.sub]
}

// operands reads what follows the opcode.
func (in *instruction) operands(r *reader, s shape) {
	switch s {
	case blockType:
		in.blockType(r)
	case index:
		in.arg = r.u32()
	case indices:
		in.arg = r.u32()
		r.u32()
	case labels:
		r.each(func() { in.labels = append(in.labels, r.u32()) })
		in.labels = append(in.labels, r.u32())
	case types:
		r.each(func() { r.byte() })
	case memory, memoryLane:
		r.u32()
		r.u32()
		if s == memoryLane {
			r.byte()
		}
	case lane:
		r.byte()
	case constant32:
		r.signed(5)
	case constant64:
		r.signed(10)
	case bytes4:
		r.take(4)
	case bytes8:
		r.take(8)
	case bytes16:
		r.take(16)
	}
}

// blockType reads a block's type: nothing, one value type, or the index of a function type.
func (in *instruction) blockType(r *reader) {
	v := r.signed(5)
	if v < 0 {
		if t := byte(v & 0x7f); v < -64 || t != blockEmpty && !isValueType(t) {
			r.failf("a block has the unknown type %d", v)
		} else if t != blockEmpty {
			in.gives = 1
		}
		return
	}
	if v >= 1<<32 {
		r.failf("a block has the type %d", v)
	}
	in.typed, in.arg = true, uint32(v)
}

// blockEmpty is the type of a block without parameters and results.
const blockEmpty = 0x40

func isValueType(t byte) bool {
	switch t {
	case 0x7f, 0x7e, 0x7d, 0x7c, 0x7b, 0x70, 0x6f:
		return true
	}
	return false
}
