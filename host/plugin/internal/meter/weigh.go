package meter

import "fmt"

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
	switch in.op {
	case opBr, opBrIf, opBrTable:
		return w.branch(in)
	case opReturn, opUnreachable:
		w.args += uint64(len(f.typ.results))
		w.blocks++
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
	}
}

func (w *effort) call(t funcType) {
	w.calls++
	w.args += t.values()
	w.height = max(w.height-len(t.params), w.top().height) + len(t.results)
}

func (w *effort) top() *opening { return &w.open[len(w.open)-1] }

// enter opens a block.
func (w *effort) enter(f *function, in *instruction) error {
	o := opening{op: in.op, skipped: w.dead, sets: w.sets, began: w.known, known: unbounded, results: int(in.gives)}
	if in.typed {
		t := f.m.types[in.arg]
		o.params, o.results = len(t.params), len(t.results)
	}
	if in.op == opIf && !w.dead {
		w.room += in.room()
		w.height--
		w.chain++
	}
	o.height, o.chain = max(w.height-o.params, w.top().height), w.chain
	w.open = append(w.open, o)
	if in.op == opLoop {
		w.nest++ // be it reached or not
		w.deepest = max(w.deepest, w.nest)
	}
	switch {
	case len(w.open) > maxNesting:
		return fmt.Errorf("%w: over %d blocks within each other: split the function", ErrCostly, maxNesting)
	case w.nest > maxLoops:
		return fmt.Errorf("%w: over %d loops within each other: split the function", ErrCostly, maxLoops)
	}
	w.args += uint64(o.params + o.results)
	if w.dead {
		return nil
	}
	switch in.op {
	case opLoop:
		w.header(in)
	case opIf:
		w.block()
		w.block() // the else, be there one or not
	}
	return nil
}

// header begins a loop, with the check of its header.
func (w *effort) header(in *instruction) {
	w.loops++
	w.top().edges = 2 // from before, and from the check
	w.blocks += 4
	w.held += 4 * uint64(w.height+w.known+4)
	if in.typed { // its check goes on in place of back
		w.meetings = append(w.meetings, meeting{edges: 2})
	}
	w.chain = 0
	w.block()
}

// otherwise goes on after an else.
func (w *effort) otherwise() {
	o := w.top()
	if o.skipped {
		return
	}
	w.arrive(o)
	w.dead, w.height, w.chain, w.known, o.op = false, o.height+o.params, o.chain, o.began, opElse
	w.names.block()
}

// arrive notes that the end of an open block is reached, if it is.
func (w *effort) arrive(o *opening) {
	if w.dead {
		return
	}
	o.edges++
	w.args += uint64(o.results)
	o.known = min(o.known, w.known)
}

// leave closes a block. The compiler goes on behind it, even if no path leads there.
func (w *effort) leave() {
	o := *w.top()
	w.open = w.open[:len(w.open)-1]
	if o.op == opLoop {
		w.nest--
	}
	if o.skipped || len(w.open) == 0 {
		return
	}
	switch o.op {
	case opLoop:
		w.meetings = append(w.meetings, meeting{o.edges, true, w.sets - o.sets})
		w.blocks += o.edges
		o.edges = 1 // what follows it is reached through its end only
	case opIf: // without an else
		o.edges++
		o.known = min(o.known, o.began)
		w.arrive(&o)
	default:
		w.arrive(&o)
	}
	w.dead = false
	w.known = min(w.known, o.known)
	w.height = o.height + o.results
	w.after(&o)
}

// after begins what follows a block.
func (w *effort) after(o *opening) {
	w.chain++
	if o.edges > 1 {
		w.meetings = append(w.meetings, meeting{o.edges, false, w.sets - o.sets})
		w.blocks += o.edges // those that are put on each way
		w.chain = 0
	}
	w.block()
}

// branch adds one.
func (w *effort) branch(in *instruction) error {
	labels := in.targets()
	for _, label := range labels {
		if uint64(label) >= uint64(len(w.open)) {
			return errLabel
		}
		o := &w.open[len(w.open)-1-int(label)]
		o.edges++
		o.known = min(o.known, w.known)
		w.args += o.takes()
	}
	if in.op == opBrIf {
		w.chain++
		w.block()
		return nil
	}
	w.blocks += uint64(len(labels))
	w.held += uint64(len(labels)) * uint64(w.height+w.known)
	w.dead = true
	return nil
}

// targets are the labels of a branch.
func (in *instruction) targets() []uint32 {
	if in.op == opBrTable {
		return in.labels
	}
	return append(in.labels, in.arg)
}

// takes is how many values a branch passes to the block.
func (o *opening) takes() uint64 {
	if o.op == opLoop {
		return uint64(o.params)
	}
	return uint64(o.results)
}
