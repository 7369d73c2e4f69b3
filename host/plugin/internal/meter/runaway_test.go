package meter

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// A run is one instance of a rewritten module.
type run struct {
	mod  api.Module
	tank *tank
}

func instantiate(t testing.TB, config wazero.RuntimeConfig, wasm []byte, o Options, tank *tank) run {
	t.Helper()
	metered, _, err := Rewrite(wasm, o)
	require.NoError(t, err)
	rt := newRuntime(t, config, tank)
	_, err = rt.NewHostModuleBuilder("env").
		NewFunctionBuilder().WithFunc(func() {}).Export("nothing").
		NewFunctionBuilder().WithFunc(func(n uint32) {}).Export("take").Instantiate(context.Background())
	require.NoError(t, err)
	mod, err := rt.Instantiate(context.Background(), metered)
	require.NoError(t, err)
	return run{mod, tank}
}

func (r run) call(name string, args ...uint64) error {
	_, err := r.mod.ExportedFunction(name).Call(context.Background(), args...)
	return err
}

// endless is (loop (br 0)).
func endless() []byte { return ops(opLoop, blockEmpty, opBr, 0, opEnd) }

// straight is 3n units of instructions in segments of 5 units, cut by br_ifs.
func straight(n int) []byte {
	var b []byte
	for range n {
		b = append(b, ops(opBlock, blockEmpty, opLocalGet, 1, opLocalSet, 1, opLocalGet, 1, 0xa7, opBrIf, 1, opEnd)...)
	}
	return ops(opBlock, blockEmpty, b, opEnd)
}

// TestRunawaysAreStopped gives every way to run on a budget of 10 million units. What was charged beyond it
// stays within what may be charged between two checks.
func TestRunawaysAreStopped(t *testing.T) {
	const budget = 10_000_000
	fill := ops(constI32(0), constI32(1), constI32(1<<16), opMisc, miscMemoryFill, 0)
	tests := []struct {
		name string
		m    testModule
		args []uint64
		want error
		over int64 // units
	}{
		{"an endless loop", testModule{funcs: []testFunc{{body: endless()}}}, nil, errSpent, 10},
		{"an exponential recursion", testModule{funcs: []testFunc{
			{params: i64, body: ops(opLocalGet, 0, 0x50, opIf, blockEmpty, opReturn, opEnd,
				opLocalGet, 0, constI64(1), opI64Sub, opCall, 0, opLocalGet, 0, constI64(1), opI64Sub, opCall, 0)},
		}}, []uint64{60}, errSpent, 100},
		{"a recursion without end", testModule{funcs: []testFunc{{body: ops(opCall, 0)}}}, nil, errDeep, 0},
		{"an indirect recursion without end", testModule{table: 1, funcs: []testFunc{{body: ops(constI32(0), opCallIndirect, 1, 0)}}}, nil, errDeep, 0},
		{"a recursion whose frames do their work on the way back", testModule{funcs: []testFunc{
			{params: i64, locals: 1, body: ops(opLocalGet, 0, 0x50, opIf, blockEmpty, opReturn, opEnd,
				opLocalGet, 0, constI64(1), opI64Sub, opCall, 0, straight(500))},
		}}, []uint64{10_000}, errSpent, DefaultGap + 100},
		{"a loop of large fills", testModule{pages: 1, funcs: []testFunc{{body: ops(opLoop, blockEmpty, fill, opBr, 0, opEnd)}}}, nil, errSpent, 1<<13 + 100},
		{"a fill in straight code", testModule{pages: 1, funcs: []testFunc{{locals: 1, body: ops(bytesRepeat(fill, 2000))}}}, nil, errSpent, 1<<13 + 100},
		{"a loop of memory growth", testModule{pages: 1, most: 100, funcs: []testFunc{
			{body: ops(opLoop, blockEmpty, constI32(1), opMemoryGrow, 0, 0x1a, opBr, 0, opEnd)},
		}}, nil, errSpent, 1<<16 + 100},
		{"a loop of refused growth", testModule{pages: 1, funcs: []testFunc{
			{body: ops(opLoop, blockEmpty, constI32(-1), opMemoryGrow, 0, 0x1a, opBr, 0, opEnd)},
		}}, nil, errSpent, 100},
		{"a table copied again and again", testModule{table: 1000, funcs: []testFunc{
			{body: ops(opLoop, blockEmpty, constI32(0), constI32(0), constI32(1000), opMisc, miscTableCopy, 0, 0, opBr, 0, opEnd)},
		}}, nil, errSpent, 1100},
		{"a table that grows", testModule{table: 1, funcs: []testFunc{
			{body: ops(opLoop, blockEmpty, 0xd0, 0x70, constI32(1000), opMisc, miscTableGrow, 0, 0x1a, opBr, 0, opEnd)},
		}}, nil, errSpent, 1100},
		{"a chain of calls that doubles thirty times", doubling(30), nil, errSpent, 30 * 20},
		{"an import called again and again", testModule{imports: []imported{{"nothing", 0}},
			funcs: []testFunc{{body: ops(opLoop, blockEmpty, opCall, 0, opBr, 0, opEnd)}}}, nil, errSpent, 2000},
	}
	o := Options{Hosts: map[string]Host{"env.nothing": {Base: 1000}}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := instantiate(t, wazero.NewRuntimeConfig(), test.m.bytes(), o, &tank{slice: 1000, limit: budget})
			name := string(rune('a' + len(test.m.funcs) - 1))
			require.ErrorIs(t, r.call(name, test.args...), test.want)
			if test.want == errSpent {
				used := r.tank.used(r.mod)
				assert.Greater(t, used, int64(budget))
				assert.LessOrEqual(t, used, budget+test.over)
				assert.Greater(t, int64(r.tank.asked)*(1000+test.over), int64(budget)*9/10, "it asked about every slice")
			}
		})
	}
}

// doubling is a chain of functions, each calling the one before twice: no loop, no recursion.
func doubling(n int) testModule {
	m := testModule{funcs: []testFunc{{}}}
	for i := 1; i < n; i++ {
		m.funcs = append(m.funcs, testFunc{body: ops(opCall, i-1, opCall, i-1)})
	}
	return m
}

func bytesRepeat(b []byte, n int) []byte {
	var out []byte
	for range n {
		out = append(out, b...)
	}
	return out
}

func TestDeepCallsAreCountedByFrameAndLocals(t *testing.T) {
	for _, test := range []struct {
		name   string
		locals int
		depth  int64 // that the recursion below needs
	}{
		{"a small frame counts one", 0, 10},
		{"sixty-four more locals count two more", 64, 30},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := testModule{funcs: []testFunc{{params: i64, locals: test.locals, body: ops(
				opLocalGet, 0, 0x50, opIf, blockEmpty, opReturn, opEnd, opLocalGet, 0, constI64(1), opI64Sub, opCall, 0)}}}
			for depth, want := range map[int64]error{test.depth: nil, test.depth - 1: errDeep} {
				r := instantiate(t, wazero.NewRuntimeConfig(), m.bytes(), Options{Depth: depth}, bottomless())
				for range 3 {
					err := r.call("a", 9)
					if want == nil {
						require.NoError(t, err)
						require.EqualValues(t, depth, global(r.mod, DepthExport), "it is given back")
						continue
					}
					require.ErrorIs(t, err, want)
					break
				}
			}
		})
	}
}

func TestAnEndlessStartFunctionIsStopped(t *testing.T) {
	m := testModule{funcs: []testFunc{{body: endless()}}, start: 1}
	metered, _, err := Rewrite(m.bytes(), Options{})
	require.NoError(t, err)
	rt := newRuntime(t, wazero.NewRuntimeConfig(), &tank{slice: 1000, limit: 100_000})
	_, err = rt.Instantiate(context.Background(), metered)
	assert.ErrorIs(t, err, errSpent)
}
