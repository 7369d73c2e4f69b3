package hostile

import (
	"slices"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

// setting sets each of n locals to v.
func setting(n int, v int32) []byte {
	var b []byte
	for i := range n {
		b = append(append(append(b, a.Const32(v)...), a.LocalSet), a.Uleb(i)...)
	}
	return b
}

// carrying reads n locals behind code, so that what they are is carried over all of it.
func carrying(n int, code []byte) []byte {
	for i := range n {
		code = append(append(append(code, a.LocalGet), a.Uleb(i)...), a.Drop)
	}
	return code
}

// bombs are valid modules that are hard to compile. Each still answers.
func bombs() []Case {
	answers := func(name, why string, change func(g *Guest)) Case {
		return Case{Name: name, Why: why, Phase: PhaseCall, Then: []string{""}, Heavy: true, build: changed(change)}
	}
	return []Case{
		answers("a hundred thousand functions", "As many as there may be.", func(g *Guest) {
			g.Funcs = append(g.Funcs, slices.Repeat([]a.Func{{}}, 100_000-len(g.Funcs))...)
		}),
		answers("a hundred thousand data segments", "As many as there may be.", func(g *Guest) {
			g.Data = append(g.Data, slices.Repeat([]a.Data{{At: 8, Bytes: []byte{1}}}, 100_000-len(g.Data))...)
		}),
		answers("blocks nested a thousand deep", "Who reads code by recursion runs out of stack.", func(g *Guest) {
			g.First(nested(1_000)...)
		}),
		answers("a branch table of ten thousand targets", "Each target is a way to go on.", func(g *Guest) {
			g.First(branching(10_000)...)
		}),
		answers("a function of fifty thousand locals", "As many as there may be; all are set to zero.", func(g *Guest) {
			g.Funcs[FuncScore].Locals = a.Join(a.Uleb(1), a.Uleb(49_900), []byte(a.I64))
		}),
		answers("a function type of a thousand parameters", "As many as there may be.", func(g *Guest) {
			g.Add(a.Func{Params: string(slices.Repeat([]byte(a.I64), 1000)), Results: string(slices.Repeat([]byte(a.I64), 1000)), Body: []byte{a.Unreachable}})
		}),
		answers("a long line of code", "A function of 100 KB without a branch.", func(g *Guest) {
			g.First(slices.Repeat(a.Join(a.Const32(1), []byte{a.Drop}), 33_000)...)
		}),
	}
}

// nested is n blocks within each other, with a branch out of all.
func nested(n int) []byte {
	return a.Join(slices.Repeat([]byte{a.Block, a.Void}, n), []byte{a.Br}, a.Uleb(n-1), slices.Repeat([]byte{a.End}, n))
}

// branching returns a branch table of n targets, all the two blocks around it in turn.
func branching(n int) []byte {
	return a.Join([]byte{a.Block, a.Void, a.Block, a.Void}, a.Const32(1), []byte{a.BrTable}, a.Uleb(n), slices.Repeat([]byte{0, 1}, n/2), []byte{0, a.End, a.End})
}
