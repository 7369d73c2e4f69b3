package proposals

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

func TestEveryPolicyIsComparedWithTheBaselineAmongAllOfThem(t *testing.T) {
	losing := func(n int) []*Case {
		return asked(100, func(i int, c *Case) {
			c.Seed.Right = i >= n
			c.SeedR.Budget.Searches = 3
		})
	}
	got := Standings([]string{"s0", "s1", "s2", "gone"}, map[string][]*Case{"s0": losing(0), "s1": losing(5), "s2": losing(30)})
	require.Len(t, got, 3)
	assert.Equal(t, []compare.Verdict{compare.Inconclusive, compare.Inconclusive, compare.Worse}, []compare.Verdict{got[0].Verdict, got[1].Verdict, got[2].Verdict})
	alone := stats.Pairs{Questions: 100, Worse: 5}.MidP()
	assert.Less(t, alone, 0.05, "five of five lost would be conclusive alone")
	assert.InDelta(t, 2*alone, got[1].HolmP, 1e-12)
	assert.InDelta(t, 0.95, got[1].Accuracy, 1e-12)
	assert.InDelta(t, -0.05, got[1].Difference, 1e-12)
	assert.InDelta(t, 3, got[1].Searches, 1e-12)
	assert.Equal(t, 1.0, got[0].HolmP)
}

func TestAPolicyOverTooFewClustersIsNotToldApart(t *testing.T) {
	cases := asked(60, func(i int, c *Case) {
		c.Cluster = []string{"a", "b", "c", "d", "e"}[i%5]
		c.Seed.Right = false
	})
	got := Standings([]string{"s0"}, map[string][]*Case{"s0": cases})
	assert.Equal(t, compare.Inconclusive, got[0].Verdict)
	assert.False(t, got[0].Interval.Known())
	plan := Plan{ID: "x", Min: bound(0), Figure: mean(func(c *Case) (float64, bool) { return 1, c.Cluster == "a" })}
	few := asked(60, func(i int, c *Case) { c.Cluster = []string{"a", "b", "c", "d", "e", "f", "g"}[min(i, 6)] })
	f := Judge([]Plan{plan}, few, 1)[0]
	assert.Equal(t, []any{Inconclusive, false}, []any{f.Verdict, f.Interval.Known()}, "one case has it")
}
