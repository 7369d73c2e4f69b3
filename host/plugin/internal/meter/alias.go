package meter

// aliases counts the steps that the compiler takes from names of values to the values. What is shifted by zero is another
// name of it, and so is a local behind a place where control flow meets, if no way there has set it: each name may stand
// for the one before, and each use follows all of them.
type aliases struct {
	steps   uint64
	shifts  uint64 // that may be by zero
	longest uint64 // of the locals
	top     top
	length  []uint64 // of each local: the basic blocks that read it, each of which may give it another name
	block   []uint32 // of each local: the last that did
}

// A top keeps what is known of the value on top of the operand stack.
type top struct {
	made  bool  // an instruction has made it
	zero  bool  // it may be the number zero
	local int64 // what it was read from; none if it is below zero
}

// unknown stands for the top of the operand stack behind most instructions.
var unknown = top{zero: true, local: -1}

// begin forgets the last function.
func (a *aliases) begin() {
	*a = aliases{top: unknown, length: a.length[:0], block: a.block[:0]}
}

// of returns the length of a local's chain of names.
func (a *aliases) of(local uint32) *uint64 {
	if n := int(local) + 1; n > len(a.length) {
		a.length = append(a.length, make([]uint64, n-len(a.length))...)
		a.block = append(a.block, make([]uint32, n-len(a.block))...)
	}
	return &a.length[local]
}

// pass adds that many values that are used where they lie on the operand stack, and stay there.
func (a *aliases) pass(values uint64) { a.steps += values * (a.longest + a.shifts) }

// called adds a call of a function of that type.
func (a *aliases) called(t funcType) {
	a.pass(uint64(len(t.params)))
	if len(t.results) > 0 {
		a.top = top{made: true, local: -1}
	}
}

// see adds an instruction, in a basic block of that number.
func (a *aliases) see(in *instruction, body []byte, block uint32) {
	a.steps += a.shifts
	switch op := in.op; {
	case op == opLocalGet:
		a.get(in.arg, block)
	case op == opLocalSet, op == opLocalTee:
		a.set(in.arg)
		if op == opLocalSet {
			a.top = unknown
		}
	case op == opI32Const || op == opI64Const:
		a.top = top{made: true, zero: body[in.start+1]&0x1f == 0, local: -1} // or another multiple of 32
	default:
		if in.shifts() && a.top.zero {
			a.shifts++
		}
		a.top = unknown
		if in.makes() {
			a.top = top{made: true, local: -1}
		}
	}
}

// get adds a read of a local.
func (a *aliases) get(local, block uint32) {
	length := a.of(local)
	if a.block[local] != block {
		a.block[local] = block
		*length++
		a.longest = max(a.longest, *length)
	}
	a.steps += *length
	a.top = top{zero: true, local: int64(local)}
}

// set gives a local the value on top of the operand stack, with all the names that it may have.
func (a *aliases) set(local uint32) {
	length := a.of(local)
	switch {
	case a.top.made:
	case a.top.local >= 0:
		*length = max(*length, *a.of(uint32(a.top.local)))
	default:
		*length = max(*length, a.longest)
	}
}

// shifts says that the instruction shifts a number.
func (in *instruction) shifts() bool {
	return in.op >= 0x74 && in.op <= 0x76 || in.op >= 0x86 && in.op <= 0x88
}

// makes says that the instruction, if it is neither call nor control instruction, leaves a value of its own on top of the
// operand stack. To read a global does not: the compiler knows what it was set to.
func (in *instruction) makes() bool {
	switch op := in.op; {
	case op == opVector:
		return in.sub != 0x0b && (in.sub < 0x58 || in.sub > 0x5b) // all but stores
	case op == opMisc:
		return in.sub < miscMemoryInit || in.sub == miscTableGrow || in.sub == 0x10
	default:
		return op == opSelect || op == 0x1c || op == 0x25 ||
			op >= 0x28 && op <= 0x35 || op >= 0x3f && op <= 0xc4 || op == 0xd0 || op == 0xd1 || op == opRefFunc
	}
}
