package hostile

import (
	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

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
