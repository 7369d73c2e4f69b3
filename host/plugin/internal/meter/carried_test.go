package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLocalsThatABlockReadsBeforeItSetsThemAreCarried(t *testing.T) {
	condition := constI32(1)
	for _, test := range []struct {
		name string
		body []byte // of a function with two parameters and three locals
		want uint64
	}{
		{"a parameter that is read at once", ops(opLocalGet, 0, 0x1a), 0},
		{"a local that is set and read in a block", ops(constI64(1), opLocalSet, 2, opLocalGet, 2, 0x1a), 0},
		{"a local that is read before it is set", ops(opLocalGet, 2, 0x1a), 1},
		{"a parameter that is read behind a branch", ops(opBlock, blockEmpty, condition, opBrIf, 0, opLocalGet, 1, 0x1a, opEnd), 1},
		{"a local that is set before an if and read in it", ops(constI64(1), opLocalSet, 2, condition, opIf, blockEmpty, opLocalGet, 2, 0x1a, opEnd), 1},
		{"three times the same one", ops(condition, opIf, blockEmpty, opLocalGet, 3, opLocalGet, 3, 0x1a, 0x1a, opEnd, opLocalGet, 3, 0x1a), 1},
		{"one that is dead", ops(opReturn, opLocalGet, 2, 0x1a), 0},
	} {
		m := testModule{funcs: []testFunc{{params: i64 + i64, locals: 3, body: test.body}}}
		eachFunction(t, m.bytes(), func(f *function) { assert.Equal(t, test.want, f.effort.names.count, test.name) })
	}
}
