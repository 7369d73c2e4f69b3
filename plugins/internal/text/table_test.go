package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestATableKeepsWhatWasEntered(t *testing.T) {
	var table Table[int]
	assert.Zero(t, table.Of(7), "of an empty table")
	want := map[uint64]int{}
	for i := range uint64(3000) {
		key := i << 20 * 7919 // many share their slots
		if i%3 == 0 {
			key = i + 1
		}
		*table.At(key + 1) += int(i)
		want[key+1] += int(i)
	}
	for key, v := range want {
		assert.Equal(t, v, table.Of(key))
	}
	assert.Zero(t, table.Of(1<<63))
}
