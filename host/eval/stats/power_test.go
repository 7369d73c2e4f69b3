package stats

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheLeastEffectThatCanBeDetected(t *testing.T) {
	for _, tt := range []struct {
		n                 int
		discordance, want float64
	}{
		{200, 0.05, 4.1}, {200, 0.10, 6.1}, {200, 0.20, 8.7}, {200, 0.40, 12.4},
		{500, 0.05, 2.7}, {500, 0.10, 3.9}, {500, 0.20, 5.6}, {500, 0.40, 7.9},
		{809, 0.01, 0.9}, {809, 0.05, 2.2}, {809, 0.10, 3.1}, {809, 0.20, 4.4},
	} {
		got, ok := MDE(tt.n, tt.discordance, 0.8)
		assert.True(t, ok)
		assert.InDelta(t, tt.want, 100*got, 0.054, "%d questions, %v discordant", tt.n, tt.discordance) // 6.1 is 6.047
		size := Power(tt.n, tt.discordance, 0)
		assert.True(t, size <= 0.050 && (size >= 0.041 || tt.discordance < 0.05), "size %v of %d questions, %v discordant", size, tt.n, tt.discordance)
	}
	_, ok := MDE(25, 0.04, 0.8)
	assert.False(t, ok, "one discordant pair in 25 questions shows nothing")
}

func TestPowerIsTheShareOfSimulatedComparisonsThatAreConclusive(t *testing.T) {
	rng, found := rand.New(rand.NewPCG(3, 0)), 0
	for range 4000 {
		if NewClustered(equals(rng, 200, 0.2, 0.087), own(200)).MidP() <= Alpha {
			found++
		}
	}
	assert.InDelta(t, Power(200, 0.2, 0.087), float64(found)/4000, 0.02)
}

func TestQuestionsThatTheProposalsWouldNeed(t *testing.T) {
	for difference, row := range map[float64][4]int{
		0.03: {870, 1306, 1742, 2178}, 0.04: {488, 733, 979, 1224}, 0.05: {312, 469, 626, 783},
		0.06: {216, 325, 434, 543}, 0.08: {120, 182, 243, 304}, 0.09: {95, 143, 191, 240},
	} {
		for i, want := range row {
			discordance := 0.10 + 0.05*float64(i)
			assert.InDelta(t, want, int(connor(discordance, difference, 0.8)), 1, "%v of %v", difference, discordance)
			got, ok := Questions(discordance, difference, 0.8)
			assert.True(t, ok)
			assert.True(t, got <= want && got >= want-14, "the exact test needs %d, its approximation %d", got, want)
			assert.GreaterOrEqual(t, Power(got, discordance, difference), 0.8)
		}
	}
	_, ok := Questions(0.1, 0, 0.8)
	assert.False(t, ok, "no number of questions shows that there is no difference")
	_, ok = Questions(0.1, 0.2, 0.8)
	assert.False(t, ok, "a difference cannot be over the discordance")
}

func TestADifferenceThatNoMillionQuestionsShowsIsRefusedAtOnce(t *testing.T) {
	for _, difference := range []float64{1e-5, 1e-9, 1e-300} {
		_, is := Questions(0.1, difference, 0.8)
		assert.False(t, is, difference)
	}
}

func TestWhereEveryPairIsDiscordantTheEffectIsThatOfACoin(t *testing.T) {
	got, ok := MDE(60, 1, 0.8)
	assert.True(t, ok)
	assert.InDelta(t, 0.355, got, 0.01)
	assert.InDelta(t, Power(60, 0.999999, 0.3), Power(60, 1, 0.3), 1e-3)
	assert.Zero(t, Power(3, 1, 1), "three wins are not significant")
	n, ok := Questions(1, 0.3, 0.8)
	assert.True(t, ok)
	assert.InDelta(t, 85, n, 10)
}
