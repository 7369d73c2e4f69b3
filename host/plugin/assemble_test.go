package plugin

import (
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	"github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// Opcodes of the hand-made modules.
const (
	opUnreachable = assemble.Unreachable
	opLoop        = assemble.Loop
	opEnd         = assemble.End
	opBr          = assemble.Br
	opCall        = assemble.Call
	opDrop        = assemble.Drop
	opLocalGet    = assemble.LocalGet
	blockEmpty    = assemble.Void
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
	manifestAt = hostile.ManifestAt
	answerAt   = hostile.AnswerAt
	inputAt    = hostile.InputAt
)

// testManifest describes the hand-made plugins: they score items, and read nothing.
func testManifest() *contract.Manifest { return hostile.Manifest() }

// oneItem returns the request for the hand-made plugins.
func oneItem() *contract.Request { return hostile.Request() }

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

func pack(at, n int) uint64    { return assemble.Pack(at, n) }
func i32Const(v int32) []byte  { return assemble.Const32(v) }
func i64Const(v uint64) []byte { return assemble.Const64(v) }
func uleb(v uint64) []byte     { return assemble.Uleb(v) }

func join(parts ...[]byte) []byte { return assemble.Join(parts...) }

func endless() []byte { return assemble.Forever() }

// bytes assembles the module.
func (m *testModule) bytes() []byte {
	out := assemble.Module{Memory: m.memory, HideMemory: m.hideMemory, Start: m.start}
	for _, i := range m.imports {
		out.Imports = append(out.Imports, assemble.Import{Module: i[0], Name: i[1], Params: m.importParams, Results: m.importResults})
	}
	for _, f := range m.funcs {
		out.Funcs = append(out.Funcs, assemble.Func{Export: f.export, Params: f.params, Results: f.results, Locals: f.locals, Body: f.body})
	}
	if m.table != nil {
		out.Tables = [][]byte{join([]byte(assemble.Funcref), m.table)}
	}
	for _, at := range []uint32{manifestAt, answerAt} {
		if b := m.data[at]; b != nil {
			out.Put(at, b)
		}
	}
	return out.Bytes()
}
