package stats

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAnIntervalWithoutWidthIsFlat(t *testing.T) {
	assert.True(t, Interval{0.5, 0.5}.Flat())
	assert.False(t, Interval{0.5, 0.51}.Flat())
	assert.False(t, Unknown().Flat(), "what is not known has no width to speak of")
}

func TestEqualValuesLeaveRoomForThreeOthersInSoMany(t *testing.T) {
	i := SameMean(0, 100, -1, 1)
	assert.InDelta(t, 0.0295, i.High, 5e-5, "Hanley and Lippman-Hand: about 3/n")
	assert.InDelta(t, -0.0295, i.Low, 5e-5)
	assert.InDelta(t, 1-0.0295*2, SameMean(1, 100, -1, 1).Low, 1e-4)
	assert.Equal(t, 1.0, SameMean(1, 100, -1, 1).High, "no mean is over the highest value")
	assert.False(t, SameMean(0, MinUnits-1, -1, 1).Known())
}

// TestRoomForOthersCovers draws samples of which some are all equal: in at most 5 of 100 the true mean is outside where they are.
func TestRoomForOthersCovers(t *testing.T) {
	rng, outside := rand.New(rand.NewPCG(1, 0)), 0
	const others, n, sets = 0.06, 50, 20_000
	for range sets {
		equal := true
		for range n {
			equal = equal && rng.Float64() >= others
		}
		if equal && SameMean(0, n, -1, 1).Excludes(others) {
			outside++
		}
	}
	assert.Positive(t, outside)
	assert.LessOrEqual(t, float64(outside)/sets, Alpha)
}
