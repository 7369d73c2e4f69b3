package hostile

import (
	"slices"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

// tooCostly are small modules of which the compiler would make gigabytes, or minutes.
func tooCostly() []Case {
	return loading("load", slices.Concat(costlyValues(), costlyLoops(), costlyAmounts(), costlyNames(), costlyWays()))
}

// costlyValues make values that the compiler keeps for each call or way.
func costlyValues() []Case {
	wide := string(slices.Repeat([]byte(a.I64), 1000))
	return []Case{
		{Name: "calls that pass two thousand values each", Why: "The compiler keeps each value of each call: 48 KB of them take 5 GB.", Says: "MB for one function, over the limit of 224 MB",
			build: changed(func(g *Guest) {
				to := len(g.Funcs)
				g.Funcs = append(g.Funcs, a.Func{Params: wide, Results: wide, Body: []byte{a.Unreachable}})
				g.First(a.Join(slices.Repeat(a.Const64(0), 1000), slices.Repeat(a.CallOf(to), 1000), slices.Repeat([]byte{a.Drop}, 1000))...)
			})},
		{Name: "calls that pass two thousand values each, in thirty functions", Why: "Each is bearable, and their machine code is not.", Says: "MB for the module", Heavy: true, build: changed(func(g *Guest) {
			to := g.Add(a.Func{Params: wide, Results: wide, Body: []byte{a.Unreachable}})
			body := a.Join(slices.Repeat(a.Const64(0), 1000), slices.Repeat(a.CallOf(to), 149), slices.Repeat([]byte{a.Drop}, 1000))
			g.Funcs = append(g.Funcs, slices.Repeat([]a.Func{{Body: body}}, 300)...)
		})},
		{Name: "ways on that give a thousand values each", Why: "A branch table has them for every target.", Says: "MB for one function, over the limit of 224 MB",
			build: changed(func(g *Guest) {
				g.Funcs = append(g.Funcs, a.Func{Results: wide, Body: a.Join(slices.Repeat(a.Const64(0), 1001), []byte{a.BrTable}, a.Uleb(10_000), make([]byte, 10_001))})
			})},
	}
}

// costlyLoops carry locals and loops through each other.
func costlyLoops() []Case {
	return []Case{
		{Name: "a thousand blocks over fifty thousand locals", Why: "Where control flow meets, each local may have come from either side.", Says: "among them 49900 locals at 1000 places", Heavy: true,
			build: changed(func(g *Guest) {
				f := g.Add(a.Func{Locals: a.Join(a.Uleb(1), a.Uleb(49_900), []byte(a.I64))})
				g.Funcs[f].Body = carrying(49_900, slices.Repeat(a.Join(a.Const32(0), []byte{a.If, a.Void, a.End}), 1_000))
			})},
		{Name: "a branch table whose five thousand labels carry five thousand locals", Why: "Each label carries each local: 115 KB take over 4 GB.", Says: "among them 5000 locals at 1 places",
			build: changed(func(g *Guest) {
				f := g.Add(a.Func{Locals: a.Join(a.Uleb(1), a.Uleb(5000), []byte(a.I32))})
				inner := a.Join([]byte{a.Block, a.Void}, a.Const32(0), []byte{a.BrTable}, a.Uleb(5000), make([]byte, 5001), []byte{a.End}, setting(5000, 2))
				g.Funcs[f].Body = carrying(5000, a.Join([]byte{a.Block, a.Void}, inner, []byte{a.End}))
			})},
		{Name: "twenty thousand loops within each other", Why: "The compiler looks through all loops around each: 200 KB take over 4 GB.", Says: "over 500 loops within each other",
			build: changed(func(g *Guest) {
				g.First(a.Join(slices.Repeat([]byte{a.Loop, a.Void}, 20_000), slices.Repeat([]byte{a.End}, 20_000))...)
			})},
		{Name: "three hundred thousand loops within each other", Why: "So much the more.", Says: "over 500 loops within each other", Heavy: true,
			build: changed(func(g *Guest) {
				g.First(a.Join(slices.Repeat([]byte{a.Loop, a.Void}, 300_000), slices.Repeat([]byte{a.End}, 300_000))...)
			})},
		{Name: "five thousand locals in a loop", Why: "The compiler compares each with all of them, for every loop around them.", Says: "of the compiler's time", build: changed(func(g *Guest) {
			f := g.Add(a.Func{Locals: a.Join(a.Uleb(1), a.Uleb(5000), []byte(a.I32))})
			g.Funcs[f].Body = carrying(5000, a.Join(slices.Repeat([]byte{a.Loop, a.Void}, 10), setting(5000, 2), slices.Repeat(a.Join(a.Const32(0), []byte{a.BrIf, 0, a.End}), 10)))
		})},
	}
}

// costlyAmounts have much of something: instructions, types, imports.
func costlyAmounts() []Case {
	return []Case{
		{Name: "a function of four million instructions", Why: "The compiler keeps a kilobyte for each: 4 MB take 4 GB.", Says: "MB for one function, over the limit of 224 MB", Heavy: true,
			build: changed(func(g *Guest) {
				g.First(a.Join(a.Const32(0), slices.Repeat([]byte{a.I32Eqz}, 4_100_000), []byte{a.Drop})...)
			})},
		{Name: "a hundred functions of many divisions", Why: "Each is bearable, and all together are not.", Says: "MB for the module", Heavy: true,
			build: changed(func(g *Guest) {
				body := a.Join([]byte{a.LocalGet, 0}, slices.Repeat(a.Join(a.Const32(3), []byte{a.I32DivU}), 15_000), []byte{a.Drop})
				g.Funcs = append(g.Funcs, slices.Repeat([]a.Func{{Params: a.I32, Body: body}}, 100)...)
			})},
		{Name: "eight thousand wide types", Why: "Each value of each type is looked at for minutes in all.", Says: "over 200000 parameters and results together", Heavy: true, build: changed(func(g *Guest) {
			for n := range 8000 {
				params := slices.Repeat([]byte(a.I64), 1000)
				params[n/1000], params[n%1000] = a.I32[0], a.F64[0]
				g.Add(a.Func{Params: string(params)})
			}
		})},
		{Name: "ninety thousand imports of WASI", Why: "The runtime looks through them for each.", Says: "over the limit of 256: import each function once", Heavy: true, build: changed(func(g *Guest) {
			g.Imports = slices.Repeat([]a.Import{{Module: Wasi, Name: "sched_yield", Results: a.I32}}, 90_000)
		})},
	}
}

// costlyNames give one value many names, or many values one place.
func costlyNames() []Case {
	return []Case{
		{Name: "a hundred thousand shifts by zero, each of the last", Why: "Each is another name of the first value, and each use of the last follows all of them: 700 KB take minutes.", Says: "of the compiler's time",
			build: changed(func(g *Guest) { renamed(g, 100_000, 200) })},
		{Name: "a local that is read behind each of five thousand ifs, twice", Why: "It has another name behind each of them.", Says: "of the compiler's time",
			build: changed(func(g *Guest) { reread(g, 5_500, 220); reread(g, 5_500, 220) })},
		{Name: "a hundred loops within each other that take a thousand values each", Why: "All values are compared again for each loop around them: 6 KB take a minute.", Says: "of the compiler's time",
			build: changed(func(g *Guest) { handed(g, 1000, 100) })},
		{Name: "three thousand locals that a loop hands on", Why: "The compiler finds out for one of them at a time that it never changes: 30 KB take half a minute.", Says: "of the compiler's time",
			build: changed(func(g *Guest) { rotated(g, 3000) })},
		{Name: "three thousand locals that a loop hands on through a global", Why: "The compiler knows what the global was set to.", Says: "of the compiler's time",
			build: changed(func(g *Guest) {
				g.Globals = [][]byte{{a.I32[0], 1, 0x41, 0, a.End}}
				rotated(g, 3000, a.GlobalSet, 0, a.GlobalGet, 0)
			})},
		{Name: "ten loops that shift a thousand values", Why: "So it is with what loops take: 5 KB take eight seconds, and each function as small takes as much again.", Says: "of the compiler's time",
			build: changed(func(g *Guest) { shifted(g, 1000, 10) })},
	}
}

// costlyWays have many ways to one place.
func costlyWays() []Case {
	return []Case{
		{Name: "two hundred ways to one place, past five thousand locals", Why: "The compiler compares each local on each way, though nothing sets one: 20 KB take four seconds, and each function as small takes as much again.", Says: "of the compiler's time",
			build: changed(func(g *Guest) { meeting(g, 5000, 1, 200) })},
		{Name: "three hundred ways to one place, and one through ten loops", Why: "It compares them again for each loop.", Says: "of the compiler's time",
			build: changed(func(g *Guest) { meeting(g, 1500, 10, 300) })},
		{Name: "two hundred fills past five thousand locals", Why: "Each fill becomes a loop of the compiler's own: 24 KB take a minute.", Says: "of the compiler's time",
			build: changed(func(g *Guest) { filling(g, 5000, 200) })},
		{Name: "a function of two million instructions that come to nothing", Why: "To validate one takes memory for all of its instructions: 4 MB take 954 MB.", Says: "over the limit of 600000", Heavy: true,
			build: changed(func(g *Guest) {
				g.Add(a.Func{Params: a.I32, Body: a.Join([]byte{a.LocalGet, 0}, slices.Repeat([]byte{a.LocalTee, 0}, 2_000_000), []byte{a.Drop})})
			})},
		{Name: "three functions of seven thousand returns", Why: "Each lies below all before it, and the compiler climbs from each to the entry: 130 KB take fifteen seconds.", Says: "of the compiler's time",
			build: changed(func(g *Guest) { returning(g, 7_000, 3) })},
		{Name: "fifteen thousand globals and as many functions", Why: "Where the host may be called, all globals are read again: 400 KB take half a minute.", Says: "of the compiler's time", Heavy: true,
			build: changed(func(g *Guest) { global(g, 15_000, 15_000) })},
	}
}
