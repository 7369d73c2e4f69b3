package meter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// throughGlobal sets the first global, and reads it.
var throughGlobal = []byte{opGlobalSet, 0, opGlobalGet, 0}

// rotated is a loop that gives each of n locals the value of the one before, by way of some code.
func rotated(n int, by []byte) []byte {
	var b []byte
	for i := n - 1; i > 0; i-- {
		b = append(b, ops(opLocalGet, uleb(i-1), by, opLocalSet, uleb(i))...)
	}
	return ops(opLoop, blockEmpty, b, constI32(0), opBrIf, 0, opEnd, readAll(n))
}

// shiftedOn is a loop that takes n values, and goes on with all but the first.
func shiftedOn(n int) []testFunc {
	wide := strings.Repeat(i64, n)
	loop := ops(opLoop, 1, opLocalGet, 0, constI32(0), opBrIf, 0, opLocalSet, 0, opEnd)
	return []testFunc{{params: wide, results: wide, body: ops(opUnreachable)}, {locals: 1, body: ops(bytesRepeat([]byte{opLocalGet, 0}, n), loop, bytesRepeat([]byte{0x1a}, n))}}
}

// turnsOf counts the turns of one function of that many locals.
func turnsOf(t *testing.T, locals int, parts ...any) (count uint64) {
	m := testModule{funcs: []testFunc{{locals: locals, body: ops(parts...)}}, pages: 1, globals: 1}
	eachFunction(t, m.bytes(), func(f *function) { count = f.effort.turns.count })
	return count
}

func TestALocalCostsATurnForEachLoopThatGivesItACopy(t *testing.T) {
	get, set := []byte{opLocalGet, 0}, []byte{opLocalSet, 1}
	made := ops(constI64(7), opLocalSet, 0)
	loop := func(parts ...any) []byte { return ops(opLoop, blockEmpty, ops(parts...), opEnd) }
	for _, c := range []struct {
		name string
		want uint64
		code []byte
	}{
		{"outside of loops", 0, ops(get, set)},
		{"in a loop", 1, loop(get, set)},
		{"twice in a loop", 1, loop(get, set, get, set)},
		{"in two loops", 2, ops(loop(get, set), loop(get, set))},
		{"in a loop in a loop", 2, loop(loop(get, set))},
		{"what was made before the loop", 1, ops(made, loop(get, set))},
		{"what was made in the loop", 0, loop(made, get, set)},
		{"what was made in the loop around", 2, loop(made, loop(get, set))},
		{"what one part of an if has made", 1, loop(constI32(0), opIf, blockEmpty, made, opElse, get, set, opEnd)},
		{"what an if has made", 1, loop(constI32(0), opIf, blockEmpty, made, opEnd, get, set)},
		{"what was made and is another's since", 2, loop(made, opLocalGet, 2, opLocalSet, 0, get, set)},
		{"a constant", 0, loop(made)},
		{"what an if results in", 1, loop(constI32(0), opIf, 0x7e, get, opElse, get, opEnd, set)},
	} {
		assert.Equal(t, c.want, turnsOf(t, 3, c.code), c.name)
	}
}

func TestAGlobalThatIsReadMayHoldACopy(t *testing.T) {
	require.EqualValues(t, 9, turnsOf(t, 10, rotated(10, nil)))
	assert.EqualValues(t, 9, turnsOf(t, 10, rotated(10, throughGlobal)))
}
