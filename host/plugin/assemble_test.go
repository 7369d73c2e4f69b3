package plugin

import (
	"encoding/binary"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// Opcodes of the hand-made modules.
const (
	opUnreachable = 0x00
	opLoop        = 0x03
	opEnd         = 0x0b
	opBr          = 0x0c
	opCall        = 0x10
	opDrop        = 0x1a
	opLocalGet    = 0x20
	opMemoryGrow  = 0x40
	opI32Const    = 0x41
	opI64Const    = 0x42
	blockEmpty    = 0x40
)

// A testFunc is a function of a testModule; its body ends without opEnd.
type testFunc struct {
	export          string
	params, results string
	body            []byte
	locals          []byte // nil: none
}

// A testModule is assembled by hand, section by section.
type testModule struct {
	imports [][2]string // functions of type importParams → importResults
	importParams,
	importResults string
	funcs      []testFunc
	memory     []byte // limits; nil: no memory
	hideMemory bool
	table      []byte // limits; nil: no table
	start      int    // function index, -1: none
	data       map[uint32][]byte
}

const (
	manifestAt = 1024
	answerAt   = 32 << 10
	inputAt    = 64 << 10
)

// testManifest describes the hand-made plugins: they score items, and read nothing.
func testManifest() *contract.Manifest {
	return &contract.Manifest{
		Name: "handmade", Version: "1.0.0", Contract: contract.Version, Kind: contract.KindScore, Summary: "made by hand",
		Outputs: []contract.Output{{Name: "score", Kind: contract.OutputScore, Min: 0, Max: 1}},
	}
}

// handmade is a freestanding module that answers every request with the score 0.5 for one
// item. Its functions are 0: marker, 1: alloc, 2: describe, 3: score.
func handmade() *testModule {
	answer := (&contract.Response{Score: &contract.ScoreResult{Scores: []float64{0.5}}}).Marshal(nil)
	m := &testModule{memory: []byte{0x00, 3}, start: -1, data: map[uint32][]byte{answerAt: answer}}
	m.funcs = []testFunc{
		{export: exportMarker, results: i32, body: i32Const(1)},
		{export: exportAlloc, params: i32, results: i32, body: i32Const(inputAt)},
		{export: exportDescribe, results: i64},
		{export: "spark_score", params: i32 + i32, results: i64, body: i64Const(pack(answerAt, len(answer)))},
	}
	m.describeAs(testManifest().Marshal(nil))
	return m
}

func (m *testModule) describeAs(b []byte) {
	m.data[manifestAt] = b
	m.funcs[2].body = i64Const(pack(manifestAt, len(b)))
}

func (m *testModule) scoreBody(ops ...byte) { m.funcs[3].body = ops }

func pack(at, n int) uint64 { return uint64(at)<<32 | uint64(uint32(n)) }

func i32Const(v int32) []byte  { return append([]byte{opI32Const}, sleb(int64(v))...) }
func i64Const(v uint64) []byte { return append([]byte{opI64Const}, sleb(int64(v))...) }

// bytes assembles the module.
func (m *testModule) bytes() []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	add := func(id byte, entries [][]byte) {
		if len(entries) > 0 {
			out = append(out, section(id, entries)...)
		}
	}
	types := [][]byte{funcTypeBytes(m.importParams, m.importResults)}
	var imports, funcs, exports, code, data [][]byte
	for _, i := range m.imports {
		imports = append(imports, join(name(i[0]), name(i[1]), []byte{0, 0}))
	}
	for n, f := range m.funcs {
		types = append(types, funcTypeBytes(f.params, f.results))
		funcs = append(funcs, []byte{byte(n + 1)})
		if f.export != "" {
			exports = append(exports, join(name(f.export), []byte{0, byte(n + len(m.imports))}))
		}
		locals := f.locals
		if locals == nil {
			locals = []byte{0}
		}
		body := join(locals, f.body, []byte{opEnd})
		code = append(code, join(uleb(uint64(len(body))), body))
	}
	for _, at := range []uint32{manifestAt, answerAt} {
		if b := m.data[at]; b != nil && m.memory != nil {
			data = append(data, join([]byte{0}, i32Const(int32(at)), []byte{opEnd}, uleb(uint64(len(b))), b))
		}
	}
	add(sectionType, types)
	add(sectionImport, imports)
	add(sectionFunc, funcs)
	if m.table != nil {
		add(sectionTable, [][]byte{join([]byte{0x70}, m.table)})
	}
	if m.memory != nil {
		add(sectionMemory, [][]byte{m.memory})
		if !m.hideMemory {
			exports = append(exports, join(name(exportMemory), []byte{2, 0}))
		}
	}
	add(sectionExport, exports)
	if m.start >= 0 {
		out = append(out, sectionStart, 1, byte(m.start))
	}
	add(sectionCode, code)
	add(11, data)
	return out
}

func section(id byte, entries [][]byte) []byte {
	body := uleb(uint64(len(entries)))
	for _, e := range entries {
		body = append(body, e...)
	}
	return join([]byte{id}, uleb(uint64(len(body))), body)
}

func funcTypeBytes(params, results string) []byte {
	return join([]byte{0x60}, name(params), name(results))
}

func name(s string) []byte { return join(uleb(uint64(len(s))), []byte(s)) }

func uleb(v uint64) []byte { return binary.AppendUvarint(nil, v) }

func sleb(v int64) []byte {
	var b []byte
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

func join(parts ...[]byte) []byte {
	var b []byte
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}
