package forest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/forest"
)

// sample has two trees of depth 1 over two features.
var sample = forest.Forest{Features: 2, Depth: 1, Base: 0.5, Nodes: []forest.Node{{0, 1}, {1, -2}}, Leaves: []float32{1, 2, 4, 8}}

func TestAScoreSumsTheLeavesThatAVectorReaches(t *testing.T) {
	for _, tt := range []struct {
		x    []float32
		want float64
	}{{[]float32{0, -3}, 5.5}, {[]float32{1, -2}, 5.5}, {[]float32{1.5, -3}, 6.5}, {[]float32{0, 0}, 9.5}, {[]float32{2, 0}, 10.5}} {
		assert.Equal(t, tt.want, sample.Score(tt.x))
	}
}

func TestAFileIsReadAsItWasWritten(t *testing.T) {
	f, rest, err := forest.Parse(append(sample.Append(nil), "next"...))
	require.NoError(t, err)
	assert.Equal(t, &sample, f)
	assert.Equal(t, "next", string(rest))
}

func TestEveryCutOffFileIsRefused(t *testing.T) {
	file := sample.Append(nil)
	for n := range file {
		_, _, err := forest.Parse(file[:n])
		assert.ErrorIs(t, err, forest.ErrModel)
	}
}

func TestAFeatureBehindTheLastIsRefused(t *testing.T) {
	wrong := sample
	wrong.Features = 1
	_, _, err := forest.Parse(wrong.Append(nil))
	assert.ErrorIs(t, err, forest.ErrModel)
}

func FuzzParse(f *testing.F) {
	f.Add(sample.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if g, _, err := forest.Parse(b); err == nil {
			g.Score(make([]float32, g.Features))
		}
	})
}
