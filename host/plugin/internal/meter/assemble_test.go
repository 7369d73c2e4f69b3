package meter

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

const (
	i32 = "\x7f"
	i64 = "\x7e"
)

// A testFunc is a function of a testModule; its body ends without opEnd.
type testFunc struct {
	params, results string
	locals          int // i64s
	body            []byte
}

// A testModule is assembled section by section. Every function is exported by its index as a
// digit or letter: a, b, c.
type testModule struct {
	imports []imported // of type () → () unless typ says the type of the function that many before
	funcs   []testFunc
	pages   byte // of memory, at least; 0: no memory
	most    byte
	table   int // entries, each holding function 0 if there is one
	start   int // function index + 1
	globals int // i64s that may change
	extra   []byte
}

func (m *testModule) bytes() []byte {
	out := []byte(header)
	types, funcs, exports, codes := [][]byte{{0x60, 0, 0}}, [][]byte{}, [][]byte{}, [][]byte{}
	var imports [][]byte
	for _, i := range m.imports {
		imports = append(imports, slices.Concat(text("env"), text(i.name), []byte{0, byte(i.typ)}))
	}
	for n, f := range m.funcs {
		types = append(types, slices.Concat([]byte{0x60}, text(f.params), text(f.results)))
		funcs = append(funcs, []byte{byte(n + 1)})
		exports = append(exports, slices.Concat(text(string(rune('a'+n))), []byte{0}, uleb(n+len(imports))))
		body := slices.Concat([]byte{1}, uleb(f.locals), []byte{0x7e}, f.body, []byte{opEnd})
		codes = append(codes, slices.Concat(uleb(len(body)), body))
	}
	out = append(out, vector(sectionType, types)...)
	out = append(out, vector(sectionImport, imports)...)
	out = append(out, vector(sectionFunction, funcs)...)
	if m.table > 0 {
		out = append(out, vector(sectionTable, [][]byte{slices.Concat([]byte{0x70, 0}, uleb(m.table))})...)
	}
	if m.pages > 0 {
		out = append(out, vector(sectionMemory, [][]byte{{1, m.pages, max(m.most, m.pages)}})...)
	}
	out = append(out, vector(sectionGlobal, slices.Repeat([][]byte{slices.Concat([]byte{0x7e, 1}, constI64(0), []byte{opEnd})}, m.globals))...)
	out = append(out, vector(sectionExport, exports)...)
	if m.start > 0 {
		out = append(out, sectionStart, 1, byte(m.start-1))
	}
	if m.table > 0 {
		entries := slices.Concat([]byte{0, opI32Const, 0, opEnd}, uleb(m.table), make([]byte, m.table))
		out = append(out, vector(sectionElement, [][]byte{entries})...)
	}
	return append(append(out, vector(sectionCode, codes)...), m.extra...)
}

func vector(id byte, entries [][]byte) []byte {
	if len(entries) == 0 {
		return nil
	}
	body := append(uleb(len(entries)), slices.Concat(entries...)...)
	return slices.Concat([]byte{id}, uleb(len(body)), body)
}

func text(s string) []byte { return append(uleb(len(s)), s...) }
func uleb(n int) []byte    { return binary.AppendUvarint(nil, uint64(n)) }

func constI32(v int32) []byte { return appendSigned([]byte{opI32Const}, int64(v)) }
func constI64(v int64) []byte { return appendSigned([]byte{opI64Const}, v) }

// ops joins opcodes (ints) and instruction sequences.
func ops(parts ...any) []byte {
	var out []byte
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			out = append(out, byte(p))
		case []byte:
			out = append(out, p...)
		}
	}
	return out
}

// repeat makes a sequence that does body n times, counting in local, an i64.
func repeat(local int, n int64, body []byte) []byte {
	return ops(constI64(n), opLocalSet, local,
		opLoop, blockEmpty, body,
		opLocalGet, local, constI64(1), opI64Sub, opLocalTee, local, constI64(0), 0x52, opBrIf, 0, opEnd)
}

// A generator makes modules from bytes: equal bytes make equal modules. The modules are valid and
// end, because loops count and functions call only earlier ones.
type generator struct {
	seed  []byte
	depth int
	loops int
	funcs int
}

const (
	generatedLocals = 5 // the last two count loops
)

func (g *generator) next(n int) int {
	if len(g.seed) == 0 {
		return 0
	}
	v := int(g.seed[0])
	g.seed = g.seed[1:]
	return v % n
}

func generate(seed []byte) []byte {
	g := &generator{seed: seed}
	m := &testModule{pages: 1, most: 4, table: 3}
	for last := 1 + g.next(3); g.funcs <= last; g.funcs++ {
		var body []byte
		for n := 0; n < 3 || g.funcs == last && len(g.seed) > 0; n++ {
			g.depth, g.loops = 1, 0
			body = ops(body, opBlock, blockEmpty, g.statements(), opEnd)
		}
		body = ops(body, opLocalGet, 1)
		m.funcs = append(m.funcs, testFunc{params: i64 + i64, results: i64, locals: generatedLocals - 2, body: body})
	}
	return m.bytes()
}

func (g *generator) statements() []byte {
	var out []byte
	for range 1 + g.next(6) {
		if len(g.seed) == 0 {
			break
		}
		out = append(out, g.statement()...)
	}
	return out
}

// nested makes statements inside one more block.
func (g *generator) nested(open ...any) []byte {
	g.depth++
	defer func() { g.depth-- }()
	return ops(ops(open...), g.statements(), opEnd)
}

// label is one of an enclosing block, not of a loop: those are 0 outside of what nests in it.
func (g *generator) label() int { return g.next(g.depth) }

func (g *generator) statement() []byte {
	set := ops(g.value(), opLocalSet, g.next(3))
	if g.depth > 8 {
		return set
	}
	switch g.next(14) {
	case 0:
		return g.nested(opBlock, blockEmpty)
	case 1:
		return g.nested(g.condition(), opIf, blockEmpty)
	case 2:
		g.depth++
		defer func() { g.depth-- }()
		return ops(g.condition(), opIf, blockEmpty, g.statements(), opElse, g.statements(), opEnd)
	case 3:
		return g.loop()
	case 4:
		return ops(g.condition(), opBrIf, g.forward())
	case 5:
		return ops(g.condition(), opBrTable, 2, g.forward(), g.forward(), g.forward())
	case 6:
		return ops(g.condition(), opIf, blockEmpty, g.value(), opReturn, opEnd)
	case 7:
		return ops(g.condition(), opIf, blockEmpty, opBr, g.forward()+1, opEnd)
	case 8, 9:
		if g.funcs > 0 {
			return ops(g.value(), g.value(), opCall, g.next(g.funcs), opLocalSet, g.next(3))
		}
	case 10:
		return ops(constI32(int32(g.next(256)*128)), constI32(int32(g.next(256))), constI32(int32(g.next(256))*g.rarely(300)), opMisc, miscMemoryFill, 0)
	case 11:
		return ops(constI32(int32(g.next(2))), opMemoryGrow, 0, 0x1a)
	case 12:
		return ops(g.value(), opLocalSet, 1, opLocalGet, 0, constI64(int64(g.next(9))), 0x7f, opLocalSet, 2) // may divide by zero
	case 13:
		return ops(constI32(0), constI32(1), constI32(int32(g.next(3))), opMisc, miscTableCopy, 0, 0)
	}
	return set
}

func (g *generator) rarely(n int32) int32 {
	if g.next(16) == 15 {
		return n
	}
	return 1
}

// forward is the label of a block around here that is not a loop: a bit per level says which are.
func (g *generator) forward() int {
	l := g.label()
	for l < g.depth-1 && g.loops>>(g.depth-1-l)&1 == 1 {
		l++
	}
	return l
}

// loop goes round up to three times; one within another counts in another local.
func (g *generator) loop() []byte {
	nesting := bits.OnesCount(uint(g.loops))
	if nesting > 1 {
		return nil
	}
	counter, level := 3+nesting, g.depth
	g.loops |= 1 << level
	g.depth++
	body := g.statements()
	g.depth--
	g.loops &^= 1 << level
	return ops(constI64(int64(g.next(4))), opLocalSet, counter, opLoop, blockEmpty, body,
		opLocalGet, counter, constI64(1), opI64Sub, opLocalTee, counter, constI64(0), 0x55, opBrIf, 0, opEnd)
}

// value gives an i64.
func (g *generator) value() []byte {
	switch g.next(4) {
	case 0:
		return constI64(int64(g.next(256)) - 100)
	case 1:
		return ops(opLocalGet, g.next(generatedLocals), opLocalGet, g.next(generatedLocals), 0x7c+g.next(3))
	case 2:
		return ops(constI32(int32(g.next(256)*200)), 0x29, 0, 0) // i64.load
	}
	return ops(opLocalGet, g.next(generatedLocals))
}

// condition gives an i32.
func (g *generator) condition() []byte { return ops(g.value(), g.value(), 0x53+g.next(4)) }
