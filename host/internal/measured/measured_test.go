package measured_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/measured"
)

func value(work int, unit string, v, nearest float64, beside int) measured.Value {
	return measured.Value{Quantity: evidence.Quantity{Value: v, Unit: unit}, Work: work, Nearest: nearest, Beside: beside}
}

func values(group []measured.Value) []float64 {
	var out []float64
	for _, v := range group {
		out = append(out, v.Value)
	}
	return out
}

func TestOfEachWorkTheValueNearestTheQuestionIsCompared(t *testing.T) {
	read := []measured.Value{
		value(1, "K", 300, 0.5, 40), value(1, "K", 39, 0.9, 3), // the first is the temperature of the room
		value(2, "K", 38.8, 0.8, 2), value(2, "GPa", 5, 0.8, 9), value(3, "GPa", 7, 0.6, 4),
		value(4, "K", 4, 0.1, 1), // hardly addresses the question
	}
	groups := measured.Groups(read, measured.Asked{Quantity: true})
	assert.Len(t, groups, 1, "the question names no unit: what its nearest sentences report is what it asks for")
	assert.Equal(t, []float64{39, 38.8}, values(groups[0]))
	groups = measured.Groups(read, measured.Asked{Quantity: true, Units: []string{"GPa"}})
	assert.Equal(t, []float64{5, 7}, values(groups[0]))
	assert.Empty(t, measured.Groups(read, measured.Asked{}), "a question on toads compares no melting points")
}

func TestGroupsDoNotDependOnTheOrderOfReading(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		var read []measured.Value
		for i := range n {
			v := value(rapid.IntRange(0, 4).Draw(t, "work"), rapid.SampledFrom([]string{"", "K", "h"}).Draw(t, "unit"), float64(i),
				float64(rapid.IntRange(1, 3).Draw(t, "near")), rapid.IntRange(0, 2).Draw(t, "beside"))
			v.Row = i
			read = append(read, v)
		}
		asked := measured.Asked{Quantity: true}
		assert.Equal(t, measured.Groups(read, asked), measured.Groups(rapid.Permutation(read).Draw(t, "order"), asked))
	})
}
