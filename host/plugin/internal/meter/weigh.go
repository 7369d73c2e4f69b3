package meter

// weigh adds an instruction, whose indices have been looked at. It refuses what no estimate is made for.
func (w *effort) weigh(f *function, in *instruction) error {
	if len(w.open) == 0 {
		return errUnbalanced // something follows the function's end
	}
	w.instructions++
	switch in.op {
	case opBlock, opLoop, opIf:
		return w.enter(f, in)
	case opElse:
		w.otherwise()
		return nil
	case opEnd:
		w.leave()
		return nil
	}
	if w.dead {
		return w.validated(f, in)
	}
	w.room += in.room()
	w.height = max(w.height+in.adds(), w.top().height)
	if in.op == opLocalSet || in.op == opLocalTee {
		w.give(in.arg)
	}
	w.chains.see(in, f.body, w.names.at)
	switch in.op {
	case opBr, opBrIf, opBrTable:
		return w.branch(in)
	case opReturn, opUnreachable:
		w.args += uint64(len(f.typ.results))
		w.chains.pass(uint64(len(f.typ.results)))
		w.blocks++
		w.climb(1)
		w.dead = true
	case opCall:
		w.call(f.m.typeOf(in.arg))
	case opCallIndirect:
		w.height = max(w.height-1, w.top().height)
		w.call(f.m.types[in.arg])
	default:
		w.access(in)
	}
	return nil
}

// validated adds an instruction that is not compiled, because no path leads to it, but validated.
func (w *effort) validated(f *function, in *instruction) error {
	w.room += roomOfLocal
	switch in.op {
	case opCall:
		w.args += f.m.typeOf(in.arg).values()
	case opCallIndirect:
		w.args += f.m.types[in.arg].values()
	case opReturn:
		w.args += uint64(len(f.typ.results))
	case opBr, opBrIf, opBrTable:
		for _, label := range in.targets() {
			if uint64(label) >= uint64(len(w.open)) {
				return errLabel
			}
			w.args += w.open[len(w.open)-1-int(label)].takes()
		}
	}
	return nil
}

// access adds an instruction that looks for what a local, a global or the memory is.
func (w *effort) access(in *instruction) {
	switch {
	case in.op == opLocalGet:
		w.names.get(in.arg)
		w.walks += uint64(w.chain)
	case in.op == opLocalSet, in.op == opLocalTee:
		w.names.setIn(in.arg)
		w.sets++
	case in.op == opGlobalGet:
		w.walks += uint64(w.chain)
	case in.op >= 0x28 && in.op <= 0x3e, in.op == opVector && (in.sub <= 0x0b || in.sub >= 0x54 && in.sub <= 0x5d):
		w.walks += 2 * uint64(w.chain)
		w.known++
	case in.sized() != sizeless:
		w.calls++
		w.block()
		if in.fills() {
			w.fills++
			w.blocks += 2
			w.deep += 2
			w.climb(2)
		}
	}
}

// call adds one of that type, whose index in a table, if it has one, is off the stack.
func (w *effort) call(t funcType) {
	w.calls++
	w.args += t.values()
	w.chains.called(t)
	w.height = max(w.height-len(t.params), w.top().height) + len(t.results)
}

// branch adds one.
func (w *effort) branch(in *instruction) error {
	labels := in.targets()
	for _, label := range labels {
		if uint64(label) >= uint64(len(w.open)) {
			return errLabel
		}
		o := &w.open[len(w.open)-1-int(label)]
		w.lead(o)
		w.args += o.takes()
		w.chains.pass(o.takes())
	}
	if in.op == opBrIf {
		w.chain++
		w.block()
		return nil
	}
	w.blocks += uint64(len(labels))
	w.climb(uint64(len(labels)))
	w.held += uint64(len(labels)) * uint64(w.height+w.known)
	w.dead = true
	return nil
}

// targets returns the labels of a branch.
func (in *instruction) targets() []uint32 {
	if in.op == opBrTable {
		return in.labels
	}
	return append(in.labels, in.arg)
}

// fills says that the instruction sets a range of memory or of a table, which the compiler writes as a loop.
func (in *instruction) fills() bool {
	return in.op == opMisc && (in.sub == miscMemoryFill || in.sub == miscTableFill)
}
