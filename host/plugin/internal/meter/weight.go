package meter

// A weight is the memory that the compiler needs for an instruction, in hundreds of bytes. They were measured as the growth
// of the resident set per instruction in functions of one instruction only, on amd64, and rounded up: also so far that
// [roomPerKept] bounds the machine code, where that is long.
type weight struct {
	from, to uint32
	room     uint16
}

// What the compiler needs beside instructions, in bytes.
const (
	roomOfLocal    = 80     // a declared local, in the interpreter too, which validates
	roomOfBlock    = 2_400  // a basic block
	roomOfCharge   = 1_300  // what [emitter.charge] writes
	roomOfCheck    = 10_000 // what [emitter.check] writes: three blocks and a call
	roomOfReload   = 200    // a mutable global, which is loaded again after each call
	roomOfCrossing = 400    // a value that crosses a call or a branch
	roomOfLookup   = 80     // a carried local, at a place where control flow meets
	roomOfLive     = 20     // a value that is alive in a basic block
	roomOfKnown    = 32     // an address that is known to be in bounds, in a basic block
	keptOfCrossing = 40     // machine code of a value that crosses, which there is twice for a moment
	roomPerKept    = 32     // bytes of room for one of machine code
	roomOfFunction = 1_500  // a function, however small
)

var (
	plainWeights = weights(256, []weight{
		{0x00, 0xff, 10},
		{0x01, 0x03, 1}, {opElse, opEnd, 1}, {0x1a, 0x1a, 1}, {opLocalGet, opLocalTee, 1}, // nop, block, loop, drop
		{opSelect, 0x1c, 14}, {opCall, opCall, 22}, {opCallIndirect, opCallIndirect, 136}, {opGlobalGet, opGlobalSet, 6},
		{0x25, 0x26, 50}, {0x28, 0x3e, 55}, {opMemoryGrow, opMemoryGrow, 160}, {opI32Const, 0x44, 2}, // tables, memory
		{0x69, 0x69, 20}, {0x6d, 0x70, 100}, {0x7b, 0x7b, 20}, {0x7f, 0x82, 100}, // popcnt, div and rem
		{0x8b, 0xa6, 30}, {0xa8, 0xab, 110}, {0xae, 0xb1, 140}, {0xb2, 0xbb, 30}, // floats, truncations, conversions
		{opRefFunc, opRefFunc, 30},
	})
	miscWeights = weights(0x12, []weight{
		{0x00, 0x07, 110}, {0x08, 0x11, 400},
	})
	vectorWeights = weights(256, []weight{
		{0x00, 0xff, 60}, {0x54, 0x5d, 70}, {0x62, 0x62, 75}, // popcnt
	})
)

func weights(size int, rows []weight) []uint16 {
	t := make([]uint16, size)
	for _, r := range rows {
		for n := r.from; n <= r.to; n++ {
			t[n] = r.room
		}
	}
	return t
}

// room returns the number of bytes that the compiler needs for the instruction itself.
func (in *instruction) room() uint64 {
	switch in.op {
	case opMisc:
		return 100 * uint64(miscWeights[in.sub])
	case opVector:
		return 100 * uint64(vectorWeights[in.sub])
	}
	return 100 * uint64(plainWeights[in.op])
}
