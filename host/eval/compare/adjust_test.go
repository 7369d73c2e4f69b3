package compare

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

func TestOtherMetricsAndCostsAreOneFamily(t *testing.T) {
	r := compared(t, strings.Repeat("A", 40)+strings.Repeat("B", 20), strings.Repeat("A", 40)+"AAAAAAA"+strings.Repeat("B", 13), Options{Draws: 400})
	var p []float64
	for i := range r.Metrics {
		if m := &r.Metrics[i]; m.Name != Accuracy {
			p = append(p, *m.P)
		}
	}
	for i := range r.Costs {
		if c := &r.Costs[i]; c.Name == ElapsedName {
			assert.Equal(t, c.P, c.AdjustedP, "it differs between equal runs, so it is judged alone")
			continue
		}
		p = append(p, r.Costs[i].P)
	}
	require.Greater(t, len(p), 5)
	want := stats.BenjaminiHochberg(p)
	k := 0
	for i := range r.Metrics {
		m := &r.Metrics[i]
		if m.Name == Accuracy {
			assert.Nil(t, m.AdjustedP, "the accuracy is not one of many")
			assert.Equal(t, m.Alone, m.Verdict)
			continue
		}
		require.NotNil(t, m.AdjustedP)
		assert.Equal(t, want[k], *m.AdjustedP, m.Name)
		if want[k] > stats.Alpha {
			assert.Equal(t, Inconclusive, m.Verdict, m.Name)
		} else {
			assert.Equal(t, m.Alone, m.Verdict, m.Name)
		}
		k++
	}
}

func TestAMetricThatIsConclusiveAloneOnlyIsNamed(t *testing.T) {
	low := 0.03
	r := &Report{Metrics: []Metric{{Name: Accuracy, P: &low, Verdict: Better}, {Name: Brier, P: &low, Verdict: Worse}, {Name: Score, P: &low, Verdict: Equivalent}},
		Costs: []Cost{{Name: "searches", P: 1, Verdict: Inconclusive}, {Name: "cost_usd", P: 1, Verdict: Inconclusive}, {Name: "model_tokens", P: 1, Verdict: Inconclusive}}}
	r.adjust()
	assert.Equal(t, Better, r.Metrics[0].Verdict)
	assert.Equal(t, []Verdict{Inconclusive, Worse}, []Verdict{r.Metrics[1].Verdict, r.Metrics[1].Alone}, "0.03 × 5 / 2 is over 0.05")
	assert.Equal(t, Equivalent, r.Metrics[2].Verdict)
	assert.Contains(t, strings.Join(r.Notes, "\n"), "conclusive alone, and not among 5 metrics and costs (Benjamini-Hochberg): brier")
}

// TestOfEqualSidesHardlyAnyMetricIsConclusive simulates pairs of sides that are right by the same chance: Benjamini and Hochberg bound the
// share of data sets with any finding by 5 % where none is true.
func TestOfEqualSidesHardlyAnyMetricIsConclusive(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 0))
	sets := thorough.Number(60, 12)
	alone, among := 0, 0
	for range sets {
		var sides [2]strings.Builder
		for range 60 {
			for i := range sides {
				sides[i].WriteByte("AAB-"[rng.IntN(4)])
			}
		}
		r := compared(t, sides[0].String(), sides[1].String(), Options{Draws: 200})
		one, all := false, false
		for i := range r.Metrics {
			if m := &r.Metrics[i]; m.Name != Accuracy {
				one, all = one || m.Alone != Inconclusive, all || m.Verdict != Inconclusive
			}
		}
		if one {
			alone++
		}
		if all {
			among++
		}
	}
	t.Logf("of %d: conclusive alone %d, among all %d", sets, alone, among)
	assert.LessOrEqual(t, among, sets/10)
	assert.Greater(t, alone, among, "without the adjustment more are")
}
