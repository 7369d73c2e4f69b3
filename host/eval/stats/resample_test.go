package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func meanAt(data []float64) func([]int) float64 {
	return func(drawn []int) float64 {
		sum := 0.0
		for _, i := range drawn {
			sum += data[i]
		}
		return ratio(sum, float64(len(drawn)))
	}
}

func TestBCaCoversAMeanOfSkewedDataMoreOftenThanPercentiles(t *testing.T) {
	rng, bca, percentile := rand.New(rand.NewPCG(8, 0)), 0, 0
	for k := range 600 {
		data := make([]float64, 30)
		for i := range data {
			data[i] = rng.ExpFloat64()
		}
		if !BCa(len(data), 400, uint64(k), meanAt(data)).Excludes(1) {
			bca++
		}
		if !Bootstrap(len(data), 400, uint64(k), meanAt(data)).Excludes(1) {
			percentile++
		}
	}
	assert.Greater(t, bca, percentile)
	assert.Greater(t, float64(bca)/600, 0.91)
}

func TestBCaOfWhatDoesNotVaryIsThatValue(t *testing.T) {
	assert.Equal(t, Interval{2, 2}, BCa(6, 100, 1, meanAt([]float64{2, 2, 2, 2, 2, 2})))
}

func TestClustersAreDrawnWhole(t *testing.T) {
	data := []float64{0, 0, 0, 1, 1, 1, 0, 1, 0, 1}
	clusters := [][]int{{0, 1, 2}, {3, 4, 5}, {6}, {7}, {8}, {9}}
	seen := map[int]bool{}
	BootstrapClusters(clusters, 200, 1, func(drawn []int) float64 {
		of := map[int]int{}
		for _, i := range drawn {
			of[i]++
		}
		assert.True(t, of[0] == of[1] && of[1] == of[2])
		seen[len(drawn)] = true
		return meanAt(data)(drawn)
	})
	assert.True(t, seen[6] && seen[10], "clusters of many sizes are drawn")
}

func TestSignFlipIsTheExactTestOfFewAndNearItOfMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 15).Draw(t, "differences")
		extreme := 0.0
		for signs := range 1 << len(d) {
			sum := 0.0
			for k, v := range d {
				sum += v * float64(2*(signs>>k&1)-1)
			}
			if math.Abs(sum) >= math.Abs(sumOf(d))-1e-12 {
				extreme++
			}
		}
		slack := 1e-12
		if len(d) > 13 {
			slack = 0.025
		}
		assert.InDelta(t, extreme/float64(int(1)<<len(d)), SignFlip(d, 1), slack)
		assert.Equal(t, SignFlip(d, 1), SignFlip(append([]float64{0, 0}, d...), 1), "what does not differ tells nothing")
	})
}

func TestFamiliesOfTestsAreAdjusted(t *testing.T) {
	p := []float64{0.01, 0.04, 0.03, 0.005}
	assert.InDeltaSlice(t, []float64{0.03, 0.06, 0.06, 0.02}, Holm(p), 1e-12)
	assert.InDeltaSlice(t, []float64{0.02, 0.04, 0.04, 0.02}, BenjaminiHochberg(p), 1e-12)
	assert.Equal(t, []float64{1, 1}, Holm([]float64{0.7, 0.9}))
	assert.Empty(t, Holm(nil))
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOf(rapid.Float64Range(0, 1)).Draw(t, "p")
		holm, bh := Holm(p), BenjaminiHochberg(p)
		for i := range p {
			assert.True(t, p[i] <= bh[i]+1e-12 && bh[i] <= holm[i]+1e-12 && holm[i] <= 1, "%v %v %v", p[i], bh[i], holm[i])
		}
	})
}

func TestALookEveryTenQuestionsKeepsTheLevel(t *testing.T) {
	times := simulations(t)
	rng, wrong, peeking, found := rand.New(rand.NewPCG(9, 0)), 0, 0, 0
	for range times {
		var bet, real Bet
		peeked := false
		better, worse := equals(rng, 500, 0.2, 0), equals(rng, 500, 0.2, 0.1)
		for i := range better {
			bet.Add(better[i])
			real.Add(worse[i])
			if i%10 == 9 {
				peeked = peeked || Pairs{500, bet.Better, bet.Worse}.MidP() <= Alpha
			}
		}
		if bet.Decided() {
			wrong++
		}
		if peeked {
			peeking++
		}
		if real.Decided() {
			found++
		}
	}
	assert.LessOrEqual(t, float64(wrong)/float64(times), 0.05)
	assert.Greater(t, float64(peeking)/float64(times), 0.15, "a fixed test that is looked at so often is wrong far more often")
	assert.Greater(t, float64(found)/float64(times), 0.85, "ten points are found")
}

func TestTheBetIsFairAndItsIntervalHoldsWhatItHasNotRefuted(t *testing.T) {
	for n := range 12 { // the expectation over all sequences of n fair coins
		sum := 0.0
		for k := range n + 1 {
			b := Bet{Better: k, Worse: n - k}
			sum += b.Evidence() * coin(n).exactly(float64(k))
		}
		assert.InDelta(t, 1, sum, 1e-9)
	}
	var b Bet
	assert.Equal(t, Interval{0, 1}, b.Wins())
	for range 9 {
		b.Add(1)
		b.Add(0)
	}
	assert.True(t, b.Decided())
	assert.Greater(t, b.Wins().Low, 0.5, "the interval and the bet say the same")
	assert.Equal(t, 1.0, b.Wins().High)
}

func TestCorrelationsOfKnownData(t *testing.T) {
	x, y := []float64{1, 2, 3, 4, 5}, []float64{2, 1, 4, 3, 5}
	p, ok := Pearson(x, y)
	assert.True(t, ok)
	assert.InDelta(t, 0.8, p.R, 1e-12)
	assert.InDelta(t, 0.104, p.P, 1e-3) // t = 2.309 with 3 degrees of freedom
	assert.InDelta(t, -0.2796, p.Interval.Low, 1e-3)
	s, _ := Spearman(x, []float64{20, 10, 400, 300, 5000})
	assert.InDelta(t, 0.8, s.R, 1e-12, "ranks alone count")
	_, ok = Pearson(x, []float64{1, 1, 1, 1, 1})
	assert.False(t, ok)
	one, ok := Pearson(x, x)
	assert.True(t, ok)
	assert.Equal(t, 1.0, one.R)
	assert.Equal(t, []float64{2.5, 1, 2.5, 4}, Ranks([]float64{5, 3, 5, 9}))
	assert.InDelta(t, 0.0040, MannWhitney([]float64{1, 2, 3, 4, 5, 6}, []float64{7, 8, 9, 10, 11}), 2e-3)
	assert.Equal(t, 1.0, MannWhitney(nil, x))
}
