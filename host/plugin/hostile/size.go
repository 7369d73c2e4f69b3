package hostile

import (
	"slices"
	"strconv"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

// sized are modules that declare more than a plugin gets.
func sized() []Case {
	return slices.Concat(loading("memory", oversized()), loading("load", overcounted()), growing())
}

// oversized declare more memory or tables than their limit.
func oversized() []Case {
	return []Case{
		{Name: "a memory of 4 GiB", Why: "A minimum is allocated when the module starts.", Says: "the memory it declares: 4294967296 bytes, over the limit of 1048576 bytes",
			build: changed(func(g *Guest) { g.Memory = a.Bounds(65536, -1) })},
		{Name: "a memory of one page too many", Why: "The limit is the limit.", Says: "1114112 bytes, over the limit of 1048576 bytes",
			build: changed(func(g *Guest) { g.Memory = a.Bounds(17, -1) })},
		{Name: "a table of two million entries", Why: "Each entry takes the host eight bytes in every instance.", Says: "its tables begin with 2097152 entries, over the limit of 1048576",
			build: changed(func(g *Guest) { g.Tables = [][]byte{table(2<<20, -1)} })},
		{Name: "sixteen tables that are too many together", Why: "A limit of one is none of all.", Says: "its tables begin with", build: changed(func(g *Guest) {
			g.Tables = slices.Repeat([][]byte{table(1<<17, -1)}, 16)
		})},
	}
}

// overcounted declare more than any module may have, or what cannot be.
func overcounted() []Case {
	return []Case{
		{Name: "a memory beyond 4 GiB", Why: "More pages than an address reaches make the runtime panic, if one lets it.", Says: "",
			build: changed(func(g *Guest) { g.Memory = a.Bounds(3, 1<<17) })},
		{Name: "two memories", Why: "Only the first would be bounded.", Says: "is malformed", build: raw("\x05\x05\x02\x00\x01\x00\x01")},
		{Name: "seventeen tables", Why: "Each has room of its own.", Says: "over the limit of 16", build: changed(func(g *Guest) {
			g.Tables = slices.Repeat([][]byte{table(1, 1)}, 17)
		})},
		{Name: "a hundred thousand functions and one", Why: "Each takes the host some hundred bytes before it is compiled.", Says: "over the limit of 100000",
			build: changed(func(g *Guest) {
				g.Funcs = append(g.Funcs, slices.Repeat([]a.Func{{}}, 100_001-len(g.Funcs))...)
			})},
		{Name: "a hundred thousand data segments and one", Why: "So does each of them.", Says: "over the limit of 100000", build: changed(func(g *Guest) {
			g.Data = append(g.Data, slices.Repeat([]a.Data{{}}, 100_001-len(g.Data))...)
		})},
		{Name: "two element segments of fifty thousand entries and more", Why: "An instance resolves each before it begins, and a million take a quarter of a second.", Says: "its segments have over 100000 entries",
			build: changed(func(g *Guest) {
				g.Elements = [][]byte{passive(50_000), passive(50_001)}
			})},
		{Name: "a hundred thousand entries of element segments", Why: "As many as there may be.", Phase: PhaseCall, Then: []string{""}, build: changed(func(g *Guest) {
			g.Elements = [][]byte{passive(50_000), passive(50_000)}
		})},
		{Name: "locals in the billions", Why: "A few bytes declare a frame that no stack can hold.", Says: "too many locals", build: changed(func(g *Guest) {
			g.Funcs[FuncScore].Locals = a.Join(a.Uleb(1), a.Uleb(uint32(1<<32-1)), []byte(a.I64))
		})},
		{Name: "locals that overflow when they are added up", Why: "Two counts below the limit may be above it together.", Says: "too many locals", build: changed(func(g *Guest) {
			g.Funcs[FuncScore].Locals = a.Join(a.Uleb(2), a.Uleb(uint32(1<<32-1)), []byte(a.I64), a.Uleb(2), []byte(a.I64))
		})},
		{Name: "a function type of a thousand parameters and one", Why: "Types are compared at every call.", Says: "over the limit of 1000", build: changed(func(g *Guest) {
			g.Add(a.Func{Params: string(slices.Repeat([]byte(a.I32), 1001))})
		})},
		{Name: "a data segment outside of memory", Why: "It fails when the module is instantiated, not before.", Phase: PhaseStart, Kind: "trap", Says: "", build: changed(func(g *Guest) {
			g.Put(1<<31, []byte{1})
		})},
		{Name: "an export by the name of the meter's", Why: "The meter's globals must not be found under the plugin's own.", Says: "", build: changed(func(g *Guest) {
			g.Exports = []a.Export{{Name: "sparkhost_fuel"}}
		})},
		{Name: "an export twice", Why: "Readers differ on which of the two counts.", Says: "", build: changed(func(g *Guest) {
			g.Exports = []a.Export{{Name: "spark_score", Index: FuncAlloc}}
		})},
		{Name: "a start function that is not there", Why: "Its index points beyond the last function.", Says: "", build: changed(func(g *Guest) { g.Start = 1 << 20 })},
	}
}

// growing ask for more while they run.
func growing() []Case {
	return []Case{
		{Name: "a memory that may grow to 4 GiB", Why: "A maximum is a wish, not a need: growth ends at the limit.", Phase: PhaseCall, Then: []string{"", ""},
			build: changed(func(g *Guest) {
				g.Memory = a.Bounds(3, 65536)
				g.First(unlessRefused(a.Join(a.Const32(1000), []byte{a.MemoryGrow, 0}))...)
			})},
		{Name: "a guest that traps because its memory may not grow", Why: "It says nothing of why, so the host has to know.", Phase: PhaseCall, Kind: "memory",
			Says: "the plugin ran out of memory", Then: []string{"memory", "memory"}, build: changed(func(g *Guest) {
				g.First(a.Join(a.Const32(1000), []byte{a.MemoryGrow, 0}, a.Const32(-1), []byte{0x46, a.If, a.Void, a.Unreachable, a.End})...)
			})},
		{Name: "a table that grows", Why: "A table without a maximum grows on the host's account.", Phase: PhaseCall, Then: []string{"", ""},
			build: changed(func(g *Guest) {
				g.Tables = [][]byte{table(1, -1)}
				g.First(unlessRefused(a.Join([]byte{a.RefNull}, []byte(a.Funcref), a.Const32(1<<30), []byte{a.Misc, a.TableGrow, 0}))...)
			})},
		{Name: "ten thousand exports", Why: "They are looked through by name.", Phase: PhaseCall, Then: []string{""}, build: changed(func(g *Guest) {
			for n := range 10_000 {
				g.Exports = append(g.Exports, a.Export{Name: "e" + strconv.Itoa(n), Index: FuncMarker})
			}
		})},
	}
}

// table returns a table of functions with these bounds.
func table(least, most int) []byte { return a.Join([]byte(a.Funcref), a.Bounds(least, most)) }

// unlessRefused traps unless grow gives -1.
func unlessRefused(grow []byte) []byte {
	return a.Join(grow, a.Const32(-1), []byte{0x47, a.If, a.Void, a.Unreachable, a.End})
}

// passive returns an element segment of n times the first function.
func passive(n int) []byte { return a.Join([]byte{1, 0}, a.Uleb(n), make([]byte, n)) }
