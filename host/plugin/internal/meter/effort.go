package meter

import (
	"errors"
	"fmt"
)

// ErrCostly is matched by the refusal of a module whose compilation would take the host's memory
// or minutes, small as it may be.
var ErrCostly = errors.New("too costly to compile")

// What the compiler may be given at most. The estimates behind them are upper bounds that were measured on amd64
// with functions of one thing only; what real guests reach of them is held by a test.
const (
	maxRoom         = 224 << 20     // bytes for one function, which it keeps until the module is compiled
	maxRoomOfModule = 256 << 20     // bytes for the largest function and all machine code
	maxWork         = 8_000_000_000 // nanoseconds for a module
	maxInstructions = 3_500_000     // of a module
	maxBlocks       = 33_000        // basic blocks of one function; the largest of the core specification has 32,305
	maxLong         = 600_000       // instructions of one function, which is validated as a whole
	maxNesting      = 10_000        // blocks within each other
	maxLoops        = 500           // loops within each other
)

// A meeting is a place where control flow meets: the end of a block, or the header of a loop.
type meeting struct {
	edges uint64 // ways that lead to it
	loop  bool
	sets  uint64 // instructions within the block that set a local: no more locals can differ by the way
	takes uint64 // values that each way passes, locals apart
}

// An effort estimates what a function asks of the compiler. It is collected by [effort.weigh] in one pass.
type effort struct {
	room         uint64 // bytes for instructions
	blocks       uint64
	loops        uint64
	args         uint64 // values that are passed at calls and branches, locals apart
	held         uint64 // values on the operand stack, and known addresses, over all blocks
	walks        uint64 // blocks that are looked through for what a local or the memory is
	climbs       uint64 // blocks above each block and each branch: the compiler climbs from there to the entry
	sets         uint64
	calls        uint64
	fills        uint64 // instructions that become a loop
	instructions uint64
	deepest      int // loops within each other
	highest      int // of the operand stack and known addresses together
	meetings     []meeting

	open   []opening
	dead   bool // no path leads here
	height int
	known  int // addresses that are known to be in bounds
	chain  int // blocks since the last meeting
	deep   int // blocks that every way from the entry to here passes, at most
	nest   int // open loops
	names  carried
	chains aliases
	turns  turns
	serial int // of the block that was opened last
}

// begin forgets the last function, and opens this one.
func (w *effort) begin(f *function) {
	*w = effort{meetings: w.meetings[:0], open: w.open[:0], names: w.names, chains: w.chains, turns: w.turns, serial: 1}
	w.room = roomOfFunction + roomOfLocal*f.count + roomOfCrossing*f.typ.values()
	w.open = append(w.open, opening{op: opBlock, results: len(f.typ.results), known: unbounded, serial: w.serial})
	w.block()
	w.names.begin(len(f.typ.params))
	w.chains.begin()
	w.turns.begin()
}

// block begins a basic block, below the current one.
func (w *effort) block() {
	w.blocks++
	w.deep++
	w.climb(1)
	w.held += uint64(w.height + w.known + 4)
	w.highest = max(w.highest, w.height+w.known)
	w.names.block()
}

// climb adds that many blocks or branches.
func (w *effort) climb(from uint64) { w.climbs += from * uint64(w.deep) }

// fault says why a function is refused; nil if it is not.
func (w *effort) fault(t toll) error {
	switch {
	case t.blocks > maxBlocks:
		return fmt.Errorf("%w: %d basic blocks in one function, over the limit of %d: split it, or build it with less inlining", ErrCostly, t.blocks, maxBlocks)
	case t.room > maxRoom:
		return fmt.Errorf("%w: some %d MB for one function, over the limit of %d MB (%d MB for its instructions, %d MB for values that cross calls and branches, among them %d locals at %d places): split it, or build it with less inlining",
			ErrCostly, t.room>>20, maxRoom>>20, w.room>>20, (t.room-w.room)>>20, w.names.count, len(w.meetings))
	case t.instructions > maxLong:
		return fmt.Errorf("%w: %d instructions in one function, over the limit of %d: split it", ErrCostly, t.instructions, maxLong)
	}
	return nil
}

// A toll is the whole cost of a function to the compiler.
type toll struct {
	room         uint64 // bytes
	kept         uint64 // bytes of machine code, while it is put together
	work         uint64 // nanoseconds
	blocks       uint64
	instructions uint64
}

// toll sums an effort up, with that many charges and checks beside those at the headers of loops. reload is the
// cost that a call adds.
func (w *effort) toll(charges, checks, reload uint64) toll {
	n := w.names.count
	blocks := w.blocks + 3*checks
	reloads := reload * (w.calls + checks + w.loops + 1) // 1 at the entry
	room := w.room + roomOfBlock*blocks + roomOfCharge*charges + roomOfCheck*(checks+w.loops) + reloads
	args, lookups, squares, again, unset := w.args, n*checks, uint64(0), uint64(0), uint64(0)
	rounds := uint64(1 + w.deepest)
	unset = min(n*n*2*(checks+2*w.fills), maxWork) * rounds
	for _, m := range w.meetings {
		passed := n
		if !m.loop {
			passed = min(n, m.sets)
			unset = min(unset+n*n*m.edges*rounds, maxWork)
		}
		args += passed * m.edges
		lookups += n
		squares += (passed + m.takes) * (passed + m.takes) * m.edges * rounds
		passed = min(n, m.sets) + m.takes // a local that no instruction sets is dropped in the first turns
		again += passed * passed * m.edges
	}
	live := w.held + n*blocks + 3*checks*uint64(w.highest+4)
	room += roomOfCrossing*args + roomOfLookup*lookups + roomOfLive*live
	work := room*2/5 + 300*args + 70*live + 3*w.walks // nanoseconds each, as the other factors
	work += lookups * (1_000 + 7*n/10)                // in a map that grows with n
	work += squares * 5 / 2                           // each value that meets others is compared with all, once for each loop around
	work += unset * 13 / 10                           // so is each that turns out to be the same on all ways
	work += again * w.turns.count * 2                 // and once for each turn
	work += w.chains.steps*2 + reloads
	work += 15*(w.climbs+2*checks*blocks) + 30*blocks*uint64(w.deepest) // a check lies above what follows it
	return toll{room: room, kept: w.room/roomPerKept + keptOfCrossing*args, work: work, blocks: blocks, instructions: w.instructions}
}

// typeOf returns the type of a function, imports counted first.
func (m *module) typeOf(i uint32) funcType {
	if n := uint32(len(m.imports)); i >= n {
		return m.types[m.funcs[i-n]]
	}
	return m.types[m.imports[i].typ]
}

// values counts the values that a call of the type passes in and out.
func (t funcType) values() uint64 { return uint64(len(t.params) + len(t.results)) }
