package compare

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// measurer computes the metrics of the items.
type measurer struct {
	items []item
	o     Options
}

// share compares a yes or no.
func (m *measurer) share(s share) (Metric, bool) {
	var d []int
	var cluster []string
	counts := [2]int{}
	for i := range m.items {
		it := &m.items[i]
		if s.of != nil && !s.of(&it.sides[0]) {
			continue
		}
		d, cluster = append(d, it.difference(s.has)), append(cluster, it.cluster)
		for side := range counts {
			if s.has(&it.sides[side]) {
				counts[side]++
			}
		}
	}
	n := len(d)
	if n == 0 {
		return Metric{}, false
	}
	c := stats.NewClustered(d, cluster)
	p := c.MidP()
	out := Metric{
		Name: s.name, Of: n, First: float64(counts[0]) / float64(n), Second: float64(counts[1]) / float64(n), Difference: c.Difference(),
		Interval: c.Tango(stats.Alpha), P: &p, Better: c.Better, Worse: c.Worse, DesignEffect: c.Effect,
		Method: "mid-p McNemar, interval by Tango",
	}
	if c.Clusters < n {
		out.Method = fmt.Sprintf("mid-p sign test of %d clusters, interval by Tango over the design effect", c.Clusters)
	}
	if mde, ok := c.MDE(stats.DefaultPower); ok {
		out.MDE = &mde
	}
	if q, ok := stats.Questions(c.Discordance(), c.Difference(), stats.DefaultPower); ok && !c.Few() {
		q = int(float64(q)*c.Effect + 0.5)
		out.Needed = &q
	}
	out.units = c.Clusters
	out.within = m.o.Margin > 0 && c.Equivalence(m.o.Margin) < stats.Alpha
	out.judge(p <= stats.Alpha && !c.Few(), m.inside(out.Interval))
	return out, true
}

// clusters returns the items, by index, that some are of, by cluster.
func (m *measurer) clusters(of func(*item) bool) (all [][]int, n int) {
	at := map[string]int{}
	for i := range m.items {
		it := &m.items[i]
		if !of(it) {
			continue
		}
		k, known := at[it.cluster]
		if !known {
			k = len(all)
			at[it.cluster], all = k, append(all, nil)
		}
		all[k] = append(all[k], i)
		n++
	}
	return all, n
}

// graded compares the mean of a value of each answer, which both sides must have; no two values are further apart than span.
func (m *measurer) graded(name string, lower bool, span float64, value func(side int, it *item) (float64, bool)) (Metric, bool) {
	clusters, n := m.clusters(func(it *item) bool {
		_, a := value(0, it)
		_, b := value(1, it)
		return a && b
	})
	if n == 0 {
		return Metric{}, false
	}
	out := Metric{Name: name, LowerIsBest: lower, Of: n, units: len(clusters), DesignEffect: 1, Method: "BCa bootstrap, sign-flip permutation test"}
	if len(clusters) < n {
		out.Method = fmt.Sprintf("BCa bootstrap and sign-flip permutation test of %d clusters", len(clusters))
	}
	sums, sizes := make([]float64, len(clusters)), make([]float64, len(clusters))
	for k, members := range clusters {
		for _, i := range members {
			first, _ := value(0, &m.items[i])
			second, _ := value(1, &m.items[i])
			out.First, out.Second = out.First+first/float64(n), out.Second+second/float64(n)
			sums[k], sizes[k] = sums[k]+second-first, sizes[k]+1
			out.count(second-first, lower)
		}
	}
	mean := func(drawn []int) float64 {
		sum, size := 0.0, 0.0
		for _, k := range drawn {
			sum, size = sum+sums[k], size+sizes[k]
		}
		if size == 0 {
			return 0
		}
		return sum / size
	}
	p := stats.SignFlip(sums, m.o.Seed)
	out.Difference, out.P, out.Interval = out.Second-out.First, &p, stats.BCa(len(sums), m.o.Draws, m.o.Seed, mean)
	if out.Better+out.Worse == 0 {
		out.Difference = 0
	}
	if out.Interval.Flat() {
		out.Interval = stats.SameMean(out.Difference, len(sums), -span, span)
		out.Method = "sign-flip permutation test; all differences are equal: interval by Clopper and Pearson"
	}
	out.within = m.inside(out.Interval)
	out.judge(p <= stats.Alpha, out.within)
	return out, true
}

func (m *Metric) count(difference float64, lower bool) {
	switch {
	case difference == 0:
	case difference > 0 != lower:
		m.Better++
	default:
		m.Worse++
	}
}

// inside says whether an interval is inside of the margin. It is the 95 % interval, so that two one-sided tests at 2.5 % would say so.
func (m *measurer) inside(i stats.Interval) bool {
	return m.o.Margin > 0 && i.Low > -m.o.Margin && i.High < m.o.Margin
}

// figure compares a number of many answers, by resampling clusters of those that both sides have.
func (m *measurer) figure(f figure) (Metric, bool) {
	clusters, n := m.clusters(func(it *item) bool { return f.of(&it.sides[0]) && f.of(&it.sides[1]) })
	if n == 0 {
		return Metric{}, false
	}
	var drawn [2][]*eval.Outcome
	exist := true
	difference := func(members []int) float64 {
		drawn[0], drawn[1] = drawn[0][:0], drawn[1][:0]
		for _, i := range members {
			drawn[0], drawn[1] = append(drawn[0], &m.items[i].sides[0]), append(drawn[1], &m.items[i].sides[1])
		}
		first, a := f.value(drawn[0])
		second, b := f.value(drawn[1])
		exist = a && b
		if !exist {
			return 0
		}
		return second - first
	}
	var all []int
	for _, members := range clusters {
		all = append(all, members...)
	}
	out := Metric{Name: f.name, LowerIsBest: f.lower, Of: n, units: len(clusters), DesignEffect: 1, Method: "percentile bootstrap of paired questions"}
	if out.Difference = difference(all); !exist {
		return Metric{}, false
	}
	out.First, _ = f.value(drawn[0])
	out.Second, _ = f.value(drawn[1])
	if len(clusters) < n {
		out.Method = fmt.Sprintf("percentile bootstrap of %d paired clusters", len(clusters))
	}
	interval, p := stats.TestClusters(clusters, m.o.Draws, m.o.Seed, difference)
	out.Interval, out.P = interval, &p
	significant := interval.Excludes(0)
	if interval.Flat() {
		out.flat()
	}
	out.within = m.inside(out.Interval)
	out.judge(significant && *out.P <= stats.Alpha, out.within)
	return out, true
}
