package compare

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Cost compares what both sides spent of one thing, on the questions that both have a result of. Less is better.
type Cost struct {
	Name       string         `json:"name"`
	Of         int            `json:"of"`
	First      Spread         `json:"first"`
	Second     Spread         `json:"second"`
	Difference float64        `json:"median_difference"` // of second less first, question by question
	Interval   stats.Interval `json:"interval"`          // 95 %, of the median difference
	P          float64        `json:"p"`                 // two-sided, that the median difference is 0
	AdjustedP  float64        `json:"adjusted_p"`        // among all metrics and costs but accuracy and elapsed time (Benjamini-Hochberg)
	Verdict    Verdict        `json:"verdict"`           // by AdjustedP
	Alone      Verdict        `json:"verdict_alone"`     // as if it were the only one
	Method     string         `json:"method"`
}

// A Spread is a cost over questions.
type Spread struct {
	Total  float64 `json:"total"`
	Mean   float64 `json:"mean"`
	Median float64 `json:"p50"`
	P95    float64 `json:"p95"`
}

// costs lists what is paired beside metrics. Elapsed time is the only one that is not the same in every run.
var costs = []struct {
	name string
	of   func(*record.BudgetResult) float64
}{
	{"cost_usd", func(b *record.BudgetResult) float64 { return b.CostUSD }},
	{"searches", func(b *record.BudgetResult) float64 { return float64(b.Searches) }},
	{"model_tokens", func(b *record.BudgetResult) float64 { return float64(b.ModelTokens) }},
	{"elapsed_ms", func(b *record.BudgetResult) float64 { return b.ElapsedMS }},
}

// ElapsedName is the cost that no replay knows.
const ElapsedName = "elapsed_ms"

// cost compares a cost by the median of paired differences.
func (m *measurer) cost(name string, of func(*record.BudgetResult) float64) (Cost, bool) {
	clusters, n := m.clusters(func(it *item) bool { return it.results[0] != nil && it.results[1] != nil })
	if n == 0 {
		return Cost{}, false
	}
	values := [2][]float64{}
	differences := make([]float64, len(m.items))
	for _, members := range clusters {
		for _, i := range members {
			var both [2]float64
			for side := range both {
				total := m.items[i].results[side].Budget.Total()
				both[side] = of(&total)
				values[side] = append(values[side], both[side])
			}
			differences[i] = both[1] - both[0]
		}
	}
	var some []float64
	median := func(drawn []int) float64 {
		some = some[:0]
		for _, i := range drawn {
			some = append(some, differences[i])
		}
		slices.Sort(some)
		return quantile(some, 0.5)
	}
	var all []int
	for _, members := range clusters {
		all = append(all, members...)
	}
	c := Cost{Name: name, Of: n, First: SpreadOf(values[0]), Second: SpreadOf(values[1]), Difference: median(all), Method: "median of paired differences, percentile bootstrap"}
	interval, p := stats.TestClusters(clusters, m.o.Draws, m.o.Seed, median)
	c.Interval, c.P = interval, p
	c.Verdict = verdict(c.Difference, c.Interval.Excludes(0), true)
	return c, true
}

// SpreadOf sums up a cost over questions; values are sorted in place, and there is at least one.
func SpreadOf(values []float64) Spread {
	slices.Sort(values)
	s := Spread{Median: quantile(values, 0.5), P95: quantile(values, 0.95)}
	for _, v := range values {
		s.Total += v
	}
	s.Mean = s.Total / float64(len(values))
	return s
}

// quantile of sorted values, between neighbours by weight (Hyndman and Fan 1996, type 7).
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	low := int(at)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[low] + (at-float64(low))*(sorted[low+1]-sorted[low])
}
