package hostile

import (
	"slices"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

// An ABI is one of the two ways in which plugins speak with the host.
type ABI string

// The ABIs.
const (
	ABISpark  ABI = "spark"
	ABIExtism ABI = "extism"
)

// extismModule is the module from which guests of the extism ABI import.
const extismModule = "extism:host/env"

// funcSay is the function of [Extism] that outputs n bytes of its memory at an address.
const funcSay = FuncMarker

// Extism returns the plugin of [Spark] for the extism ABI. It has all imports that changes ask for, because its own code
// calls functions behind them.
func Extism() *Guest {
	g := &Guest{Module: a.Module{Start: a.NoStart, Memory: a.Bounds(3, -1)}, extism: true}
	g.Imports = []a.Import{
		{Module: extismModule, Name: "alloc", Params: a.I64, Results: a.I64},
		{Module: extismModule, Name: "store_u8", Params: a.I64 + a.I32},
		{Module: extismModule, Name: "output_set", Params: a.I64 + a.I64},
		{Module: Wasi, Name: "proc_exit", Params: a.I32},
		{Module: Wasi, Name: "fd_write", Params: a.I32 + a.I32 + a.I32 + a.I32, Results: a.I32},
		{Module: Wasi, Name: "random_get", Params: a.I32 + a.I32, Results: a.I32},
		{Module: Wasi, Name: "sched_yield", Results: a.I32},
	}
	g.Funcs = []a.Func{
		{Params: a.I32 + a.I32, Locals: []byte{2, 1, 0x7e, 1, 0x7f}, Body: saying()},
		{}, // in the place of the allocator
		{Export: "describe", Results: a.I32},
		{Export: "score", Results: a.I32},
	}
	manifest, _ := contractjson.MarshalManifest(Manifest()) // which is valid
	g.Put(ManifestAt, manifest)
	g.Funcs[FuncDescribe].Body = g.say(ManifestAt, len(manifest))
	g.Scores(0.5)
	return g
}

// saying copies memory into a block of the host, byte by byte, and makes that the output.
func saying() []byte {
	const extend, add64, less = 0xad, 0x7c, 0x49
	at, n, block, i := []byte{a.LocalGet, 0}, []byte{a.LocalGet, 1}, []byte{a.LocalGet, 2}, []byte{a.LocalGet, 3}
	return a.Join(n, []byte{extend}, a.CallOf(0), []byte{a.LocalSet, 2, a.Block, a.Void, a.Loop, a.Void},
		i, n, []byte{less, a.I32Eqz, a.BrIf, 1},
		block, i, []byte{extend, add64}, at, i, []byte{a.I32Add, a.Load8, 0, 0}, a.CallOf(1),
		i, a.Const32(1), []byte{a.I32Add, a.LocalSet, 3, a.Br, 0, a.End, a.End},
		block, n, []byte{extend}, a.CallOf(2))
}

// say outputs n bytes at an address, and returns 0.
func (g *Guest) say(at int32, n int) []byte {
	return a.Join(a.Const32(at), a.Const32(int32(n)), a.CallOf(g.Index(funcSay)), a.Const32(0))
}

// twins are the cases that mean the same in both ABIs, by name.
var twins = []string{
	"a start section that never ends", "a start section that never ends, in time", "a start section that traps", "a start section that recurses",
	"an _initialize that never ends", "an _initialize that traps", "an _initialize of the wrong type",
	"a description that traps", "a description that never ends",
	"an endless loop", "an endless loop, in time", "a loop of 2^31 bytes of fills", "a loop of copies onto itself", "an exponential recursion",
	"a recursion that works on its way back", "a loop of memory growth", "a loop of table growth", "a flood of output",
	"a flood of log in single bytes", "random bytes without end", "yields without end",
	"unreachable code", "a division by zero", "an access beyond memory", "an access that overflows its address", "a fill of 2^31 bytes",
	"a recursion without end", "a recursion of frames of many locals",
	"an exit", "an exit with the code of success", "an exit with the code of a cancellation", "an exit with the code of a deadline",
	"a score below its range", "a score barely above its range", "two scores for one item", "no score for an item",
	"a result of another kind", "two results", "an error and a result", "a part that is not declared",
	"a score of negative zero", "a denormal score",
	"its own error", "an error that clears the screen", "an error that is written backwards", "an error of many lines", "an error of Latin-1 controls",
	"a hundred thousand functions and one", "locals in the billions", "an export by the name of the meter's",
	"a memory that may grow to 4 GiB", "a table that grows", "blocks nested a thousand deep", "a branch table of ten thousand targets",
	"a function of fifty thousand locals",
}

// extisms returns the twins of cases of the spark ABI.
func extisms(sparks []Case) (list []Case) {
	for _, c := range sparks {
		if slices.Contains(twins, c.Name) {
			c.Name, c.ABI = c.Name+" (extism)", ABIExtism
			c.Bound.Memory = max(c.Bound.Memory, 4<<20)
			list = append(list, c)
		}
	}
	return list
}
