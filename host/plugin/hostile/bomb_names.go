package hostile

import (
	"slices"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

// renamed shifts a parameter by zero n times, and passes what comes of it to calls, a thousand times each.
func renamed(g *Guest, n, calls int) {
	shifted := a.Join([]byte{a.LocalGet, 0}, slices.Repeat(a.Join(a.Const32(0), []byte{a.I32Shl}), n), []byte{a.LocalSet, 0})
	g.Add(a.Func{Params: a.I32, Body: a.Join(shifted, passing(g, calls))})
}

// reread reads a parameter behind each of n ifs, and passes it to calls, a thousand times each.
func reread(g *Guest, n, calls int) {
	read := a.Join(a.Const32(0), []byte{a.If, a.Void, a.End, a.LocalGet, 0, a.Drop})
	g.Add(a.Func{Params: a.I32, Body: a.Join(slices.Repeat(read, n), passing(g, calls))})
}

// passing passes the first local to n calls, a thousand times to each.
func passing(g *Guest, n int) []byte {
	to := g.Add(a.Func{Params: string(slices.Repeat([]byte(a.I32), 1000))})
	return slices.Repeat(a.Join(slices.Repeat([]byte{a.LocalGet, 0}, 1000), a.CallOf(to)), n)
}

// handed hands values through n loops within each other.
func handed(g *Guest, values, n int) {
	wide := string(slices.Repeat([]byte(a.I32), values))
	const typ = 4 // behind those of the guest's own functions
	g.Add(a.Func{Params: wide, Results: wide, Body: []byte{a.Unreachable}})
	loops := a.Join(slices.Repeat([]byte{a.Loop, typ}, n), slices.Repeat(a.Join(a.Const32(0), []byte{a.BrIf, 0, a.End}), n))
	g.Add(a.Func{Body: a.Join(slices.Repeat([]byte{a.LocalGet, 0}, values), loops, slices.Repeat([]byte{a.Drop}, values)), Locals: a.Join(a.Uleb(1), a.Uleb(1), []byte(a.I32))})
}

// global adds that many globals, and functions that do nothing.
func global(g *Guest, globals, functions int) {
	g.Globals = slices.Repeat([][]byte{a.Join([]byte(a.I64), []byte{1}, a.Const64(0), []byte{a.End})}, globals)
	g.Funcs = append(g.Funcs, slices.Repeat([]a.Func{{}}, functions)...)
}

// rotated gives each of n locals the value of the one before, round by round of a loop, by way of some code.
func rotated(g *Guest, n int, by ...byte) {
	var copies []byte
	for i := n - 1; i > 0; i-- {
		copies = append(copies, a.Join([]byte{a.LocalGet}, a.Uleb(i-1), by, []byte{a.LocalSet}, a.Uleb(i))...)
	}
	loop := a.Join([]byte{a.Loop, a.Void}, copies, a.Const32(0), []byte{a.BrIf, 0, a.End})
	g.Add(a.Func{Locals: a.Join(a.Uleb(1), a.Uleb(n), []byte(a.I32)), Body: a.Join(loop, carrying(n, nil))})
}

// shifted gives each of the values that a loop takes the place of the one before, in each of n loops.
func shifted(g *Guest, values, n int) {
	wide := string(slices.Repeat([]byte(a.I32), values))
	const typ = 4 // behind those of the guest's own functions
	g.Add(a.Func{Params: wide, Results: wide, Body: []byte{a.Unreachable}})
	loops := slices.Repeat([]byte{a.Loop, typ, a.LocalGet, 0, a.LocalGet, 0, a.BrIf, 0, a.Drop, a.End}, n)
	g.Add(a.Func{Params: a.I32, Body: a.Join(slices.Repeat([]byte{a.LocalGet, 0}, values), loops, slices.Repeat([]byte{a.Drop}, values))})
}

// meeting leads that many ways, and one through loops within each other, to one place, and carries locals over it that nothing sets.
func meeting(g *Guest, locals, loops, ways int) {
	turn := a.Join(a.Const32(0), []byte{a.BrIf, 0, a.End})
	within := a.Join(slices.Repeat([]byte{a.Loop, a.Void}, loops), slices.Repeat(turn, loops))
	block := a.Join([]byte{a.Block, a.Void}, slices.Repeat(a.Join(a.Const32(0), []byte{a.BrIf, 0}), ways), within, []byte{a.End})
	g.Add(a.Func{Locals: a.Join(a.Uleb(1), a.Uleb(locals), []byte(a.I32)), Body: carrying(locals, a.Join([]byte{a.Loop, a.Void}, block, turn))})
}

// filling carries locals over that many fills of memory.
func filling(g *Guest, locals, fills int) {
	fill := a.Join(a.Const32(0), a.Const32(0), []byte{a.LocalGet, 0, a.Misc, a.FillMemory, 0})
	g.Add(a.Func{Locals: a.Join(a.Uleb(1), a.Uleb(locals), []byte(a.I32)), Body: carrying(locals, slices.Repeat(fill, fills))})
}

// returning adds functions of n returns in a row, each behind a condition.
func returning(g *Guest, n, functions int) {
	back := a.Join(a.Const32(0), []byte{a.If, a.Void, a.Return, a.End})
	g.Funcs = append(g.Funcs, slices.Repeat([]a.Func{{Body: slices.Repeat(back, n)}}, functions)...)
}
