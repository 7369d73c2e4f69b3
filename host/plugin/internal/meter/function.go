package meter

import (
	"errors"
	"fmt"
)

// A function is one body being rewritten.
type function struct {
	m      *module
	typ    funcType
	body   []byte // the locals' declaration and the instructions
	locals []byte // the declaration without its count
	groups int    // its count
	code   int    // where the instructions begin
	count  uint64 // parameters and locals
	calls  bool   // it has calls
	bulk   bool   // it has instructions whose cost grows with a size
	segs   []segment
	effort effort
	in     instruction // the one being looked at
}

const (
	maxLocals = 50_000  // parameters and locals of one function, as in browsers
	maxBody   = 4 << 20 // bytes of one function
)

// open reads the locals and looks the instructions over.
func (f *function) open() error {
	f.calls, f.bulk = false, false
	if len(f.body) > maxBody {
		return fmt.Errorf("it has %d bytes, over the limit of %d", len(f.body), maxBody)
	}
	r := &reader{b: f.body}
	f.groups = r.count()
	from := r.at
	f.count = uint64(len(f.typ.params))
	for n := f.groups; n > 0 && r.err == nil; n-- {
		f.count += uint64(r.u32())
		r.byte()
	}
	if f.count > maxLocals {
		r.fail(errors.New("it has too many locals"))
	}
	f.locals, f.code = f.body[from:r.at], r.at
	if r.err != nil {
		return r.err
	}
	f.effort.begin(f)
	if err := f.each(f.look); err != nil {
		return err
	}
	return f.effort.fault(f.effort.toll(0, 0, 0))
}

// each calls visit with each instruction.
func (f *function) each(visit func(*instruction) error) error {
	r := &reader{b: f.body, at: f.code}
	for r.more() {
		f.in.decode(r)
		if r.err != nil {
			return r.err
		}
		if err := visit(&f.in); err != nil {
			return err
		}
	}
	return nil
}

// look notes what the function has and refuses indices beyond the original's.
func (f *function) look(in *instruction) error {
	limit := uint64(1 << 32)
	switch in.op {
	case opCall, opRefFunc:
		limit = uint64(f.m.functions())
		f.calls = f.calls || in.op == opCall
	case opCallIndirect:
		limit = uint64(len(f.m.types))
		f.calls = true
	case opLocalGet, opLocalSet, opLocalTee:
		limit = f.count
	case opGlobalGet, opGlobalSet:
		limit = uint64(f.m.globals)
	case opBlock, opLoop, opIf:
		if in.typed {
			limit = uint64(len(f.m.types))
		}
	}
	if uint64(in.arg) >= limit {
		return fmt.Errorf("the instruction %#x has the index %d, which is not below %d", in.op, in.arg, limit)
	}
	f.bulk = f.bulk || in.sized() != sizeless
	return f.effort.weigh(f, in)
}

// depth returns the share of the depth that a call of the function takes.
func (f *function) depth() int64 {
	if !f.calls {
		return 0
	}
	return 1 + int64(f.count)/32
}

// A size says how an instruction's cost grows with its topmost operand.
type size uint8

const (
	sizeless size = iota
	perByte
	perEntry
	perPage
	perNewEntry
)

func (in *instruction) sized() size {
	switch {
	case in.op == opMemoryGrow:
		return perPage
	case in.op != opMisc:
		return sizeless
	}
	switch in.sub {
	case miscMemoryInit, miscMemoryCopy, miscMemoryFill:
		return perByte
	case miscTableInit, miscTableCopy, miscTableFill:
		return perEntry
	case miscTableGrow:
		return perNewEntry
	}
	return sizeless
}
