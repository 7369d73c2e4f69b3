package conformance

import (
	"encoding/binary"
	"math"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// The guests of these tests score items by a column of numbers, in a hundred instructions that are put together
// here: whatever is wrong with one of them is one expression.

// Where they keep things in their memory.
const (
	manifestAt = 1 << 10
	errorAt    = 8 << 10
	stateAt    = 16 << 10
	inputAt    = 1 << 20
	outputAt   = 12 << 20
	pages      = 256
)

// Locals of the entry point.
const (
	argPtr = iota
	argLen
	varRows
	varPos
	varRow
	varValues // where the last 8·rows bytes of the request begin: its numbers
)

// Opcodes that package assemble does not have.
const (
	load32, load64, storeF64   = 0x28, 0x2b, 0x39
	i32Eq, i32Ne, i32LtU       = 0x46, 0x47, 0x49
	i32GtU, i32GeU             = 0x4b, 0x4f
	i32Mul, i32And, i32Or      = 0x6c, 0x71, 0x72
	i32Shl, i32ShrU            = 0x74, 0x76
	f64Const, f64Add, f64Mul   = 0x44, 0xa0, 0xa2
	f64Div, f64Min, f64Convert = 0xa3, 0xa4, 0xb8
	localTee, i32Const         = 0x22, 0x41
)

// A part of a guest.
type code = []byte

func get(local byte) code { return code{a.LocalGet, local} }
func set(local byte) code { return code{a.LocalSet, local} }
func constant(v float64) code {
	return binary.LittleEndian.AppendUint64(code{f64Const}, math.Float64bits(v))
}
func join(parts ...code) code              { return a.Join(parts...) }
func op(codes ...byte) code                { return codes }
func when(cond, then code) code            { return join(cond, op(a.If, a.Void), then, op(a.End)) }
func trapWhen(cond code) code              { return when(cond, op(a.Unreachable)) }
func compare(l byte, o byte, v int32) code { return join(get(l), a.Const32(v), op(o)) }

// value is the item's number.
func value() code {
	return join(get(varValues), get(varRow), a.Const32(8), op(i32Mul, a.I32Add, load64, 3, 0))
}

// small is a whole number on the stack as a score below 1.
func small() code { return join(op(f64Convert), constant(1e-5), op(f64Mul)) }

// A guest describes a plugin that is wrong in one way.
type guest struct {
	manifest *contract.Manifest
	first    code // before anything else; may leave with an answer
	score    code // one f64 per item
	init     code // _initialize; nil: none
}

// model is a manifest of one column.
func model(column string, t contract.ColumnType) *contract.Manifest {
	return &contract.Manifest{
		Name: "specimen", Version: "1.0.0", Contract: contract.Version, Kind: contract.KindScore,
		Inputs:  []contract.Input{{Table: "items", Column: column, Type: t}},
		Outputs: []contract.Output{{Name: "score", Kind: contract.OutputScore, Min: 0, Max: 1}},
	}
}

// wasm assembles the guest.
func (g guest) wasm() []byte {
	m := &a.Module{Start: a.NoStart, Memory: a.Bounds(pages, -1)}
	description := g.manifest.Marshal(nil)
	m.Put(manifestAt, description)
	m.Put(errorAt, (&contract.Response{Error: "no"}).Marshal(nil))
	m.Add(a.Func{Export: "spark_abi_1", Results: a.I32, Body: a.Const32(1)})
	m.Add(a.Func{Export: "spark_alloc", Params: a.I32, Results: a.I32, Body: a.Const32(inputAt)})
	m.Add(a.Func{Export: "spark_describe", Results: a.I64, Body: a.Const64(a.Pack(manifestAt, len(description)))})
	m.Add(a.Func{Export: "spark_score", Params: a.I32 + a.I32, Results: a.I64, Locals: []byte{1, 4, 0x7f}, Body: g.body()})
	if g.init != nil {
		m.Add(a.Func{Export: "_initialize", Body: g.init})
	}
	return m.Bytes()
}

// refuse answers with the error "no".
func refuse() code { return join(a.Const64(a.Pack(errorAt, 4)), op(a.Return)) }

func (g guest) body() code {
	score := g.score
	if score == nil {
		score = constant(0.5)
	}
	next := func(local byte, by int32) code { return join(get(local), a.Const32(by), op(a.I32Add), set(local)) }
	byteAt := func(offset byte) code { return join(get(varPos), op(a.Load8, 0, offset)) }
	loop := join(
		op(a.Block, a.Void, a.Loop, a.Void), get(varRow), get(varRows), op(i32GeU, a.BrIf, 1),
		get(varRow), a.Const32(8), op(i32Mul), a.Const32(outputAt+12), op(a.I32Add), score, op(storeF64, 3, 0),
		next(varRow, 1), op(a.Br, 0, a.End, a.End),
	)
	return join(
		rowsOf(next, byteAt),
		get(argPtr), get(argLen), op(a.I32Add), get(varRows), a.Const32(8), op(i32Mul, a.I32Sub), set(varValues),
		g.first, loop,
		// Response{score: {scores}}, with lengths of five bytes each
		put(outputAt, 0x12), padded(outputAt+1, 6), put(outputAt+6, 0x0a), padded(outputAt+7, 0),
		join(get(varRows), a.Const32(8), op(i32Mul), a.Const32(12), op(a.I32Add, 0xad), a.Const64(uint64(outputAt)<<32), op(0x84)),
	)
}

// rowsOf finds the number of rows behind contract, config and the name of table items; 0 where there is none.
func rowsOf(next func(byte, int32) code, byteAt func(byte) code) code {
	skipVarint := join(op(a.Loop, a.Void), byteAt(0), set(varRow), next(varPos, 1), get(varRow), a.Const32(0x80), op(i32And, a.BrIf, 0, a.End))
	skipSettings := join(op(a.Block, a.Void, a.Loop, a.Void), byteAt(0), a.Const32(0x12), op(i32Ne, a.BrIf, 1),
		get(varPos), a.Const32(2), op(a.I32Add), byteAt(1), op(a.I32Add), set(varPos), op(a.Br, 0, a.End, a.End))
	digit := func(n byte) code {
		return join(byteAt(n), a.Const32(0x7f), op(i32And), a.Const32(int32(n-8)*7), op(i32Shl), get(varRows), op(i32Or), set(varRows))
	}
	more := func(n byte) code { return join(byteAt(n), a.Const32(0x80), op(i32And)) }
	number := join(digit(8), when(more(8), join(digit(9), when(more(9), join(digit(10))))))
	return join(
		get(argPtr), a.Const32(2), op(a.I32Add), set(varPos), skipSettings,
		next(varPos, 1), skipVarint,
		when(join(byteAt(7), a.Const32(0x10), op(i32Eq)), number), a.Const32(0), set(varRow),
	)
}

// put stores one byte.
func put(at int32, b int32) code {
	return join(a.Const32(at), a.Const32(b), op(a.Store8, 0, 0))
}

// padded stores 8·rows + more as a varint of five bytes.
func padded(at int32, more int32) code {
	var all code
	for n := range int32(5) {
		piece := join(get(varRows), a.Const32(8), op(i32Mul), a.Const32(more), op(a.I32Add), a.Const32(7*n), op(i32ShrU), a.Const32(0x7f), op(i32And))
		if n < 4 {
			piece = join(piece, a.Const32(0x80), op(i32Or))
		}
		all = join(all, a.Const32(at+n), piece, op(a.Store8, 0, 0))
	}
	return all
}
