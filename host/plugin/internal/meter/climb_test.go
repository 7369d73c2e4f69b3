package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// effortOf weighs a function of that body.
func effortOf(t *testing.T, body []byte) (e effort) {
	m := testModule{funcs: []testFunc{{locals: 1, body: body}}, pages: 1}
	eachFunction(t, m.bytes(), func(f *function) { e = f.effort })
	return e
}

// returns is n returns in a row, each behind a condition.
func returns(n int) []byte {
	return bytesRepeat(ops(constI32(0), opIf, blockEmpty, opReturn, opEnd), n)
}

func TestABlockLiesBelowThoseThatEveryWayPasses(t *testing.T) {
	branch := ops(constI32(0), opBrIf, 0)
	empty := ops(constI32(0), opIf, blockEmpty, opEnd)
	ifs := bytesRepeat(empty, 10)
	for _, c := range []struct {
		name string
		want int
		code []byte
	}{
		{"nothing", 1, nil},
		{"a branch", 2, ops(opBlock, blockEmpty, branch, opEnd)},
		{"an if", 3, empty},
		{"an if with much in one part", 3, ops(constI32(0), opIf, blockEmpty, ifs, opElse, opEnd)},
		{"an if of which one part returns", 3, returns(1)},
		{"ifs in a row", 21, ifs},
		{"a way past ifs", 2, ops(opBlock, blockEmpty, branch, ifs, opEnd)},
		{"a way past ifs that ends elsewhere", 24, ops(opBlock, blockEmpty, opBlock, blockEmpty, constI32(0), opBrIf, 1, ifs, opEnd, opEnd, empty, ifs)},
		{"a loop", 7, ops(opLoop, blockEmpty, opEnd)},
	} {
		assert.Equal(t, c.want, effortOf(t, c.code).deep, c.name)
	}
}

func TestTheWayUpFromBlocksInARowGrowsWithTheirSquare(t *testing.T) {
	one, two := effortOf(t, returns(500)).climbs, effortOf(t, returns(1000)).climbs
	assert.InDelta(t, 4, float64(two)/float64(one), 0.1)
	aside := func(n int) uint64 {
		return effortOf(t, ops(opBlock, blockEmpty, constI32(0), opBrIf, 0, returns(n), opEnd, returns(n))).climbs
	}
	assert.Less(t, aside(500), two*3/4, "what a way leads past lies below nothing behind it")
}
