package hostile

import (
	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// starting are modules that fail before they are asked anything.
func starting() []Case {
	start := func(body ...byte) builder { // in the start section
		return changed(func(g *Guest) { g.Start = g.Add(a.Func{Body: body}) })
	}
	initialize := func(body ...byte) builder {
		return changed(func(g *Guest) { g.Add(a.Func{Export: "_initialize", Body: body}) })
	}
	list := []Case{
		{Name: "a start section that never ends", Why: "It runs before the host holds an instance that it could close.", Kind: "fuel", Says: "stopped at the limit of 10000000 units", build: start(a.Forever()...)},
		{Name: "a start section that never ends, in time", Why: "Time passes there too.", Kind: "time", Says: "stopped at the wall limit of 20ms",
			Bound: Bound{Fuel: 1 << 60, Wall: 20e6}, build: start(a.Forever()...)},
		{Name: "a start section that traps", Why: "The module never comes to be.", Kind: "trap", Says: "unreachable", build: start(a.Unreachable)},
		{Name: "a start section that recurses", Why: "The stack is bounded from the first instruction.", Kind: "stack", Says: "stack overflow", build: changed(func(g *Guest) {
			g.Start = g.Add(a.Func{Body: a.CallOf(g.Index(len(g.Funcs)))})
		})},
		{Name: "an _initialize that never ends", Why: "Stock Go starts its runtime there.", Kind: "fuel", Says: "stopped at the limit", build: initialize(a.Forever()...)},
		{Name: "an _initialize that traps", Why: "An instance that did not start must not be used.", Kind: "trap", Says: "unreachable", build: initialize(a.Unreachable)},
		{Name: "an _initialize that exits", Why: "A command's main would.", Kind: "exit", Says: "exited with code 0", build: changed(func(g *Guest) {
			g.Add(a.Func{Export: "_initialize", Body: exit(g, 0)})
		})},
		{Name: "an _initialize of the wrong type", Why: "It would find rubbish for its parameter.", Phase: PhaseLoad, Kind: "abi", Says: "_initialize has the type (i32) → ()", build: changed(func(g *Guest) {
			g.Add(a.Func{Export: "_initialize", Params: a.I32})
		})},
	}
	for i := range list {
		list[i].Phase = orStandard(list[i].Phase, PhaseStart)
	}
	return list
}

// exit is code that exits. It adds an import, so it comes before code that calls.
func exit(g *Guest, code int32) []byte {
	exit := g.Import("proc_exit", a.I32, "")
	return a.Join(a.Const32(code), a.CallOf(exit), []byte{a.Unreachable})
}

// describing are modules that do not say properly what they are.
func describing() []Case {
	body := func(body ...byte) builder {
		return changed(func(g *Guest) { g.Funcs[FuncDescribe].Body = body })
	}
	says := func(change func(m *contract.Manifest)) builder {
		return changed(func(g *Guest) {
			m := Manifest()
			change(m)
			g.Describe(m.Marshal(nil))
		})
	}
	list := []Case{
		{Name: "a description that traps", Why: "It is code like any other.", Kind: "trap", Says: "unreachable", build: body(a.Unreachable)},
		{Name: "a description that never ends", Why: "It is metered like any other.", Kind: "fuel", Says: "stopped at the limit", build: body(a.Forever()...)},
		{Name: "a description outside of memory", Why: "An address is only a number.", Kind: "contract", Says: "its answer is said to be 64 bytes at 4294967280, outside of its memory of 196608 bytes",
			build: body(a.Const64(a.Pack(0xfffffff0, 64))...)},
		{Name: "a description of a gigabyte", Why: "It is refused before it is copied.", Kind: "contract", Says: "its manifest: 1073741824 bytes, over the limit of 262144 bytes",
			build: body(a.Const64(a.Pack(0, 1<<30))...)},
		{Name: "a description that is no message", Why: "Bytes of another format are told as such.", Kind: "contract", Says: "manifest", build: changed(func(g *Guest) { g.Describe([]byte("{}")) })},
		{Name: "a description of nothing", Why: "An empty manifest has no name, no version and no kind.", Kind: "abi", Says: "contract 0", build: changed(func(g *Guest) { g.Describe(nil) })},
		{Name: "a description for another contract", Why: "Both versions and the way out are in the message.", Kind: "abi", Says: "it was built for contract 7, this host speaks contract 1",
			build: says(func(m *contract.Manifest) { m.Contract = 7 })},
		{Name: "a description that contradicts itself", Why: "A score plugin without a score.", Kind: "contract", Says: "exactly one score", build: says(func(m *contract.Manifest) { m.Outputs = nil })},
		{Name: "a kind that there is not", Why: "A host must not guess.", Kind: "contract", Says: "unknown kind 99", build: says(func(m *contract.Manifest) { m.Kind = 99 })},
		{Name: "a column of a type that there is not", Why: "What a host cannot send it must refuse.", Kind: "contract", Says: "unknown column type 9",
			build: says(func(m *contract.Manifest) { m.Inputs = []contract.Input{{Table: "items", Column: "year", Type: 9}} })},
		{Name: "a name that moves the cursor", Why: "Names come from strangers and go to terminals.", Kind: "contract", Says: "is not a lower_snake_case name",
			build: says(func(m *contract.Manifest) { m.Name = "\x1b[2Jadmin\u202e" })},
		{Name: "a range that is not a number", Why: "Nothing is outside of a range of NaN.", Kind: "contract", Says: "its range is not finite", build: says(func(m *contract.Manifest) { m.Outputs[0].Max = nan })},
		{Name: "a range from infinity", Why: "Nor is anything outside of an infinite one.", Kind: "contract", Says: "its range is not finite", build: says(func(m *contract.Manifest) { m.Outputs[0].Min = -inf })},
		{Name: "a manifest of a million parameters", Why: "Its megabytes are refused before they are copied.", Kind: "contract", Says: "over the limit of 262144 bytes",
			Bound: Bound{Memory: 16 << 20, Output: 16 << 20}, Heavy: true, build: manifestOf(1_000_000)},
		{Name: "a manifest of thirty thousand parameters", Why: "Within its bytes, comparing each with each would take the host a second.", Kind: "contract", Says: "30000 parameters, the most are 256",
			Bound: Bound{Output: 1 << 20}, build: manifestOf(30_000)},
	}
	for i := range list {
		list[i].Phase = PhaseDescribe
	}
	return append(list, Case{
		Name: "a description that changes from call to call", Why: "It is asked once; what it says later does not matter.", Phase: PhaseCall, Then: []string{"", "", ""},
		build: changed(func(g *Guest) { g.Funcs[FuncDescribe].Body = once(0, g.Funcs[FuncDescribe].Body, a.Const64(0), a.I64) }),
	})
}

// once is first when it runs for the first time in an instance and later ever after; both leave a value of a
// type. The word at an address of memory remembers it.
func once(at int32, first, later []byte, of string) []byte {
	return a.Join(a.Const32(at), []byte{a.Load8, 0, 0, a.I32Eqz, a.If}, []byte(of),
		a.Const32(at), a.Const32(1), []byte{a.Store8, 0, 0}, first, []byte{0x05}, later, []byte{a.End})
}

// manifestOf describes a plugin with that many parameters, in as few bytes as can be.
func manifestOf(params int) builder {
	return changed(func(g *Guest) {
		b := Manifest().Marshal(nil)
		for range params {
			b = append(b, 0x3a, 5, 0x0a, 1, 'p', 0x10, 3)
		}
		g.Memory = a.Bounds(len(b)>>16+2, -1)
		g.Describe(b)
	})
}
