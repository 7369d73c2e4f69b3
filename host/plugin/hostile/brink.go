package hostile

import (
	"slices"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

// Brink are modules that ask for nearly as much of the compiler as one module may, each of another thing. They
// load, and answer.
func Brink() []Case {
	add := func(name, why string, functions int, f a.Func) Case {
		return Case{Name: name, Why: why, Phase: PhaseCall, Then: []string{""}, Heavy: true, build: changed(func(g *Guest) {
			g.Funcs = append(g.Funcs, slices.Repeat([]a.Func{f}, functions)...)
		})}
	}
	long := string(slices.Repeat([]byte(a.I64), 1000))
	divisions := func(n int) a.Func {
		return a.Func{Params: a.I32, Results: a.I32, Body: a.Join([]byte{a.LocalGet, 0}, slices.Repeat(a.Join([]byte{a.LocalGet, 0}, []byte{a.I32DivU}), n))}
	}
	loads := func(n int) a.Func {
		return a.Func{Params: a.I32, Results: a.I32, Body: a.Join([]byte{a.LocalGet, 0}, slices.Repeat([]byte{0x28, 2, 0}, n))}
	}
	truncations := func(n int) a.Func { // to i64 and back to f64
		return a.Func{Params: a.F64, Results: a.F64, Body: a.Join([]byte{a.LocalGet, 0}, slices.Repeat([]byte{0xb1, 0xba}, n))}
	}
	locals := func(n int, code []byte) a.Func {
		return a.Func{Locals: a.Join(a.Uleb(1), a.Uleb(n), []byte(a.I32)), Body: carrying(n, a.Join(setting(n, 1), code))}
	}
	ifs := func(n int) []byte { return slices.Repeat(a.Join(a.Const32(0), []byte{a.If, a.Void, a.End}), n) }
	list := []Case{
		add("divisions", "The compiler keeps most for instructions that may trap.", 1, divisions(21_000)),
		add("divisions, again and again", "All functions together are bounded, too.", 120, divisions(5_000)),
		add("loads in thousands of functions", "Machine code is there twice, while it is put together.", 3300, loads(400)),
		add("truncations in thousands of functions", "Of one instruction comes much machine code.", 1_300, truncations(300)),
		add("locals over ifs", "Each local is looked for at each end.", 1, locals(500, ifs(1900))),
		add("many locals over few ifs", "So it is here.", 1, locals(5000, ifs(75))),
		add("blocks", "The compiler compares the paths to all blocks.", 1, a.Func{Body: ifs(6500)}),
		add("blocks, again and again", "In all functions together.", 20, a.Func{Body: ifs(1500)}),
		add("loops within each other", "The compiler looks through all loops around each.", 2, a.Func{Body: a.Join(
			slices.Repeat([]byte{a.Loop, a.Void}, 500), slices.Repeat([]byte{a.End}, 500))}),
		add("instructions that come to nothing", "To validate takes memory, too.", 8, a.Func{Params: a.I32, Body: slices.Repeat([]byte{a.LocalGet, 0, a.Drop}, 200_000)}),
		add("a million locals", "So does it for locals that nothing uses.", 20, a.Func{Locals: a.Join(a.Uleb(1), a.Uleb(49_900), []byte(a.I64))}),
	}
	wide := add("values that cross calls", "Each is stored and loaded again.", 0, a.Func{})
	wide.build = changed(func(g *Guest) {
		to := g.Add(a.Func{Params: long, Results: long, Body: []byte{a.Unreachable}})
		body := a.Join(slices.Repeat(a.Const64(0), 1000), slices.Repeat(a.CallOf(to), 8), slices.Repeat([]byte{a.Drop}, 1000))
		g.Funcs = append(g.Funcs, slices.Repeat([]a.Func{{Body: body}}, 300)...)
	})
	mixed := add("a large function before many small ones", "What the compiler keeps of the first is there while the others make garbage.", 1, divisions(12_000))
	mixed.build = changed(func(g *Guest) {
		g.Funcs = append(g.Funcs, divisions(12_000))
		g.Funcs = append(g.Funcs, slices.Repeat([]a.Func{loads(400)}, 1200)...)
	})
	types := add("types of two hundred thousand values", "Types are compared, and named in text.", 0, a.Func{})
	types.build = changed(func(g *Guest) {
		for n := range 195 {
			params := slices.Repeat([]byte(a.I64), 1000)
			params[n] = a.I32[0]
			g.Add(a.Func{Params: string(params)})
		}
	})
	return completed(slices.Concat(list, []Case{wide, mixed, types}, named()))
}

// named returns those of which the compiler gives one value many names, or compares many values.
func named() []Case {
	add := func(name, why string, change func(g *Guest)) Case {
		return Case{Name: name, Why: why, Phase: PhaseCall, Then: []string{""}, Heavy: true, build: changed(change)}
	}
	return []Case{
		add("shifts by zero", "Each use of the last follows all of them.", func(g *Guest) { renamed(g, 9_000, 200) }),
		add("a local that is read behind ifs", "So does each use of its last name.", func(g *Guest) { reread(g, 5_200, 200) }),
		add("loops that take many values", "All are compared for each loop around them.", func(g *Guest) { handed(g, 110, 20) }),
		add("locals that a loop hands on", "The compiler looks through them again for each.", func(g *Guest) { rotated(g, 1_050) }),
		add("loops that shift values", "So it does for what loops take.", func(g *Guest) { shifted(g, 380, 3) }),
		add("many ways to one place", "So it does for what nothing sets.", func(g *Guest) { meeting(g, 2500, 1, 250) }),
		add("fills over locals", "And for the loops that they become.", func(g *Guest) { filling(g, 4500, 40) }),
		add("a long function of copies", "To validate it takes memory.", func(g *Guest) {
			g.Add(a.Func{Params: a.I32, Body: a.Join([]byte{a.LocalGet, 0}, slices.Repeat([]byte{a.LocalTee, 0}, 599_000), []byte{a.Drop})})
		}),
		add("returns in a row", "The compiler climbs from each block to the entry.", func(g *Guest) { returning(g, 4_000, 4) }),
		add("globals over functions", "Each function reads all of them.", func(g *Guest) { global(g, 15_000, 1_700) }),
	}
}
