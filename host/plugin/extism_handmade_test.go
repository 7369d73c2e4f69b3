package plugin

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

// A handmadeGuest is assembled by hand: it imports every function that the host has for guests of the
// extism ABI, and proc_exit.
type handmadeGuest struct{ assemble.Module }

const (
	textAt       = 48 << 10 // for texts of tests
	opI64Load    = 0x29
	opI64Extend  = 0xad // i64.extend_i32_u
	opI64Add     = 0x7c
	opI32Less    = 0x49 // unsigned
	opLocalTee   = 0x22
	goodAnswer   = `{"score":{"scores":[0.5],"parts":[]}}`
	funcSay      = 0
	funcDescribe = 1
	funcScore    = 2
)

// handmadeExtism answers every request with the score 0.5 for one item.
func handmadeExtism() *handmadeGuest {
	m := &handmadeGuest{assemble.Module{Memory: assemble.Bounds(1, -1), Start: assemble.NoStart}}
	for _, f := range hostFunctions {
		m.Imports = append(m.Imports, assemble.Import{Module: extismModule, Name: f.name, Params: f.params, Results: f.results})
	}
	m.Imports = append(m.Imports, assemble.Import{Module: wasiModule, Name: "proc_exit", Params: i32})
	manifest, _ := contractjson.MarshalManifest(testManifest())
	m.Funcs = []assemble.Func{
		{Params: i32 + i32, Locals: []byte{2, 1, 0x7e, 1, 0x7f}, Body: m.sayBody()},
		{Export: extismDescribe, Results: i32, Body: m.say(manifestAt, string(manifest))},
		{Export: "score", Results: i32, Body: m.say(answerAt, goodAnswer)},
	}
	return m
}

// host is a call of a function of the host.
func (m *handmadeGuest) host(name string) []byte {
	return assemble.CallOf(slices.IndexFunc(m.Imports, func(i assemble.Import) bool { return i.Name == name }))
}

// sayBody copies memory into a block of the kernel, and makes it the output: (at, n).
func (m *handmadeGuest) sayBody() []byte {
	at, n, block, i := []byte{opLocalGet, 0}, []byte{opLocalGet, 1}, []byte{opLocalGet, 2}, []byte{opLocalGet, 3}
	return join(n, []byte{opI64Extend}, m.host("alloc"), []byte{assemble.LocalSet, 2, assemble.Block, blockEmpty, opLoop, blockEmpty},
		i, n, []byte{opI32Less, assemble.I32Eqz, assemble.BrIf, 1},
		block, i, []byte{opI64Extend, opI64Add}, at, i, []byte{assemble.I32Add, assemble.Load8, 0, 0}, m.host("store_u8"),
		i, i32Const(1), []byte{assemble.I32Add, assemble.LocalSet, 3, opBr, 0, opEnd, opEnd},
		block, n, []byte{opI64Extend}, m.host("output_set"))
}

// say is a function that outputs a text, which it has at an address of its own, and returns 0.
func (m *handmadeGuest) say(at uint32, text string) []byte {
	m.Put(at, []byte(text))
	return join(i32Const(int32(at)), i32Const(int32(len(text))), assemble.CallOf(m.Index(funcSay)), i32Const(0))
}

// block leaves the address of a block with a text of up to eight bytes on the stack, by way of the
// local with that number.
func (m *handmadeGuest) block(local byte, text string) []byte {
	v := uint64(0)
	for i := range len(text) {
		v |= uint64(text[i]) << (8 * i)
	}
	body := join(i64Const(8), m.host("alloc"), []byte{opLocalTee, local}, i64Const(v), m.host("store_u64"))
	if n := len(text); n != 8 { // the rest goes into a block of the right length, byte by byte
		body = join(i64Const(uint64(n)), m.host("alloc"), []byte{assemble.LocalSet, local})
		for i := range n {
			body = join(body, []byte{opLocalGet, local}, i64Const(uint64(i)), []byte{opI64Add}, i32Const(int32(text[i])), m.host("store_u8"))
		}
	}
	return join(body, []byte{opLocalGet, local})
}

// score makes a body that of score, which has two locals of i64 and one of i32.
func (m *handmadeGuest) score(body ...[]byte) {
	m.Funcs[funcScore].Locals = []byte{2, 2, 0x7e, 1, 0x7f}
	m.Funcs[funcScore].Body = join(body...)
}

// answer is the rest of a body that answers well.
func (m *handmadeGuest) answer() []byte { return m.say(answerAt, goodAnswer) }
