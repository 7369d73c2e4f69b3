package text

import (
	"maps"
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
	assert.Equal(t, want, maps.Collect(table.All))
	for key, v := range want {
		assert.Equal(t, v, table.Of(key))
	}
	assert.Zero(t, table.Of(1<<63))
}

func TestSentencesAreThoseOfAReading(t *testing.T) {
	for _, s := range []string{
		"", "...", "One here. Two, by E. coli; still two! Three? 4.5 % of them (95 % CI 1.2-3.4). five",
		"Mice did not, however, grow. But voles did.",
	} {
		r := Read(s, NewLexicon())
		want := make([]string, 0, len(r.Sentences))
		for _, span := range r.Sentences {
			want = append(want, r.Quote(span.First, span.End-1))
		}
		assert.Equal(t, want, Sentences(s))
	}
}
