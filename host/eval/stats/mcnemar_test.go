package stats

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestMcNemarOfKnownTables(t *testing.T) {
	one := Pairs{Questions: 21, Better: 1, Worse: 7} // airway hyper-responsiveness, Bentur et al. 2009, in Fagerland et al. 2014
	assert.InDelta(t, 0.0703, one.ExactP(), 5e-5)
	assert.InDelta(t, 0.0391, one.MidP(), 5e-5)
	assert.InDelta(t, -0.517, one.Tango(Alpha).Low, 1e-3)
	assert.InDelta(t, -0.026, one.Tango(Alpha).High, 1e-3)
	assert.InDelta(t, 0.2188, Pairs{Questions: 9, Better: 4, Worse: 1}.MidP(), 5e-5)
	assert.Equal(t, 1.0, Pairs{Questions: 9}.MidP(), "no discordant pair tells nothing")
	assert.Equal(t, 1.0, Pairs{Questions: 9}.ExactP())
	assert.Equal(t, Interval{-1, 1}, Pairs{}.Tango(Alpha))
}

func TestTheIntervalOfIndependentSharesIsNewcombes(t *testing.T) {
	for _, tt := range []struct {
		k1, n1, k2, n2 int
		low, high      float64
	}{{56, 70, 48, 80, 0.0524, 0.3339}, {9, 10, 3, 10, 0.1705, 0.8090}} { // Newcombe 1998, table II, (a) and (b)
		i := Newcombe(tt.k1, tt.n1, tt.k2, tt.n2)
		assert.InDelta(t, tt.low, i.Low, 5e-5)
		assert.InDelta(t, tt.high, i.High, 5e-5)
		turned := Newcombe(tt.k2, tt.n2, tt.k1, tt.n1)
		assert.InDelta(t, -tt.high, turned.Low, 5e-5)
	}
	assert.Less(t, Newcombe(3, 3, 1202, 1965).Low, 0.0, "three of three show nothing")
	none := Newcombe(0, 0, 5, 9)
	assert.True(t, -1 <= none.Low && none.High <= 1)
}

func TestFivePairsAreNeverConclusiveByTheExactTest(t *testing.T) {
	for better := range 6 {
		assert.GreaterOrEqual(t, Pairs{Better: better, Worse: 5 - better}.ExactP(), 0.0625-1e-12)
	}
}

func TestTheScoreStatisticIsTheQuantileAtTheEndsOfTheInterval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 400).Draw(t, "n")
		b := rapid.IntRange(0, n).Draw(t, "better")
		p := Pairs{Questions: n, Better: b, Worse: rapid.IntRange(0, n-b).Draw(t, "worse")}
		i := p.Tango(Alpha)
		assert.True(t, -1 <= i.Low && i.Low <= p.Difference()+1e-12 && p.Difference() <= i.High+1e-12 && i.High <= 1, "%+v %+v", p, i)
		for _, end := range []struct{ at, want float64 }{{i.Low, z(Alpha)}, {i.High, -z(Alpha)}} {
			if math.Abs(end.at) < 0.999 {
				assert.InDelta(t, end.want, tangoScore(float64(p.Better), float64(p.Worse), float64(n), end.at), 1e-4, "%+v %+v", p, i)
			}
		}
		turned := Pairs{n, p.Worse, p.Better}.Tango(Alpha)
		assert.InDelta(t, -i.High, turned.Low, 1e-9, "the other way round")
	})
}

func TestEquivalentIsWhatTheNarrowerIntervalHoldsWithinTheMargin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(5, 900).Draw(t, "n")
		b := rapid.IntRange(0, n).Draw(t, "better")
		p := Pairs{Questions: n, Better: b, Worse: rapid.IntRange(0, n-b).Draw(t, "worse")}
		margin := rapid.Float64Range(0.01, 0.3).Draw(t, "margin")
		i := p.Tango(2 * Alpha)
		if gap := max(-margin-i.Low, i.High-margin); math.Abs(gap) > 1e-6 {
			assert.Equal(t, gap < 0, p.Equivalence(margin) < Alpha, "%+v margin %v interval %+v", p, margin, i)
		}
	})
}

// equals draws two equal policies over n questions, with that share of discordant ones.
func equals(rng *rand.Rand, n int, discordance, difference float64) []int {
	out := make([]int, n)
	for i := range out {
		switch u := rng.Float64(); {
		case u < (discordance+difference)/2:
			out[i] = 1
		case u < discordance:
			out[i] = -1
		}
	}
	return out
}

// simulations returns the number of data sets to draw; .ci/long asks for more.
func simulations(t *testing.T) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("SPARKHOST_SIMULATIONS"), "2000"))
	require.NoError(t, err)
	return n
}

func own(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(i)
	}
	return out
}

func TestEqualPoliciesAreSeldomToldApartAndIntervalsCover(t *testing.T) {
	times := simulations(t)
	for _, tt := range []struct {
		n           int
		discordance float64
		difference  float64
	}{{100, 0.2, 0}, {500, 0.1, 0}, {500, 0.2, 0.05}, {809, 0.05, 0}} {
		rng, wrong, covered := rand.New(rand.NewPCG(1, 0)), 0, 0
		for range times {
			c := NewClustered(equals(rng, tt.n, tt.discordance, tt.difference), own(tt.n))
			if c.MidP() <= Alpha {
				wrong++
			}
			if !c.Tango(Alpha).Excludes(tt.difference) {
				covered++
			}
		}
		if tt.difference == 0 {
			assert.LessOrEqual(t, float64(wrong)/float64(times), 0.055, "%+v", tt)
		}
		assert.InDelta(t, 0.95, float64(covered)/float64(times), 0.02, "%+v", tt)
	}
}
