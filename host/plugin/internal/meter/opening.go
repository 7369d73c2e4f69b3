package meter

import "fmt"

// An opening is an open block. What follows it depends on the branches in it.
type opening struct {
	op      byte
	skipped bool // it began where no path leads, and is not compiled
	edges   uint64
	height  int // of the operand stack beneath its parameters
	params  int
	results int
	sets    uint64 // of the function, where it began
	chain   int    // of an if, where it began
	began   int    // known where it began
	serial  int    // no other block of the function has it, and no other part of an if
	nest    int    // loops around its content
	known   int    // the least of all ways that lead to its end so far
	above   int    // deep where it began
	deep    int    // the least of all ways that lead to its end so far
}

// unbounded is more known addresses, and more blocks, than there can be.
const unbounded = 1 << 30

// top returns the innermost open block; the outermost is the function.
func (w *effort) top() *opening { return &w.open[len(w.open)-1] }

// enter opens a block.
func (w *effort) enter(f *function, in *instruction) error {
	o := opening{op: in.op, skipped: w.dead, sets: w.sets, began: w.known, known: unbounded, above: w.deep, deep: unbounded, results: int(in.gives)}
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
	if in.op == opLoop {
		w.nest++ // be it reached or not
		w.deepest = max(w.deepest, w.nest)
		w.turns.open()
	}
	w.serial++
	o.serial, o.nest = w.serial, w.nest
	w.open = append(w.open, o)
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
	w.chains.top = unknown
	w.chains.pass(uint64(o.params))
	switch in.op {
	case opLoop:
		w.header(in)
	case opIf:
		w.block()
		w.block() // the else, be there one or not
		w.deep = w.top().above + 1
	}
	return nil
}

// header begins a loop, with the check of its header.
func (w *effort) header(in *instruction) {
	w.loops++
	w.top().edges = 2 // from before, and from the check
	w.blocks += 4
	w.deep += 4
	w.climb(4)
	w.held += 4 * uint64(w.height+w.known+4)
	if in.typed { // its check goes on in place of back
		w.meetings = append(w.meetings, meeting{edges: 2, takes: uint64(w.top().params)})
		w.turns.count += uint64(w.top().params)
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
	w.chains.top = unknown
	w.serial++
	o.serial = w.serial
	w.dead, w.height, w.chain, w.known, w.deep, o.op = false, o.height+o.params, o.chain, o.began, o.above+1, opElse
	w.names.block()
}

// arrive notes that the end of an open block is reached, if it is.
func (w *effort) arrive(o *opening) {
	if w.dead {
		return
	}
	w.args += uint64(o.results)
	w.chains.pass(uint64(o.results))
	w.lead(o)
}

// lead notes a way to the end of an open block, or to the header of a loop.
func (w *effort) lead(o *opening) {
	o.edges++
	o.known, o.deep = min(o.known, w.known), min(o.deep, w.deep)
	w.climb(2) // from the way, and from the block that is put on it
}

// leave closes a block. The compiler goes on behind it, even if no path leads there.
func (w *effort) leave() {
	o := *w.top()
	w.open = w.open[:len(w.open)-1]
	if o.op == opLoop {
		w.nest--
		w.turns.close()
	}
	if o.skipped || len(w.open) == 0 {
		return
	}
	switch o.op {
	case opLoop:
		w.meetings = append(w.meetings, meeting{o.edges, true, w.sets - o.sets, uint64(o.params)})
		w.blocks += o.edges
		o.edges = 1 // what follows it is reached through its end only
	case opIf: // without an else
		o.edges++
		o.known, o.deep = min(o.known, o.began), min(o.deep, o.above+1)
		w.climb(2)
		w.arrive(&o)
	default:
		w.arrive(&o)
	}
	w.dead = false
	w.chains.top = unknown
	w.known = min(w.known, o.known)
	if o.op != opLoop && o.deep < unbounded {
		w.deep = o.deep
	}
	w.height = o.height + o.results
	w.after(&o)
}

// after begins what follows a block.
func (w *effort) after(o *opening) {
	w.chain++
	if o.edges > 1 {
		w.meetings = append(w.meetings, meeting{o.edges, false, w.sets - o.sets, uint64(o.results)})
		w.blocks += o.edges // those that are put on each way
		w.chain = 0
	}
	w.block()
}

// takes counts the values that a branch passes to the block.
func (o *opening) takes() uint64 {
	if o.op == opLoop {
		return uint64(o.params)
	}
	return uint64(o.results)
}
