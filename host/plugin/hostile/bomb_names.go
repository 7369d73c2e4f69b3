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

// handed hands a thousand values through n loops within each other.
func handed(g *Guest, n int) {
	wide := string(slices.Repeat([]byte(a.I32), 1000))
	const typ = 4 // behind those of the guest's own functions
	g.Add(a.Func{Params: wide, Results: wide, Body: []byte{a.Unreachable}})
	loops := a.Join(slices.Repeat([]byte{a.Loop, typ}, n), slices.Repeat(a.Join(a.Const32(0), []byte{a.BrIf, 0, a.End}), n))
	g.Add(a.Func{Body: a.Join(slices.Repeat([]byte{a.LocalGet, 0}, 1000), loops, slices.Repeat([]byte{a.Drop}, 1000)), Locals: a.Join(a.Uleb(1), a.Uleb(1), []byte(a.I32))})
}

// global adds that many globals, and functions that do nothing.
func global(g *Guest, globals, functions int) {
	g.Globals = slices.Repeat([][]byte{a.Join([]byte(a.I64), []byte{1}, a.Const64(0), []byte{a.End})}, globals)
	g.Funcs = append(g.Funcs, slices.Repeat([]a.Func{{}}, functions)...)
}
