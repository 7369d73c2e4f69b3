package meter

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
)

// eachFunction calls visit with each function of a module that is to be rewritten.
func eachFunction(t *testing.T, wasm []byte, visit func(f *function)) {
	t.Helper()
	m, err := split(wasm)
	require.NoError(t, err)
	require.NoError(t, m.outline())
	r := &reader{b: m.section[sectionCode]}
	if r.b != nil {
		r.count()
	}
	f := function{m: m}
	for _, typ := range m.funcs {
		f.typ, f.body = m.types[typ], r.take(r.u32())
		require.NoError(t, f.open())
		visit(&f)
	}
}

// valid lists the valid modules of the specification's tests, the shipped plugins and generated modules.
func valid(t *testing.T) map[string][]byte {
	t.Helper()
	modules := map[string][]byte{}
	rt := newRuntime(t, wazero.NewRuntimeConfigInterpreter(), bottomless())
	for _, pattern := range []string{specFolder(t) + "/v?/testdata/*.wasm", "../../../../plugins/*/*.wasm"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			wasm, err := os.ReadFile(file)
			require.NoError(t, err)
			compiled, err := rt.CompileModule(context.Background(), wasm)
			if err == nil {
				modules[file] = wasm
				require.NoError(t, compiled.Close(context.Background()))
			}
		}
	}
	for _, seed := range []string{"one", "a second module", strings.Repeat("and a long third ", 20)} {
		modules[seed] = generate([]byte(seed))
	}
	require.Greater(t, len(modules), 1500)
	return modules
}

// TestTheOperandStackIsFollowedExactly compares its height with the results that are due, wherever a block ends.
func TestTheOperandStackIsFollowedExactly(t *testing.T) {
	ends := 0
	for name, wasm := range valid(t) {
		if _, _, err := Rewrite(wasm, Options{}); err != nil {
			continue // of a later version of WebAssembly
		}
		eachFunction(t, wasm, func(f *function) {
			w := &f.effort
			w.begin(f)
			require.NoError(t, f.each(func(in *instruction) error {
				if (in.op == opEnd || in.op == opElse) && !w.dead && !w.top().skipped {
					ends++
					require.Equal(t, w.top().height+w.top().results, w.height, "%s: at byte %d", name, in.start)
				}
				return f.look(in)
			}))
			assert.Empty(t, w.open)
		})
	}
	assert.Greater(t, ends, 15_000)
}

// The stance plugin comes nearest, with 147 MB for the function that pools the sentences of a work, whose loops TinyGo unrolls, and extraction half of
// the time; the others stay under a third.
func TestRealModulesReachAFractionOfWhatTheCompilerMayBeGiven(t *testing.T) {
	files, err := filepath.Glob("../../../../plugins/*/*.wasm")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		wasm, err := os.ReadFile(file)
		require.NoError(t, err)
		_, info, err := Rewrite(wasm, Options{})
		require.NoError(t, err)
		assert.Less(t, info.Room, uint64(maxRoom*2/3), file)
		assert.Less(t, info.Room+info.Kept, uint64(maxRoomOfModule*2/3), file)
		assert.Less(t, info.Work, uint64(maxWork*3/5), file)
		assert.Greater(t, info.Room, uint64(8<<20), "%s: an estimate that is too low bounds nothing", file)
	}
}

// manyLocals sets n locals, of which the first are parameters.
func manyLocals(n int) []byte {
	var b []byte
	for i := range n {
		b = append(append(b, opI64Const, 1, opLocalSet), uleb(i)...)
	}
	return b
}

// readAll reads n locals.
func readAll(n int) []byte {
	var b []byte
	for i := range n {
		b = append(append(append(b, opLocalGet), uleb(i)...), 0x1a)
	}
	return b
}

func TestWhatTheCompilerWouldChokeOnIsRefused(t *testing.T) {
	one := func(locals int, parts ...any) []testFunc { return []testFunc{{locals: locals, body: ops(parts...)}} }
	nest := func(open []byte, n int) []byte { return ops(bytesRepeat(open, n), bytesRepeat([]byte{opEnd}, n)) }
	cases := []struct {
		name, says  string
		bad, better []testFunc // the second has half of it, or less, and is accepted
	}{
		{"a branch table of which each label carries the locals", "among them 3000 locals at 1 places", branches(3000, 3000), branches(500, 500)},
		{"locals that are alive over many ifs", "locals at 2000 places", one(1000, alive(1000, 2000)), one(100, alive(100, 1000))},
		{"loops within each other", "over 500 loops within each other", one(1, nest([]byte{opLoop, blockEmpty}, 501)), one(1, nest([]byte{opLoop, blockEmpty}, 250))},
		{"blocks within each other", "over 10000 blocks within each other", one(1, nest([]byte{opBlock, blockEmpty}, 10_001)), one(1, nest([]byte{opBlock, blockEmpty}, 5000))},
		{"loops after each other", "basic blocks in one function, over the limit of 33000", one(1, bytesRepeat([]byte{opLoop, blockEmpty, opEnd}, 8000)), one(1, bytesRepeat([]byte{opLoop, blockEmpty, opEnd}, 2000))},
		{"a long line of instructions", "MB for one function, over the limit of 224 MB", one(1, constI32(0), bytesRepeat([]byte{0x45}, 300_000), 0x1a), one(1, constI32(0), bytesRepeat([]byte{0x45}, 150_000), 0x1a)},
		{"many such lines", "for the module", lines(100), lines(10)},
		{"instructions that come to nothing", "over 3500000 instructions in the module", repeated(one(1, bytesRepeat([]byte{opLocalGet, 0, 0x1a}, 250_000)), 8), one(1, bytesRepeat([]byte{opLocalGet, 0, 0x1a}, 250_000))},
		{"values of the operand stack that are alive over many ifs", "for one function", one(1, standing(5000, 1000)), one(1, standing(500, 500))},
		{"wide calls that nothing reaches", "MB for one function", wideCalls(5000), wideCalls(100)},
		{"a loop that carries its locals", "for the module", one(30_000, opLoop, blockEmpty, manyLocals(30_000), readAll(30_000), constI32(0), opBrIf, 0, opEnd, readAll(30_000)), one(3000, opLoop, blockEmpty, manyLocals(3000), constI32(0), opBrIf, 0, opEnd, readAll(3000))},
		{"a long line of instructions that come to nothing", "over the limit of 600000", one(1, opLocalGet, 0, bytesRepeat([]byte{opLocalTee, 0}, 600_000), 0x1a), one(1, opLocalGet, 0, bytesRepeat([]byte{opLocalTee, 0}, 300_000), 0x1a)},
		{"many ways to a place where nothing was set", "s of the compiler's time", one(5000, unset(1, 200), readAll(5000)), one(2000, unset(1, 40), readAll(2000))},
		{"many ways within loops to a place where nothing was set", "s of the compiler's time", one(1000, unset(20, 200), readAll(1000)), one(500, unset(10, 100), readAll(500))},
		{"returns in a row", "s of the compiler's time", repeated(one(1, returns(7000)), 3), one(1, returns(7000))},
		{"fills past locals", "s of the compiler's time", one(5000, filling(40), readAll(5000)), one(5000, filling(20), readAll(5000))},
		{"shifts by zero that are used", "s of the compiler's time", shifted(40_000, 200_000, 0), shifted(4_000, 200_000, 0)},
		{"a local behind ifs that is used", "s of the compiler's time", repeated(one(1, read(5_500, 250_000)), 3), one(1, read(3_500, 200_000))},
		{"a copy of a local behind ifs", "s of the compiler's time", repeated(one(2, read(5_500, 0), opLocalGet, 0, opLocalSet, 1, uses(1, 250_000)), 3), one(2, read(3_500, 0), opLocalGet, 0, opLocalSet, 1, uses(1, 200_000))},
		{"loops that hand values on", "s of the compiler's time", handed(1000, 60), handed(50, 60)},
		{"a loop that hands each local to the next", "s of the compiler's time", one(1600, rotated(1600, nil)), one(800, rotated(800, nil))},
		{"a loop that hands each local to the next through a global", "s of the compiler's time", one(1600, rotated(1600, throughGlobal)), one(800, rotated(800, throughGlobal))},
		{"loops that take values and hand each to the next", "s of the compiler's time", shiftedOn(1000), shiftedOn(500)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := Rewrite((&testModule{funcs: c.bad, pages: 1, globals: 1}).bytes(), Options{})
			require.ErrorIs(t, err, ErrCostly)
			require.ErrorIs(t, err, ErrRefused)
			assert.Contains(t, err.Error(), c.says)
			_, _, err = Rewrite((&testModule{funcs: c.better, pages: 1, globals: 1}).bytes(), Options{})
			assert.NoError(t, err, "half of it is bearable")
		})
	}
}

// unset leads that many ways, and one through loops within each other, to one place. It sets nothing.
func unset(loops, ways int) []byte {
	turn := ops(constI32(0), opBrIf, 0, opEnd)
	within := ops(bytesRepeat([]byte{opLoop, blockEmpty}, loops), bytesRepeat(turn, loops))
	return ops(opLoop, blockEmpty, opBlock, blockEmpty, bytesRepeat(ops(constI32(0), opBrIf, 0), ways), within, opEnd, turn)
}

// filling fills nothing n times.
func filling(n int) []byte {
	return bytesRepeat(ops(constI32(0), constI32(0), constI32(0), opMisc, miscMemoryFill, 0), n)
}

// uses reads a local n times.
func uses(local byte, n int) []byte { return bytesRepeat([]byte{opLocalGet, local, 0x1a}, n) }

// shifted shifts a number n times by that amount, and uses what comes of it.
func shifted(n, used int, by int32) []testFunc {
	return []testFunc{{locals: 1, body: ops(opLocalGet, 0, bytesRepeat(ops(constI64(int64(by)), 0x86), n), opLocalSet, 0, uses(0, used))}}
}

// read reads a local behind each of n ifs, and then that often.
func read(n, used int) []byte {
	return ops(bytesRepeat(ops(constI32(0), opIf, blockEmpty, opEnd, opLocalGet, 0, 0x1a), n), uses(0, used))
}

// handed hands values through n loops within each other.
func handed(values, n int) []testFunc {
	wide := strings.Repeat(i64, values)
	loops := ops(bytesRepeat([]byte{opLoop, 1}, n), bytesRepeat(ops(constI32(0), opBrIf, 0, opEnd), n))
	return []testFunc{{params: wide, results: wide, body: ops(opUnreachable)}, {body: ops(bytesRepeat(constI64(0), values), loops, bytesRepeat([]byte{0x1a}, values))}}
}

// TestAShiftByANumberThatIsNotZeroGivesNoOtherName tells shifts that the compiler keeps from those it does not.
func TestAShiftByANumberThatIsNotZeroGivesNoOtherName(t *testing.T) {
	work := func(by int32) uint64 {
		_, info, err := Rewrite((&testModule{funcs: shifted(3_000, 100_000, by), pages: 1}).bytes(), Options{})
		require.NoError(t, err)
		return info.Work
	}
	assert.Greater(t, work(0), 3*work(5))
	assert.Equal(t, work(0), work(64), "the amount is taken modulo the bits")
	assert.Less(t, work(33), work(0)/3)
}

// branches is a branch table of n labels to one block, over which locals are carried.
func branches(n, locals int) []testFunc {
	return []testFunc{{locals: locals, body: ops(opBlock, blockEmpty, manyLocals(locals), opBlock, blockEmpty, constI32(0), opBrTable, uleb(n), make([]byte, n+1), opEnd,
		manyLocals(locals), opEnd, readAll(locals))}}
}

// alive sets locals, has ifs and reads the locals.
func alive(locals, ifs int) []byte {
	return ops(manyLocals(locals), bytesRepeat(ops(constI32(0), opIf, blockEmpty, opEnd), ifs), readAll(locals))
}

// standing leaves values on the stack while there are ifs.
func standing(values, ifs int) []byte {
	return ops(bytesRepeat(ops(constI32(0), 0x28, 2, 0), values), bytesRepeat(ops(constI32(0), opIf, blockEmpty, opEnd), ifs), bytesRepeat([]byte{0x1a}, values))
}

// wideCalls is a function with calls of 200 values behind its end, which are validated all the same.
func wideCalls(n int) []testFunc {
	wide := strings.Repeat(i64, 100)
	return []testFunc{{params: wide, results: wide, body: ops(opUnreachable)}, {body: ops(opUnreachable, bytesRepeat([]byte{opCall, 0}, n), opUnreachable)}}
}

func lines(n int) []testFunc {
	return repeated([]testFunc{{body: ops(constI32(0), bytesRepeat([]byte{0x28, 2, 0}, 30_000), 0x1a)}}, n)
}

func repeated(one []testFunc, n int) (all []testFunc) {
	for range n {
		all = append(all, one...)
	}
	return all
}

// TestTheEstimatesKnowTheCompilerThatIsUsed fails when the runtime is replaced: then measure the weights again
// (go test ./host/plugin/hostile -run TestNoModuleTakes -v), and name the new version here.
func TestTheEstimatesKnowTheCompilerThatIsUsed(t *testing.T) {
	mod, err := os.ReadFile("../../../../go.mod")
	require.NoError(t, err)
	assert.Contains(t, string(mod), "github.com/tetratelabs/wazero v1.12.0\n")
}
