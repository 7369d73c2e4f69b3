// Package proposals holds the evaluation sections of the five proposals that the project comes from: what each asks for, how it is computed from
// results and records, and whether it is met. Where a sample is too small to tell, the verdict is inconclusive.
package proposals

import (
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Verdict says whether a demand is met.
type Verdict string

// The verdicts.
const (
	Met          Verdict = "met"          // all of the 95 % interval keeps it
	NotMet       Verdict = "not met"      // none of it does
	Inconclusive Verdict = "inconclusive" // some of it does
	Measured     Verdict = "measured"     // the proposal asks for the figure, and for no bound
	NotMeasured  Verdict = "not measured" // see Why
)

// A Case is one question under the baseline and under the proposal's policy.
type Case struct {
	Key     compare.Key
	Cluster string
	Base    eval.Outcome
	Seed    eval.Outcome
	BaseR   *record.Result
	SeedR   *record.Result
	Steps   []record.Step // of the proposal's run
}

// A Plan is one row of an evaluation section.
type Plan struct {
	ID      string // code of the row, such as "S1-25"
	What    string // what is measured
	Asked   string // the proposal's bound, in its own numbers
	Min     *float64
	Max     *float64
	Share   func(*Case) (counts, has bool)        // a share of cases: which count, and which of them have it
	Paired  func(*Case) bool                      // else the accuracy of the proposal less that of the baseline, of the cases that count
	Groups  func(*Case) (counts, in bool)         // else the accuracy of the cases in a group less that of the others that count
	Figure  func([]*Case) (value float64, of int) // else a figure of many, and of how many; of none it does not exist
	Test    func([]*Case) (p float64, of int)     // else the p-value of a test, which is its own certainty
	Why     string                                // neither: why it is not measured here
	Caution string                                // what differs from the proposal's plan
}

// A Finding is the result of a plan.
type Finding struct {
	ID       string         `json:"id"`
	What     string         `json:"what"`
	Asked    string         `json:"asked"`
	Value    float64        `json:"value"`
	Interval stats.Interval `json:"interval"` // 95 %
	Of       int            `json:"of"`
	Method   string         `json:"method,omitempty"`
	Verdict  Verdict        `json:"verdict"`
	Why      string         `json:"why,omitempty"`
}

// none says why a row has nothing to measure.
const none = "no run over these packs has what it is about, or too few have"

// byTest is the method of a p-value.
const byTest = "the test itself"

// draws is the number of resamples of a figure.
const draws = 1000

// Judge computes each plan over the cases. Equal cases and seeds give equal findings.
func Judge(plans []Plan, cases []*Case, seed uint64) []Finding {
	out := make([]Finding, len(plans))
	for i := range plans {
		out[i] = plans[i].find(cases, seed)
	}
	return out
}

func (p *Plan) find(cases []*Case, seed uint64) Finding {
	f := Finding{ID: p.ID, What: p.What, Asked: p.Asked, Verdict: NotMeasured, Why: p.Why}
	switch {
	case p.Share != nil:
		p.share(&f, cases)
	case p.Paired != nil:
		p.paired(&f, cases)
	case p.Groups != nil:
		p.groups(&f, cases)
	case p.Test != nil:
		p.test(&f, cases)
	case p.Figure != nil:
		p.figure(&f, cases, seed)
	}
	if f.Verdict != NotMeasured {
		f.Verdict, f.Why = p.verdict(f.Interval), p.Caution
	}
	return f
}

// verdict holds the interval to the bounds.
func (p *Plan) verdict(i stats.Interval) Verdict {
	if p.Min == nil && p.Max == nil {
		return Measured
	}
	over, under := p.Min == nil || i.Low >= *p.Min, p.Max == nil || i.High <= *p.Max
	switch {
	case over && under:
		return Met
	case p.Min != nil && i.High < *p.Min, p.Max != nil && i.Low > *p.Max:
		return NotMet
	}
	return Inconclusive
}

// share is Wilson's interval. Cases of one cluster count as one observation together.
func (p *Plan) share(f *Finding, cases []*Case) {
	has, clusters := 0, map[string]bool{}
	for _, c := range cases {
		counts, yes := p.Share(c)
		if !counts {
			continue
		}
		f.Of++
		clusters[c.Cluster] = true
		if yes {
			has++
		}
	}
	if f.Of == 0 {
		f.Why = none
		return
	}
	f.Verdict, f.Method, f.Value = Measured, "Wilson", float64(has)/float64(f.Of)
	n := f.Of
	if len(clusters) < n {
		n, f.Method = len(clusters), "Wilson over as many observations as there are clusters"
	}
	f.Interval = stats.Wilson(int(f.Value*float64(n)+0.5), n)
}

// paired is Tango's interval, over the design effect of the clusters.
func (p *Plan) paired(f *Finding, cases []*Case) {
	var differences []int
	var clusters []string
	for _, c := range cases {
		if p.Paired(c) {
			differences, clusters = append(differences, int(number(c.Seed.Right)-number(c.Base.Right))), append(clusters, c.Cluster)
		}
	}
	if f.Of = len(differences); f.Of == 0 {
		f.Why = none
		return
	}
	s := stats.NewClustered(differences, clusters)
	f.Verdict, f.Value, f.Interval, f.Method = Measured, s.Difference(), s.Tango(stats.Alpha), "Tango, over the design effect"
}

// test is a p-value, which has no interval.
func (p *Plan) test(f *Finding, cases []*Case) {
	if f.Value, f.Of = p.Test(cases); f.Of == 0 {
		f.Why = none
		return
	}
	f.Verdict, f.Interval, f.Method = Measured, stats.Interval{Low: f.Value, High: f.Value}, byTest
}

// figure is a bootstrap over clusters. A resample of which the figure does not exist counts as the figure itself.
func (p *Plan) figure(f *Finding, cases []*Case, seed uint64) {
	value, of := p.Figure(cases)
	if of == 0 {
		f.Why = none
		return
	}
	f.Verdict, f.Method, f.Value, f.Of = Measured, "percentile bootstrap over clusters of questions", value, of
	at, clusters := map[string]int{}, [][]int{}
	for i, c := range cases {
		k, known := at[c.Cluster]
		if !known {
			k = len(clusters)
			at[c.Cluster], clusters = k, append(clusters, nil)
		}
		clusters[k] = append(clusters[k], i)
	}
	if of < stats.MinUnits {
		f.Interval = stats.Unknown()
		return
	}
	var again []*Case
	f.Interval = stats.BootstrapClusters(clusters, draws, seed, func(drawn []int) float64 {
		again = again[:0]
		for _, i := range drawn {
			again = append(again, cases[i])
		}
		if v, of := p.Figure(again); of > 0 {
			return v
		}
		return value
	})
}
