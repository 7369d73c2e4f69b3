package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cost calls a function that does body and gives the units it used, on both engines.
func cost(t *testing.T, m testModule, o Options) int64 {
	t.Helper()
	used := map[string]int64{}
	for name, config := range engines {
		r := instantiate(t, config(), m.bytes(), o, bottomless())
		require.NoError(t, r.call(string(rune('a'+len(m.funcs)-1))))
		used[name] = r.tank.used(r.mod)
	}
	require.Equal(t, used["compiler"], used["interpreter"])
	return used["compiler"]
}

func TestInstructionsCostWhatIsDocumented(t *testing.T) {
	drop := 0x1a
	vec := ops(opVector, 0x0c, make([]byte, 16)) // v128.const
	tests := []struct {
		name string
		body []byte
		want int64
	}{
		{"nothing", nil, 0},
		{"nop, block, loop and else are free", ops(1, opBlock, blockEmpty, opEnd, opLoop, blockEmpty, opEnd, constI32(0), opIf, blockEmpty, opElse, opEnd), 2},
		{"a constant and a drop", ops(constI32(7), drop), 2},
		{"addition", ops(constI32(7), constI32(8), 0x6a, drop), 4},
		{"division", ops(constI32(7), constI32(8), 0x6d, drop), 7},
		{"remainder of i64", ops(constI64(7), constI64(8), 0x81, drop), 7},
		{"a square root of f64", ops(0x44, make([]byte, 8), 0x9f, drop), 6},
		{"a call and the callee", ops(opCall, 0), 6 + 2},
		{"an indirect call and the callee", ops(constI32(0), opCallIndirect, 1, 0), 1 + 8 + 2},
		{"a branch table", ops(opBlock, blockEmpty, constI32(0), opBrTable, 0, 0, opEnd), 3},
		{"ends at which ways meet, beyond eight in a row; the last belongs to the function", leaving(20), 3 + 11},
		{"what is jumped over costs nothing", ops(opBlock, blockEmpty, constI32(1), opBrIf, 0, constI32(1), drop, opEnd), 2},
		{"what is not jumped over costs", ops(opBlock, blockEmpty, constI32(0), opBrIf, 0, constI32(1), drop, opEnd), 4},
		{"a return in the middle", ops(constI32(1), opIf, blockEmpty, opReturn, opEnd, constI32(1), drop), 3},
		{"three times around a loop", repeat(0, 3, nil), 2 + 3*7},
		{"a fill of 800 bytes", ops(constI32(0), constI32(0), constI32(800), opMisc, miscMemoryFill, 0), 3 + 8 + 100},
		{"a copy of 80 bytes", ops(constI32(0), constI32(0), constI32(80), opMisc, miscMemoryCopy, 0, 0), 3 + 8 + 10},
		{"a copy of 3 entries", ops(constI32(0), constI32(0), constI32(3), opMisc, miscTableCopy, 0, 0), 3 + 8 + 3},
		{"growth by 2 pages", ops(constI32(2), opMemoryGrow, 0, drop), 1 + 64 + 2*65536 + 1},
		{"growth that is refused", ops(constI32(-1), opMemoryGrow, 0, drop), 1 + 64 + 1},
		{"growth of a table that is refused", ops(0xd0, 0x70, constI32(-1), opMisc, miscTableGrow, 0, drop), 2 + 64 + 1},
		{"growth of a table", ops(0xd0, 0x70, constI32(5), opMisc, miscTableGrow, 0, drop), 2 + 64 + 5 + 1},
		{"vectors are added", ops(vec, vec, opVector, 0xae, 1, drop), 4},
		{"vectors are divided", ops(vec, vec, opVector, 0xe7, 1, drop), 11},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := testModule{pages: 1, most: 9, table: 5, funcs: []testFunc{{body: ops(constI32(1), drop)}, {locals: 1, body: test.body}}}
			assert.Equal(t, test.want, cost(t, m, Options{}))
		})
	}
}

// leaving is a branch table into n blocks around it, of which it takes the innermost.
func leaving(n int) []byte {
	var begin, table, end []byte
	for i := range n {
		begin, table, end = append(begin, opBlock, blockEmpty), append(table, byte(i)), append(end, opEnd)
	}
	return ops(begin, constI32(0), opBrTable, n, table, 0, end)
}

func TestCallsOfTheHostCostWhatIsAsked(t *testing.T) {
	call := ops(constI32(20), opCall, 0)
	m := testModule{imports: []imported{{"take", 1}}, funcs: []testFunc{{params: i32}, {body: call}}}
	for _, test := range []struct {
		name string
		host map[string]Host
		want int64
	}{
		{"nothing is asked", nil, 7},
		{"a fixed price", map[string]Host{"env.take": {Base: 100}}, 107},
		{"a price by size", map[string]Host{"env.take": {Base: 100, Each: 8, Params: []int{0}}}, 267},
		{"a price by a parameter that is not there", map[string]Host{"env.take": {Base: 100, Each: 8, Params: []int{3}}}, 107},
		{"a price for another function", map[string]Host{"env.give": {Base: 100}}, 7},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, cost(t, m, Options{Hosts: test.host}))
		})
	}
	t.Run("a call through a table is charged too", func(t *testing.T) {
		m := testModule{imports: []imported{{"take", 1}}, table: 1, funcs: []testFunc{{params: i32}, {body: ops(constI32(20), constI32(0), opCallIndirect, 1, 0)}}}
		assert.EqualValues(t, 1+1+8+100, cost(t, m, Options{Hosts: map[string]Host{"env.take": {Base: 100}}}))
	})
}

func TestDeadCodeIsNeitherChargedNorChecked(t *testing.T) {
	dead := bytesRepeat(ops(constI32(1), 0x1a), 1000)
	m := testModule{funcs: []testFunc{{body: ops(opReturn, dead, opLoop, blockEmpty, dead, opEnd, opBlock, blockEmpty, dead, opBr, 1, opEnd, dead)}}}
	_, info, err := Rewrite(m.bytes(), Options{})
	require.NoError(t, err)
	assert.Equal(t, [3]int{1, 1, 1}, [3]int{info.Functions, info.Charges, info.Checks})
	assert.EqualValues(t, 1, cost(t, m, Options{}))
}

func TestValuesThatMoveWhereControlFlowMeetsAreCharged(t *testing.T) {
	set := manyLocals(100)                                                                                  // 2 units each
	use := readAll(100)                                                                                     // 2 units each
	skipped := ops(constI32(0), opIf, blockEmpty)                                                           // 2 units, and nothing in it is executed
	twice := ops(opLocalGet, 100, opI64Const, 1, opI64Add, opLocalTee, 100, opI64Const, 3, 0x54, opBrIf, 0) // 7 units
	wide := string(bytesRepeat([]byte(i64), 50))
	tests := []struct {
		name   string
		locals int
		body   []byte
		want   int64
	}{
		{"an if that sets locals that are used behind it", 100, ops(skipped, set, opEnd, use), 2 + 200 + 68},
		{"an if that sets locals that are not used behind it", 100, ops(skipped, set, opEnd), 2},
		{"an if that sets as many as there are registers", 100, ops(skipped, manyLocals(32), opEnd, use), 2 + 200},
		{"an if that sets one more", 100, ops(skipped, manyLocals(33), opEnd, use), 2 + 200 + 1},
		{"an if with an else", 100, ops(skipped, set, opElse, set, opEnd, use), 2 + 200 + 200 + 68},
		{"a block to which nothing leads but its end", 100, ops(opBlock, blockEmpty, set, opEnd, use), 200 + 200},
		{"a block to which a branch leads, too", 100, ops(opBlock, blockEmpty, constI32(1), opBrIf, 0, set, opEnd, use), 2 + 200 + 68},
		{"a loop without a way back", 100, ops(opLoop, blockEmpty, set, opEnd, use), 200 + 200},
		{"a loop of three rounds", 101, ops(opLoop, blockEmpty, skipped, set, opEnd, twice, opEnd, use), 3*(2+68+7) + 3*69 + 200},
		{"what is dead", 100, ops(opBlock, blockEmpty, skipped, opEnd, opBr, 0, set, opEnd, use), 3 + 200},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := testModule{funcs: []testFunc{{locals: test.locals, body: test.body}}}
			assert.Equal(t, test.want, cost(t, m, Options{}))
		})
	}
	t.Run("a call of fifty values in and out", func(t *testing.T) {
		var echo []byte
		for i := range 50 {
			echo = append(echo, opLocalGet, byte(i))
		}
		m := testModule{funcs: []testFunc{
			{params: wide, results: wide, body: echo},
			{body: ops(bytesRepeat(constI64(0), 50), opCall, 0, bytesRepeat([]byte{0x1a}, 50))},
		}}
		assert.EqualValues(t, 50+6+68+50+50, cost(t, m, Options{}))
	})
}
