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

// Runaways are the cases that only a limit of fuel or time ends. Their first call ends with "fuel".
func Runaways() []Runaway {
	list := []Runaway{
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
		{Case{Name: "a loop of memory growth", Why: "Growth moves all of the memory, or is refused for ever.", build: changed(func(g *Guest) {
			g.Score(a.Forever(a.Join(a.Const32(1), []byte{a.MemoryGrow, 0, a.Drop})...)...)
		})}, 66_000},
		{Case{Name: "a loop of table growth", Why: "Tables grow on the host's account.", build: changed(func(g *Guest) {
			g.Tables = [][]byte{table(1, -1)}
			g.Score(a.Forever(a.Join([]byte{a.RefNull}, []byte(a.Funcref), a.Const32(64), []byte{a.Misc, a.TableGrow, 0, a.Drop})...)...)
		})}, 2_000},
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
		{Case{Name: "products of numbers next to zero", Why: "They take a processor a hundred times as long as others.", build: changed(func(g *Guest) {
			g.Funcs[FuncScore].Locals = []byte{1, 1, a.F64[0]}
			least := []byte{0x44, 1, 0, 0, 0, 0, 0, 0, 0}                                                                                                                // 2^-1074
			product := a.Join(least, []byte{a.LocalGet, 2, 0xa0, a.LocalSet, 2, a.LocalGet, 2, 0x44}, []byte{0, 0, 0, 0, 0, 0, 0xe0, 0x3f}, []byte{0xa2, a.LocalSet, 2}) // x = (x + least) / 2
			g.Score(a.Forever(slices.Repeat(product, 500)...)...)
		})}, 5_000},
		{Case{Name: "a branch table into a thousand blocks around it", Why: "The way out of them is free where nobody counts it.", build: changed(func(g *Guest) { g.Score(a.Forever(leaving(1_000)...)...) })}, 3_000},
		{Case{Name: "a memory of new pages, each touched once", Why: "The system finds a page when it is touched, which takes a thousand times as long as the instruction.", build: changed(func(g *Guest) {
			g.Funcs[FuncScore].Locals = []byte{1, 1, a.I32[0]}
			touch := a.Join([]byte{a.LocalGet, 2}, a.Const32(4096), []byte{a.I32Add, a.LocalSet, 2, a.LocalGet, 2, a.LocalGet, 2, a.Store8, 0, 0, a.LocalGet, 2}, a.Const32(60<<20), []byte{a.I32Sub, a.BrIf, 0})
			g.Score(a.Join(a.Const32(980), []byte{a.MemoryGrow, 0, a.Drop, a.Loop, a.Void}, touch, []byte{a.End}, a.Forever())...)
		})}, 65_000_000},
		{Case{Name: "yields without end", Why: "A guest that calls the host all the time never computes.", build: changed(func(g *Guest) {
			yield := g.Import("sched_yield", "", a.I32)
			g.Score(a.Forever(a.Join(a.CallOf(yield), []byte{a.Drop})...)...)
		})}, 1000},
	}
	for i := range list {
		c := &list[i].Case
		c.Phase, c.Kind, c.Says, c.Bound.Memory = PhaseCall, "fuel", "stopped at the limit of 10000000 units of fuel", 64<<20
	}
	return list
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

// running are modules that fail while they answer.
func running() []Case {
	var list []Case
	for _, r := range Runaways() {
		list = append(list, r.Case)
	}
	trap := func(name, why, says string, body ...byte) Case {
		return Case{Name: name, Why: why, Kind: "trap", Says: says, build: changed(func(g *Guest) { g.Score(body...) })}
	}
	list = append(list,
		Case{Name: "a path of a gigabyte", Why: "The runtime gets 64 KiB of it, which are within its memory.", Then: []string{""}, Bound: Bound{Fuel: 1 << 40}, build: changed(func(g *Guest) {
			unlink := g.Import("path_unlink_file", a.I32+a.I32+a.I32, a.I32)
			const fault = 21 // beyond its memory
			g.First(a.Join(a.Const32(3), a.Const32(0), a.Const32(1<<30), a.CallOf(unlink), a.Const32(fault), []byte{0x46, a.If, a.Void, a.Unreachable, a.End})...)
		})},
		Case{Name: "an endless loop, in time", Why: "Fuel without end leaves the wall limit.", Kind: "time", Says: "stopped at the wall limit of 500ms", Then: []string{"time"},
			Bound: Bound{Fuel: 1 << 60, Wall: 500e6}, build: changed(func(g *Guest) { g.Score(a.Forever()...) })},
		trap("unreachable code", "A panic of Rust or C ends there.", "unreachable", a.Unreachable),
		trap("a division by zero", "Some machines end the process for it.", "divide by zero", a.Join(a.Const32(1), a.Const32(0), []byte{a.I32DivU, a.Drop, a.Unreachable})...),
		trap("an access beyond memory", "The next bytes are the host's.", "out of bounds", a.Join(a.Const32(-8), []byte{a.Load8, 0, 0, a.Drop, a.Unreachable})...),
		trap("an access that overflows its address", "Base and offset add up to more than 32 bits.", "out of bounds", a.Join(a.Const32(-1), []byte{a.Load8, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, a.Drop, a.Unreachable})...),
		Case{Name: "a fill of 2^31 bytes", Why: "It is charged for before it is found to reach beyond memory.", Kind: "fuel", Says: "stopped at the limit",
			build: changed(func(g *Guest) { g.Score(a.Join(fill(-1<<31), []byte{a.Unreachable})...) })},
		Case{Name: "a call through an empty table", Why: "A null is no function.", Kind: "trap", Says: "table", build: changed(func(g *Guest) {
			g.Tables = [][]byte{table(4, 4)}
			g.Add(a.Func{}) // a type to call
			g.Score(a.Join(a.Const32(3), []byte{a.CallTable, 4, 0, a.Unreachable})...)
		})},
		Case{Name: "a recursion without end", Why: "The stack of a guest is the host's memory.", Kind: "stack", Says: "stack overflow: its calls nest deeper than the limit of 20000", build: changed(func(g *Guest) {
			g.Score(g.Again()...)
		})},
		Case{Name: "a recursion of frames of many locals", Why: "Few deep frames take more than many flat ones.", Kind: "stack", Says: "stack overflow", build: changed(func(g *Guest) {
			g.Funcs[FuncScore].Locals = a.Join(a.Uleb(1), a.Uleb(40_000), []byte(a.I64))
			g.Score(g.Again()...)
		})},
		exiting("an exit", 3), exiting("an exit with the code of success", 0),
		exiting("an exit with the code of a cancellation", -1), exiting("an exit with the code of a deadline", -0x10000001),
		Case{Name: "a valid first answer and a trap", Why: "What an instance has answered says nothing of its next call.", Kind: "trap", Says: "unreachable", Then: []string{"", "trap", "", "trap"},
			build: changed(func(g *Guest) { g.Score(once(0, g.Funcs[FuncScore].Body, []byte{a.Unreachable}, a.I64)...) })},
		Case{Name: "a valid first answer and an endless loop", Why: "Nor does what it has cost.", Kind: "fuel", Says: "stopped at the limit", Then: []string{"", "fuel", ""},
			build: changed(func(g *Guest) { g.Score(once(0, g.Funcs[FuncScore].Body, a.Forever(), a.I64)...) })},
		Case{Name: "an error on the way back from a trap", Why: "A module that traps in its allocator never saw the request.", Kind: "trap", Says: "unreachable",
			build: changed(func(g *Guest) { g.Funcs[FuncAlloc].Body = []byte{a.Unreachable} })},
	)
	for i := range list {
		list[i].Phase = PhaseCall
	}
	return list
}

func exiting(name string, code int32) Case {
	return Case{Name: name, Why: "An exit is no answer, whatever its code.", Kind: "exit", Says: "exited with code", build: changed(func(g *Guest) { g.Score(exit(g, code)...) })}
}
