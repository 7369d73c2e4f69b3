package contract

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAPresenceMaskHasOneBitPerRow(t *testing.T) {
	known := make([]bool, 10)
	known[0], known[9] = true, true
	assert.Equal(t, []byte{1, 2}, NewPresence(known))
	assert.Nil(t, NewPresence([]bool{true, true}), "all known")
	assert.Nil(t, NewPresence(nil))
	assert.Equal(t, []int{0, 1, 1, 2}, []int{PresenceLen(0), PresenceLen(1), PresenceLen(8), PresenceLen(9)})
	c := NumbersColumn("n", make([]float64, 10), known)
	for row, want := range known {
		assert.Equal(t, want, c.Known(row))
	}
}

func TestColumnsGiveBackTheirRows(t *testing.T) {
	tokens := TokensColumn("t", [][]uint32{{1, 2}, nil, {3}})
	assert.Equal(t, []uint32{1, 2}, tokens.TokensAt(0))
	assert.Empty(t, tokens.TokensAt(1))
	assert.Equal(t, []uint32{3}, tokens.TokensAt(2))
	assert.Equal(t, 2, cap(tokens.TokensAt(0)), "appending to a row must not overwrite the next")

	text := TextColumn("s", []string{"ab", "", "c"})
	assert.Equal(t, []byte("ab"), text.TextAt(0))
	assert.Empty(t, text.StringAt(1))
	assert.Equal(t, "c", text.StringAt(2))
	assert.Equal(t, 2, cap(text.TextAt(0)))

	numbers := NumbersColumn("n", []float64{4, 5}, []bool{true, false})
	v, known := numbers.NumberAt(0)
	assert.Equal(t, 4.0, v)
	assert.True(t, known)
	v, known = numbers.NumberAt(1)
	assert.Zero(t, v)
	assert.False(t, known)
	assert.Zero(t, numbers.Numbers[1], "an unknown value is zero")
}

func TestWhatIsNotThereIsNil(t *testing.T) {
	req := fullRequest()
	assert.Nil(t, req.Table("none"))
	assert.Nil(t, req.Table("none").Column("year"))
	assert.Zero(t, req.Table("none").Len())
	assert.Nil(t, req.Table("items").Column("none"))
	_, known := req.Table("items").Column("none").NumberAt(7)
	assert.False(t, known)
	assert.Equal(t, "year", req.Table("items").Column("year").Name)
	assert.Equal(t, 3, req.Table("items").Len())
}
