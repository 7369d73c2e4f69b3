package stats

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestQuestionsThatAreTheirOwnClustersGiveMcNemar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.IntRange(-1, 1), MinUnits, 60).Draw(t, "differences")
		c := NewClustered(d, own(len(d)))
		assert.InDelta(t, c.Pairs.MidP(), c.MidP(), 1e-12)
		assert.InDelta(t, 1, c.Effect, 1e-12)
		assert.InDelta(t, c.Pairs.Tango(Alpha).Low, c.Tango(Alpha).Low, 1e-9)
	})
}

func TestRepeatingEveryQuestionFiveTimesInItsClusterChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.IntRange(-1, 1), MinUnits, 60).Draw(t, "differences")
		once := NewClustered(d, own(len(d)))
		five := NewClustered(slices.Concat(d, d, d, d, d), slices.Concat(own(len(d)), own(len(d)), own(len(d)), own(len(d)), own(len(d))))
		assert.InDelta(t, once.MidP(), five.MidP(), 1e-12)
		assert.InDelta(t, 5, five.Effect, 1e-9)
		assert.InDelta(t, once.Tango(Alpha).High, five.Tango(Alpha).High, 1e-9)
		assert.InDelta(t, once.Equivalence(0.05), five.Equivalence(0.05), 1e-9)
	})
}

func TestTheSignTestOfClustersIsThatOfAllAssignments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sums := rapid.SliceOfN(rapid.IntRange(-4, 4), 1, 10).Draw(t, "sums")
		var d []int
		var of []string
		total, all := 0, 0
		for k, s := range sums {
			total, all = total+s, all+max(s, -s)
			for range max(s, -s) {
				d, of = append(d, s/max(s, -s)), append(of, fmt.Sprint(k))
			}
		}
		over, equal := 0.0, 0.0
		for signs := range 1 << len(sums) {
			sum := 0
			for k, s := range sums {
				sum += s * (2*(signs>>k&1) - 1)
			}
			if sum > max(total, -total) {
				over++
			} else if sum == max(total, -total) {
				equal++
			}
		}
		want := (2*over + equal) / float64(int(1)<<len(sums))
		if total == 0 {
			want = 1
		}
		assert.InDelta(t, want, NewClustered(d, of).MidP(), 1e-12)
	})
}

func TestEqualPoliciesOverClustersThatWinTogetherAreSeldomToldApart(t *testing.T) {
	rng, wrong, naive := rand.New(rand.NewPCG(2, 0)), 0, 0
	for range 2000 {
		var d []int
		var of []string
		for k := range 60 {
			side := equals(rng, 1, 0.5, 0)[0]
			for range 1 + rng.IntN(8) {
				d, of = append(d, side), append(of, fmt.Sprint(k))
			}
		}
		c := NewClustered(d, of)
		if c.MidP() <= Alpha {
			wrong++
		}
		if c.Pairs.MidP() <= Alpha {
			naive++
		}
	}
	assert.LessOrEqual(t, float64(wrong)/2000, 0.055)
	assert.Greater(t, float64(naive)/2000, 0.2, "without clusters the test is wrong far more often")
}
