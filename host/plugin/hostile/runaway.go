package hostile

import (
	"slices"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

// A Runaway is a case that does not come to an end by itself, or not soon.
type Runaway struct {
	Case
	Over int64 // units that may be charged beyond a limit before the next check
}

// Runaways returns the cases that only a limit of fuel or time ends. Their first call ends with "fuel".
func Runaways() []Runaway {
	list := slices.Concat(runawayLoops(), runawayGrowth(), runawayCalls())
	for i := range list {
		c := &list[i].Case
		c.Phase, c.Kind, c.Says, c.Bound.Memory = PhaseCall, "fuel", "stopped at the limit of 10000000 units of fuel", 64<<20
	}
	return list
}

// runawayLoops compute without end.
func runawayLoops() []Runaway {
	return []Runaway{
		{Case{Name: "an endless loop", Why: "The simplest way to hang a host.", build: changed(func(g *Guest) { g.Score(a.Forever()...) })}, 10},
		{Case{Name: "an endless allocator", Why: "A request is written before the entry point is called.", build: changed(func(g *Guest) { g.Funcs[FuncAlloc].Body = a.Forever() })}, 10},
		{Case{Name: "a loop of 2^31 bytes of fills", Why: "One instruction does the work of thousands.", build: changed(func(g *Guest) {
			g.Score(a.Forever(fill(190 << 10)...)...)
		})}, 25_000},
		{Case{Name: "a loop of copies onto itself", Why: "Copies that overlap are the slowest.", build: changed(func(g *Guest) {
			g.Score(a.Forever(a.Join(a.Const32(1), a.Const32(0), a.Const32(190<<10), []byte{a.Misc, a.CopyMemory, 0, 0})...)...)
		})}, 25_000},
		{Case{Name: "a loop that carries a thousand locals around an if", Why: "Copies are made where control flow meets, which no instruction asks for.", build: changed(func(g *Guest) {
			g.Funcs[FuncScore].Locals = a.Join(a.Uleb(1), a.Uleb(1_000), []byte(a.I32))
			skipped := a.Join(a.Const32(0), []byte{a.If, a.Void}, setting(1_000, 1), []byte{a.End})
			g.Score(a.Join(carrying(1_000, a.Join([]byte{a.Loop, a.Void}, skipped, a.Const32(1), []byte{a.BrIf, 0, a.End})), []byte{a.Unreachable})...)
		})}, 2_500},
		{Case{Name: "an exponential recursion", Why: "It has no loop, and is never deep.", build: changed(func(g *Guest) { recurse(g, nil) })}, 100},
		{Case{Name: "a recursion that works on its way back", Why: "It has no loop, and works where nothing is called.", build: changed(func(g *Guest) {
			recurse(g, slices.Repeat([]byte{a.Block, a.Void, a.LocalGet, 0, a.I32Eqz, a.BrIf, 0, a.LocalGet, 0, a.Drop, a.End}, 500))
		})}, 10_000},
		{Case{Name: "products of numbers next to zero", Why: "They take a processor a hundred times as long as others.", build: changed(func(g *Guest) {
			g.Funcs[FuncScore].Locals = []byte{1, 1, a.F64[0]}
			least := []byte{0x44, 1, 0, 0, 0, 0, 0, 0, 0}                                                                                                                // 2^-1074
			product := a.Join(least, []byte{a.LocalGet, 2, 0xa0, a.LocalSet, 2, a.LocalGet, 2, 0x44}, []byte{0, 0, 0, 0, 0, 0, 0xe0, 0x3f}, []byte{0xa2, a.LocalSet, 2}) // x = (x + least) / 2
			g.Score(a.Forever(slices.Repeat(product, 500)...)...)
		})}, 5_000},
		{Case{Name: "a branch table into a thousand blocks around it", Why: "The way out of them is free where nobody counts it.", build: changed(func(g *Guest) { g.Score(a.Forever(leaving(1_000)...)...) })}, 3_000},
	}
}

// runawayGrowth make the host grow memory or tables without end.
func runawayGrowth() []Runaway {
	return []Runaway{
		{Case{Name: "a loop of memory growth", Why: "Growth moves all of the memory, or is refused for ever.", build: changed(func(g *Guest) {
			g.Score(a.Forever(a.Join(a.Const32(1), []byte{a.MemoryGrow, 0, a.Drop})...)...)
		})}, 66_000},
		{Case{Name: "a loop of table growth", Why: "Tables grow on the host's account.", build: changed(func(g *Guest) {
			g.Tables = [][]byte{table(1, -1)}
			g.Score(a.Forever(a.Join([]byte{a.RefNull}, []byte(a.Funcref), a.Const32(64), []byte{a.Misc, a.TableGrow, 0, a.Drop})...)...)
		})}, 2_000},
		{Case{Name: "a memory of new pages, each touched once", Why: "The system finds a page when it is touched, which takes a thousand times as long as the instruction.", build: changed(func(g *Guest) {
			g.Funcs[FuncScore].Locals = []byte{1, 1, a.I32[0]}
			touch := a.Join([]byte{a.LocalGet, 2}, a.Const32(4096), []byte{a.I32Add, a.LocalSet, 2, a.LocalGet, 2, a.LocalGet, 2, a.Store8, 0, 0, a.LocalGet, 2}, a.Const32(60<<20), []byte{a.I32Sub, a.BrIf, 0})
			g.Score(a.Join(a.Const32(980), []byte{a.MemoryGrow, 0, a.Drop, a.Loop, a.Void}, touch, []byte{a.End}, a.Forever())...)
		})}, 65_000_000},
	}
}

// runawayCalls call the host without end.
func runawayCalls() []Runaway {
	return []Runaway{
		{Case{Name: "a flood of output", Why: "What it writes goes through the host.", build: changed(func(g *Guest) {
			g.Score(flood(g, 1)...)
		})}, 2 << 20},
		{Case{Name: "a flood of log in single bytes", Why: "The cost of a call, not of its bytes, is what counts here.", build: changed(func(g *Guest) {
			write := g.Import("fd_write", a.I32+a.I32+a.I32+a.I32, a.I32)
			store := a.Join(a.Const32(4), a.Const32(1), []byte{a.Store32, 2, 0})
			g.Score(a.Join(store, a.Forever(a.Join(a.Const32(2), a.Const32(0), a.Const32(1), a.Const32(16), a.CallOf(write), []byte{a.Drop})...))...)
		})}, 2_000},
		{Case{Name: "random bytes without end", Why: "The host makes them, at its own expense.", build: changed(func(g *Guest) {
			random := g.Import("random_get", a.I32+a.I32, a.I32)
			g.Score(a.Forever(a.Join(a.Const32(0), a.Const32(190<<10), a.CallOf(random), []byte{a.Drop})...)...)
		})}, 1 << 17},
		{Case{Name: "paths of all its memory", Why: "The runtime cleans a path before it says that there are no files.", build: changed(func(g *Guest) {
			mkdir := g.Import("path_create_directory", a.I32+a.I32+a.I32, a.I32)
			g.Score(a.Forever(a.Join(a.Const32(3), a.Const32(0), a.Const32(190<<10), a.CallOf(mkdir), []byte{a.Drop})...)...)
		})}, 16*190<<10 + 1000},
		{Case{Name: "yields without end", Why: "A guest that calls the host all the time never computes.", build: changed(func(g *Guest) {
			yield := g.Import("sched_yield", "", a.I32)
			g.Score(a.Forever(a.Join(a.CallOf(yield), []byte{a.Drop})...)...)
		})}, 1000},
	}
}

// fill sets n bytes of memory.
func fill(n int32) []byte {
	return a.Join(a.Const32(0), a.Const32(7), a.Const32(n), []byte{a.Misc, a.FillMemory, 0})
}

// leaving is n blocks within each other, and a branch table out of them that begins with the innermost.
func leaving(n int) []byte {
	table := a.Join(a.Const32(0), []byte{a.BrTable}, a.Uleb(n))
	for i := range n + 1 {
		table = append(table, a.Uleb(min(i, n-1))...)
	}
	return a.Join(slices.Repeat([]byte{a.Block, a.Void}, n), table, slices.Repeat([]byte{a.End}, n))
}

// flood writes 64 KiB again and again: their address and length are the first eight bytes of memory.
func flood(g *Guest, fd int32) []byte {
	write := g.Import("fd_write", a.I32+a.I32+a.I32+a.I32, a.I32)
	store := a.Join(a.Const32(4), a.Const32(64<<10), []byte{a.Store32, 2, 0})
	return a.Join(store, a.Forever(a.Join(a.Const32(fd), a.Const32(0), a.Const32(1), a.Const32(16), a.CallOf(write), []byte{a.Drop})...))
}

// recurse calls a function that calls itself twice, 60 deep, and does work after both.
func recurse(g *Guest, work []byte) {
	self := g.Index(len(g.Funcs))
	next := a.Join([]byte{a.LocalGet, 0}, a.Const32(1), []byte{a.I32Sub}, a.CallOf(self))
	twice := a.Join([]byte{a.Block, a.Void, a.LocalGet, 0, a.I32Eqz, a.BrIf, 0}, next, next, []byte{a.End}, work)
	g.Add(a.Func{Params: a.I32, Body: twice})
	g.Score(a.Join(a.Const32(60), a.CallOf(self), []byte{a.Unreachable})...)
}
