package meter

import "encoding/binary"

// A code is instructions being written.
type code struct{ b []byte }

func (c *code) raw(b ...byte) { c.b = append(c.b, b...) }

func (c *code) index(op byte, i uint32) {
	c.b = binary.AppendUvarint(append(c.b, op), uint64(i))
}

func (c *code) i32(v int32) { c.b = appendSigned(append(c.b, opI32Const), int64(v)) }
func (c *code) i64(v int64) { c.b = appendSigned(append(c.b, opI64Const), v) }

// appendSigned appends a signed LEB128 number.
func appendSigned(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// An emitter writes what is added to functions.
type emitter struct {
	code
	fuel, depth uint32 // globals
	refused     uint32 // one more
	exhausted   uint32 // the import
	charges     int
	checks      int
}

// add adds n to a counter.
func (e *emitter) add(global uint32, n int64) {
	op := byte(opI64Add)
	if n < 0 {
		op, n = opI64Sub, -n
	}
	e.index(opGlobalGet, global)
	e.i64(n)
	e.raw(op)
	e.index(opGlobalSet, global)
}

// count adds to a global what condition leaves on the stack: an i32 of 0 or 1.
func (e *emitter) count(global uint32, condition func()) {
	e.index(opGlobalGet, global)
	condition()
	e.raw(opI64ExtendU, opI64Add)
	e.index(opGlobalSet, global)
}

// charge takes n units of fuel.
func (e *emitter) charge(n int64) {
	if n != 0 {
		e.charges++
		e.add(e.fuel, -n)
	}
}

// chargeBy takes as many units as the i64 on the stack says.
func (e *emitter) chargeBy(value func()) {
	e.charges++
	e.index(opGlobalGet, e.fuel)
	value()
	e.raw(opI64Sub)
	e.index(opGlobalSet, e.fuel)
}

// low begins an if that is entered when fuel, or depth if asked for, is below zero: the sign bit
// of their or is set if one of theirs is.
func (e *emitter) low(depth bool) {
	e.checks++
	e.index(opGlobalGet, e.fuel)
	if depth {
		e.index(opGlobalGet, e.depth)
		e.raw(opI64Or)
	}
	e.i64(0)
	e.raw(opI64LtS, opIf, blockEmpty)
	e.index(opCall, e.exhausted)
}

// check calls the import if fuel is low, and goes on.
func (e *emitter) check() {
	e.low(false)
	e.raw(opEnd)
}

// checkBack does so and goes back to the loop whose header this is, which keeps the usual path
// free of what a call disturbs.
func (e *emitter) checkBack(depth bool) {
	e.low(depth)
	e.index(opBr, 1)
	e.raw(opEnd)
}
