package forest_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/doubling"
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

func FuzzWorkOfForests(f *testing.F) {
	f.Add(uint8(1), uint16(2), []byte("\x00\x00abcdef"))
	f.Add(uint8(8), uint16(0), []byte{})
	f.Fuzz(func(t *testing.T, depth uint8, features uint16, part []byte) {
		doubling.Numbered(t, 64, func(trees int) {
			file := binary.LittleEndian.AppendUint16([]byte("FOREST1\n"), features)
			file = binary.LittleEndian.AppendUint16(file, uint16(depth))
			file = binary.LittleEndian.AppendUint32(file, uint32(trees))
			if part = part[:min(len(part), 64)]; len(part) == 0 {
				part = []byte{0}
			}
			_, _, _ = forest.Parse(append(file, bytes.Repeat(part, 1024*trees/len(part))...))
		})
	})
}
