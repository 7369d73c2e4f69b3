package meter

// turns bounds how often the compiler looks through all places where control flow meets. It drops a local there if it is the same
// on all ways, turn by turn, until a turn drops none. What comes back to the header of a loop may turn out to be the same only
// after another header has dropped its own: so each local that a loop gives the value of another may cost a turn, and so may
// each value that a loop takes. What is made within a round of the loop is never the same as before, and costs none.
type turns struct {
	count  uint64
	made   []place  // of each local: where it got a value of its own, and no copy since
	copied []uint32 // the locals that got copies in the loops that are open, in order
	begins []int    // in copied, of each open loop
	seen   []int    // of each local: the last loop for which it was counted
	closed int      // loops
}

// A place is a block. None has the serial number 0.
type place struct{ depth, serial int }

// begin forgets the last function.
func (t *turns) begin() {
	*t = turns{made: t.made[:0], copied: t.copied[:0], begins: t.begins[:0], seen: t.seen[:0]}
}

// of returns where a local got a value of its own.
func (t *turns) of(local uint32) *place {
	if n := int(local) + 1; n > len(t.made) {
		t.made = append(t.made, make([]place, n-len(t.made))...)
		t.seen = append(t.seen, make([]int, n-len(t.seen))...)
	}
	return &t.made[local]
}

// open begins a loop.
func (t *turns) open() { t.begins = append(t.begins, len(t.copied)) }

// close ends the innermost loop, and counts each local once that got a copy in it. They got it in the loop around it, too.
func (t *turns) close() {
	t.closed++
	last := len(t.begins) - 1
	begin := t.begins[last]
	kept := t.copied[:begin]
	for _, local := range t.copied[begin:] {
		if t.seen[local] != t.closed {
			t.seen[local] = t.closed
			kept = append(kept, local)
		}
	}
	t.count += uint64(len(kept) - begin)
	t.copied, t.begins = kept, t.begins[:last]
}

// give gives a local the value on top of the operand stack.
func (w *effort) give(local uint32) {
	v := w.chains.top
	made := w.made(v)
	p := w.turns.of(local)
	switch {
	case w.nest > 0 && !made:
		w.turns.copied = append(w.turns.copied, local)
		*p = place{}
	case !v.made:
		*p = place{} // made in this round, but who knows where
	case !w.around(*p):
		*p = place{len(w.open) - 1, w.top().serial}
	}
}

// made says that a value was made within this round of the innermost loop.
func (w *effort) made(v top) bool {
	if v.made || v.local < 0 {
		return v.made
	}
	p := *w.turns.of(uint32(v.local))
	return w.around(p) && w.open[p.depth].nest == w.nest
}

// around says that a block is still open: what was made there is there on every way here.
func (w *effort) around(p place) bool {
	return p.serial != 0 && p.depth < len(w.open) && w.open[p.depth].serial == p.serial
}
