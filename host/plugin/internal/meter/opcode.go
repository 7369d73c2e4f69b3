package meter

// The instructions that the rewriter tells apart or emits.
const (
	opUnreachable  = 0x00
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opSelect       = 0x1b
	opI32LtU       = 0x49
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opI32Eq        = 0x46
	opI64LtS       = 0x53
	opI64Add       = 0x7c
	opI64Sub       = 0x7d
	opI64Mul       = 0x7e
	opI64Or        = 0x84
	opI64Shl       = 0x86
	opI64ShrU      = 0x88
	opI64ExtendU   = 0xad
	opRefFunc      = 0xd2
	opMisc         = 0xfc
	opVector       = 0xfd
)

// Of the instructions after opMisc.
const (
	miscMemoryInit = 0x08
	miscMemoryCopy = 0x0a
	miscMemoryFill = 0x0b
	miscTableInit  = 0x0c
	miscTableCopy  = 0x0e
	miscTableGrow  = 0x0f
	miscTableFill  = 0x11
)

// A shape says what follows an opcode.
type shape uint8

const (
	refused    shape = iota // no instruction of WebAssembly 2.0
	bare                    // nothing
	blockType               // a block type
	index                   // one index or label
	indices                 // two indices
	labels                  // a branch table
	types                   // a vector of value types
	memory                  // alignment and offset
	memoryLane              // alignment, offset, lane
	lane                    // one byte, also a reference type or reserved
	constant32              // signed, up to 5 bytes
	constant64              // signed, up to 10 bytes
	bytes4                  // an f32
	bytes8                  // an f64
	bytes16                 // a v128, or 16 lanes
	prefixed                // another opcode
)

// An opcode describes an instruction to the rewriter: what follows it and what it costs.
type opcode struct {
	shape shape
	cost  uint8
}

// A row gives all opcodes from one to another the same.
type row struct {
	from, to uint32
	opcode
}

var plainOpcodes = table(256, []row{
	{0x00, 0x00, opcode{bare, 1}}, {0x01, 0x01, opcode{bare, 0}}, // unreachable, nop
	{opBlock, opLoop, opcode{blockType, 0}}, {opIf, opIf, opcode{blockType, 1}},
	{opElse, opElse, opcode{bare, 0}}, {opEnd, opEnd, opcode{bare, 0}},
	{opBr, opBrIf, opcode{index, 1}}, {opBrTable, opBrTable, opcode{labels, 2}}, {opReturn, opReturn, opcode{bare, 1}},
	{opCall, opCall, opcode{index, 6}}, {opCallIndirect, opCallIndirect, opcode{indices, 8}},
	{0x1a, opSelect, opcode{bare, 1}}, {0x1c, 0x1c, opcode{types, 1}}, // drop, select
	{opLocalGet, opGlobalSet, opcode{index, 1}}, {0x25, 0x26, opcode{index, 2}}, // locals, globals, tables
	{0x28, 0x3e, opcode{memory, 1}},                                               // loads and stores
	{0x3f, 0x3f, opcode{lane, 1}}, {opMemoryGrow, opMemoryGrow, opcode{lane, 64}}, // memory.size
	{opI32Const, opI32Const, opcode{constant32, 1}}, {opI64Const, opI64Const, opcode{constant64, 1}},
	{0x43, 0x43, opcode{bytes4, 1}}, {0x44, 0x44, opcode{bytes8, 1}},
	{0x45, 0xc4, opcode{bare, 1}},                                // comparisons, arithmetic, conversions
	{0x6d, 0x70, opcode{bare, 4}}, {0x7f, 0x82, opcode{bare, 4}}, // integer div and rem
	{0x91, 0x91, opcode{bare, 4}}, {0x95, 0x95, opcode{bare, 4}}, // f32 sqrt and div
	{0x9f, 0x9f, opcode{bare, 4}}, {0xa3, 0xa3, opcode{bare, 4}}, // f64 sqrt and div
	{0xd0, 0xd0, opcode{lane, 1}}, {0xd1, 0xd1, opcode{bare, 1}}, {opRefFunc, opRefFunc, opcode{index, 1}},
	{opMisc, opVector, opcode{prefixed, 0}},
})

var miscOpcodes = table(0x12, []row{
	{0x00, 0x07, opcode{bare, 1}}, // saturating truncations
	{miscMemoryInit, miscMemoryInit, opcode{indices, 8}}, {0x09, 0x09, opcode{index, 1}},
	{miscMemoryCopy, miscMemoryCopy, opcode{indices, 8}}, {miscMemoryFill, miscMemoryFill, opcode{index, 8}},
	{miscTableInit, miscTableInit, opcode{indices, 8}}, {0x0d, 0x0d, opcode{index, 1}},
	{miscTableCopy, miscTableCopy, opcode{indices, 8}}, {miscTableGrow, miscTableGrow, opcode{index, 64}},
	{0x10, 0x10, opcode{index, 1}}, {miscTableFill, miscTableFill, opcode{index, 8}},
})

var vectorOpcodes = table(256, []row{
	{0x00, 0x0b, opcode{memory, 1}}, {0x0c, 0x0d, opcode{bytes16, 1}}, {0x0e, 0x14, opcode{bare, 1}},
	{0x15, 0x22, opcode{lane, 1}}, {0x23, 0x53, opcode{bare, 1}}, {0x54, 0x5b, opcode{memoryLane, 1}},
	{0x5c, 0x5d, opcode{memory, 1}}, {0x5e, 0xff, opcode{bare, 1}},
	{0xe3, 0xe3, opcode{bare, 8}}, {0xe7, 0xe7, opcode{bare, 8}}, // f32x4 sqrt and div
	{0xef, 0xef, opcode{bare, 8}}, {0xf3, 0xf3, opcode{bare, 8}}, // f64x2 sqrt and div
})

// table fills size opcodes from rows; later rows win.
func table(size int, rows []row) []opcode {
	t := make([]opcode, size)
	for _, r := range rows {
		for n := r.from; n <= r.to; n++ {
			t[n] = r.opcode
		}
	}
	return t
}
