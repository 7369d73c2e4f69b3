package hostile

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

// Where the guests of this package keep things in their memory of three pages.
const (
	ManifestAt = 1 << 10
	AnswerAt   = 32 << 10
	InputAt    = 64 << 10
)

// The functions of [Spark], in order; imports are counted before them.
const (
	FuncMarker = iota
	FuncAlloc
	FuncDescribe
	FuncScore
)

// Wasi is the module that a plugin may import from.
const Wasi = "wasi_snapshot_preview1"

// A Guest is a well-behaved plugin, to be changed into one that is not.
type Guest struct {
	assemble.Module
	extism bool
}

// Manifest describes the guests of this package: they score items and read nothing.
func Manifest() *contract.Manifest {
	return &contract.Manifest{
		Name: "handmade", Version: "1.0.0", Contract: contract.Version, Kind: contract.KindScore, Summary: "made by hand",
		Outputs: []contract.Output{{Name: "score", Kind: contract.OutputScore, Min: 0, Max: 1}},
	}
}

// Spark returns a freestanding module of the spark ABI that gives one item the score 0.5.
func Spark() *Guest {
	g := &Guest{Module: assemble.Module{Start: assemble.NoStart, Memory: assemble.Bounds(3, -1)}}
	g.Funcs = []assemble.Func{
		{Export: "spark_abi_1", Results: assemble.I32, Body: assemble.Const32(1)},
		{Export: "spark_alloc", Params: assemble.I32, Results: assemble.I32, Body: assemble.Const32(InputAt)},
		{Export: "spark_describe", Results: assemble.I64},
		{Export: "spark_score", Params: assemble.I32 + assemble.I32, Results: assemble.I64},
	}
	g.Describe(Manifest().Marshal(nil))
	g.Scores(0.5)
	return g
}

// Request returns the request for the guests of this package: the score of one item.
func Request() *contract.Request {
	return &contract.Request{Tables: []contract.Table{{Name: "items", Rows: 1}}}
}

// Describe makes the guest give b as its manifest.
func (g *Guest) Describe(b []byte) {
	g.Put(ManifestAt, b)
	g.Funcs[FuncDescribe].Body = assemble.Const64(assemble.Pack(ManifestAt, len(b)))
}

// Answer makes the guest give b to every request.
func (g *Guest) Answer(b []byte) {
	g.Put(AnswerAt, b)
	g.Score(assemble.Const64(assemble.Pack(AnswerAt, len(b)))...)
}

// Respond makes the guest answer every request with r.
func (g *Guest) Respond(r contract.Response) {
	if !g.extism {
		g.Answer(r.Marshal(nil))
		return
	}
	text, _ := contractjson.MarshalResponse(&r) // what JSON cannot say has no twin
	g.Put(AnswerAt, text)
	g.Score(g.say(AnswerAt, len(text))...)
}

// Scores makes the guest answer every request with these scores.
func (g *Guest) Scores(v ...float64) {
	g.Respond(contract.Response{Score: &contract.ScoreResult{Scores: v}})
}

// Score sets the code of the entry point.
func (g *Guest) Score(body ...byte) { g.Funcs[FuncScore].Body = body }

// First runs code before the entry point's own; it leaves nothing on the stack.
func (g *Guest) First(code ...byte) {
	f := &g.Funcs[FuncScore]
	f.Body = assemble.Join(code, f.Body)
}

// Again returns a call of the entry point by itself, with its own parameters.
func (g *Guest) Again() []byte {
	if g.extism {
		return assemble.CallOf(g.Index(FuncScore))
	}
	return assemble.Join([]byte{assemble.LocalGet, 0, assemble.LocalGet, 1}, assemble.CallOf(g.Index(FuncScore)))
}

// Import returns the index of a function of WASI, adding it if it is not there. All imports come before
// code that calls anything.
func (g *Guest) Import(name, params, results string) int {
	at := slices.IndexFunc(g.Imports, func(i assemble.Import) bool { return i.Module == Wasi && i.Name == name })
	if at >= 0 {
		return at
	}
	g.Imports = append(g.Imports, assemble.Import{Module: Wasi, Name: name, Params: params, Results: results})
	return len(g.Imports) - 1
}
