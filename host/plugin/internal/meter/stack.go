package meter

// A row of effects gives all opcodes from one to another what they add to the operand stack.
type effect struct {
	from, to uint32
	adds     int8
}

// What instructions add to the operand stack. Control instructions, calls and those that are not listed are 0 here.
var (
	plainEffects = effects(256, []effect{
		{opIf, opIf, -1}, {opBrIf, opBrTable, -1}, {0x1a, 0x1a, -1}, {opSelect, 0x1c, -2}, // drop
		{opLocalGet, opLocalGet, 1}, {opLocalSet, opLocalSet, -1}, {opGlobalGet, opGlobalGet, 1}, {opGlobalSet, opGlobalSet, -1},
		{0x26, 0x26, -2}, {0x36, 0x3e, -2}, {0x3f, 0x3f, 1}, {opI32Const, 0x44, 1}, // table.set, stores, memory.size
		{0x46, 0x4f, -1}, {0x51, 0x66, -1}, {0x6a, 0x78, -1}, {0x7c, 0x8a, -1}, {0x92, 0x98, -1}, {0xa0, 0xa6, -1}, // of two operands
		{0xd0, 0xd0, 1}, {opRefFunc, opRefFunc, 1},
	})
	miscEffects = effects(0x12, []effect{
		{miscMemoryInit, miscMemoryInit, -3}, {miscMemoryCopy, miscTableInit, -3}, {miscTableCopy, miscTableCopy, -3},
		{miscTableGrow, miscTableGrow, -1}, {0x10, 0x10, 1}, {miscTableFill, miscTableFill, -3}, // table.size
	})
	vectorEffects = effects(256, []effect{
		{0x0b, 0x0b, -2}, {0x0c, 0x0c, 1}, {0x0d, 0x0e, -1}, // store, const, shuffle, swizzle
		{0x17, 0x17, -1}, {0x1a, 0x1a, -1}, {0x1c, 0x1c, -1}, {0x1e, 0x1e, -1}, {0x20, 0x20, -1}, {0x22, 0x22, -1}, // replace_lane
		{0x23, 0x4c, -1}, {0x4e, 0x51, -1}, {0x52, 0x52, -2}, {0x54, 0x57, -1}, {0x58, 0x5b, -2}, // bitselect, load_lane, store_lane
		{0x65, 0x66, -1}, {0x6b, 0x73, -1}, {0x76, 0x79, -1}, {0x7b, 0x7b, -1}, {0x82, 0x82, -1}, {0x85, 0x86, -1},
		{0x8b, 0x93, -1}, {0x95, 0x9f, -1}, {0xab, 0xbf, -1}, {0xcb, 0xdf, -1}, {0xe4, 0xeb, -1}, {0xf0, 0xf7, -1},
	})
)

// effects fills size opcodes from rows.
func effects(size int, rows []effect) []int8 {
	t := make([]int8, size)
	for _, r := range rows {
		for n := r.from; n <= r.to; n++ {
			t[n] = r.adds
		}
	}
	return t
}

// adds returns the change of the operand stack by the instruction, control instructions and calls apart.
func (in *instruction) adds() int {
	switch in.op {
	case opMisc:
		return int(miscEffects[in.sub])
	case opVector:
		return int(vectorEffects[in.sub])
	}
	return int(plainEffects[in.op])
}
