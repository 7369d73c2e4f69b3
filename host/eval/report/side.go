package report

import (
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/record"
)

// draws is the number of resamples of a figure.
const draws = 1000

func side(questions map[compare.Key]*compare.Question, s *compare.Sample, o compare.Options) Side {
	a := answersOf(questions, s, o)
	with := a.some(func(i int) bool { return a.outcomes[i].Sure })
	fs := with.forecasts()
	out := Side{
		Name: s.Name, Measures: a.measures(with), Calibration: calibrationOf(fs, len(with.clusters), o.Seed), Risk: thinned(stats.RiskCoverage(fs)),
		Types: a.rows(func(i int) string { return a.outcomes[i].Question.Type }), Packs: a.rows(func(i int) string { return a.keys[i].Pack }),
		Costs: costs(s), Missing: len(a.keys) - len(a.some(func(i int) bool { return a.outcomes[i].Has }).keys), Units: len(a.clusters),
	}
	for i := range a.outcomes {
		if a.outcomes[i].Has && !a.outcomes[i].Sure {
			out.Unsure = append(out.Unsure, a.keys[i].String())
		}
	}
	return out
}

func (a *answers) forecasts() []stats.Forecast {
	out := make([]stats.Forecast, len(a.outcomes))
	for i := range a.outcomes {
		out[i] = stats.Forecast{Confidence: a.outcomes[i].Confidence, Right: a.outcomes[i].Best}
	}
	return out
}

func (a *answers) measures(with *answers) []Measure {
	answered := a.some(func(i int) bool { return a.outcomes[i].Answered })
	cited := a.some(func(i int) bool { return len(a.outcomes[i].Question.GoldDocs) > 0 })
	out := []Measure{}
	add := func(m Measure) {
		if m.Of > 0 {
			out = append(out, m)
		}
	}
	add(a.share("accuracy", "accuracy, abstentions wrong", func(o *eval.Outcome) bool { return o.Right }))
	add(a.share("best_option_accuracy", "accuracy of the best option", func(o *eval.Outcome) bool { return o.Best }))
	add(a.share("answered", "answered", func(o *eval.Outcome) bool { return o.Answered }))
	add(answered.share("selective_accuracy", "accuracy of those answered", func(o *eval.Outcome) bool { return o.Right }))
	add(cited.share("gold_cited", "a gold document cited", func(o *eval.Outcome) bool { return o.Cited }))
	add(with.figure("brier", "Brier score", true, func(o []eval.Outcome) float64 { return eval.Brier(forecastsOf(o)) }))
	add(with.figure("aurc", "area under risk and coverage", false, func(o []eval.Outcome) float64 { return stats.AURC(forecastsOf(o)) }))
	if right := with.some(func(i int) bool { return with.outcomes[i].Best }); 0 < len(right.keys) && len(right.keys) < len(with.keys) {
		add(with.figure("auc", "AUC, right against wrong", false, areaOf)) // an area takes answers of both kinds
	}
	return out
}

func areaOf(os []eval.Outcome) float64 {
	scores, right := make([]float64, len(os)), make([]bool, len(os))
	for i := range os {
		scores[i], right[i] = os[i].Confidence, os[i].Best
	}
	return eval.AUC(scores, right)
}

func forecastsOf(os []eval.Outcome) []stats.Forecast { return (&answers{outcomes: os}).forecasts() }

// share counts the answers that have something.
func (a *answers) share(key, name string, has func(*eval.Outcome) bool) Measure {
	count := func(drawn []int) float64 {
		n := 0
		for _, i := range drawn {
			if has(&a.outcomes[i]) {
				n++
			}
		}
		return float64(n) / float64(max(1, len(drawn)))
	}
	all := every(len(a.keys))
	m := Measure{Key: key, Name: name, Value: count(all), Of: len(a.keys), Units: len(a.clusters), Method: "Wilson"}
	if len(a.clusters) == len(a.keys) {
		m.Interval = stats.Wilson(int(m.Value*float64(m.Of)+0.5), m.Of)
		return m
	}
	m.Interval, m.Method = stats.BootstrapClusters(a.clusters, draws, a.seed, count), a.bootstrapped()
	if m.Interval.Flat() {
		m.Interval, m.Method = stats.SameMean(m.Value, m.Units, 0, 1), fmt.Sprintf("%d clusters are all equal: interval by Clopper and Pearson", m.Units)
	}
	return m
}

// figure returns a number of many answers; mean says that it is the mean of numbers from 0 to 1. Of resamples that are all equal only a mean has an interval.
func (a *answers) figure(key, name string, mean bool, of func([]eval.Outcome) float64) Measure {
	m := Measure{Key: key, Name: name, Of: len(a.keys), Units: len(a.clusters), Method: a.bootstrapped()}
	if m.Of == 0 {
		return m
	}
	m.Value = of(a.outcomes)
	var again []eval.Outcome
	m.Interval = stats.BootstrapClusters(a.clusters, draws, a.seed, func(drawn []int) float64 {
		again = again[:0]
		for _, i := range drawn {
			again = append(again, a.outcomes[i])
		}
		return of(again)
	})
	switch {
	case m.Interval.Flat() && mean:
		m.Interval, m.Method = stats.SameMean(m.Value, m.Units, 0, 1), "all values are equal: interval by Clopper and Pearson"
	case m.Interval.Flat():
		m.Interval, m.Method = stats.Unknown(), "all resamples are equal, which tells nothing about the error"
	}
	return m
}

func (a *answers) bootstrapped() string {
	if len(a.clusters) == len(a.keys) {
		return fmt.Sprintf("percentile bootstrap, %d draws", draws)
	}
	return fmt.Sprintf("percentile bootstrap of %d clusters, %d draws", len(a.clusters), draws)
}

// rows returns the accuracies by a name of the answers, where there are several.
func (a *answers) rows(name func(int) string) []Row {
	var names []string
	for i := range a.keys {
		if n := name(i); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	out := []Row{}
	if len(names) < 2 {
		return out
	}
	slices.Sort(names)
	for _, n := range names {
		some := a.some(func(i int) bool { return name(i) == n })
		accuracy := some.share("", "", func(o *eval.Outcome) bool { return o.Right })
		answered := some.share("", "", func(o *eval.Outcome) bool { return o.Answered })
		out = append(out, Row{n, accuracy.Value, accuracy.Interval, answered.Value, accuracy.Of})
	}
	return out
}

// costs returns those of the results, but for the time, which no two runs share.
func costs(s *compare.Sample) map[string]CostRange {
	values := map[string][]float64{}
	for _, r := range s.Results {
		total := r.Budget.Total()
		for name, v := range costOf(&total) {
			values[name] = append(values[name], v)
		}
	}
	out := map[string]CostRange{}
	for name, v := range values {
		out[name] = compare.SpreadOf(v)
	}
	return out
}

func costOf(b *record.BudgetResult) map[string]float64 {
	return map[string]float64{"cost_usd": b.CostUSD, "searches": float64(b.Searches), "model_tokens": float64(b.ModelTokens)}
}

func every(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// maxPoints limits how many points of a curve are kept.
const maxPoints = 200

// thinned keeps points of a curve evenly, the last one included.
func thinned(points []stats.RiskPoint) []stats.RiskPoint {
	if len(points) <= maxPoints {
		return slices.Concat([]stats.RiskPoint{}, points)
	}
	out := make([]stats.RiskPoint, maxPoints)
	for i := range out {
		out[i] = points[i*(len(points)-1)/(maxPoints-1)]
	}
	return out
}
