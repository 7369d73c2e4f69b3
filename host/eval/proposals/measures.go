package proposals

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

func bound(v float64) *float64 { return &v }

// mean returns that of a value of the cases that have one.
func mean(value func(*Case) (float64, bool)) func([]*Case) (float64, int) {
	return func(cases []*Case) (float64, int) {
		sum, n := 0.0, 0
		for _, c := range cases {
			if v, ok := value(c); ok {
				sum, n = sum+v, n+1
			}
		}
		if n == 0 {
			return 0, 0
		}
		return sum / float64(n), n
	}
}

func number(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func every(*Case) bool      { return true }
func choice(c *Case) bool   { return c.Seed.Question.Type == evidence.TypeMultipleChoice }
func noChoice(c *Case) bool { return !choice(c) }

// forecasts of one side, of some cases.
func forecasts(cases []*Case, side func(*Case) *eval.Outcome, of func(*Case) bool) []stats.Forecast {
	var out []stats.Forecast
	for _, c := range cases {
		if o := side(c); o.Sure && of(c) {
			out = append(out, stats.Forecast{Confidence: o.Confidence, Right: o.Best})
		}
	}
	return out
}

func base(c *Case) *eval.Outcome { return &c.Base }
func seed(c *Case) *eval.Outcome { return &c.Seed }

// ece returns the calibration error of the proposal's answers, of some cases.
func ece(of func(*Case) bool) func([]*Case) (float64, int) {
	return func(cases []*Case) (float64, int) {
		fs := forecasts(cases, seed, of)
		return stats.ECE(fs, eval.CalibrationBins), enough(len(fs))
	}
}

// eceFall returns the baseline's calibration error less the proposal's.
func eceFall(of func(*Case) bool) func([]*Case) (float64, int) {
	return func(cases []*Case) (float64, int) {
		before, after := forecasts(cases, base, of), forecasts(cases, seed, of)
		return stats.ECE(before, eval.CalibrationBins) - stats.ECE(after, eval.CalibrationBins), enough(min(len(before), len(after)))
	}
}

// enough is n, or 0 where that is too few for a calibration error to say anything.
func enough(n int) int {
	if n < 20 {
		return 0
	}
	return n
}

// falsified says whether the falsification score of the proposal's answer is in a range.
func falsified(in func(float64) bool) func(*Case) bool {
	return func(c *Case) bool {
		return c.SeedR != nil && c.SeedR.QualityGates.FalsificationScore != nil && in(*c.SeedR.QualityGates.FalsificationScore)
	}
}

func over(v float64) func(float64) bool  { return func(x float64) bool { return x > v } }
func under(v float64) func(float64) bool { return func(x float64) bool { return x < v } }

// disputed says whether sources said opposite things.
func disputed(c *Case) bool {
	return c.SeedR != nil && c.SeedR.QualityGates.SourceDisagreementScore != nil && *c.SeedR.QualityGates.SourceDisagreementScore > 0
}

func coverage(r *record.Result) (float64, bool) {
	if r == nil || r.QualityGates.SupportCoverage == nil {
		return 0, false
	}
	return *r.QualityGates.SupportCoverage, true
}

// coverageGain returns the support coverage of the proposal less the baseline's.
func coverageGain(c *Case) (float64, bool) {
	before, a := coverage(c.BaseR)
	after, b := coverage(c.SeedR)
	return after - before, a && b
}

// eliminated says whether the right option was struck out.
func eliminated(r *record.Result, answer string) bool {
	return r != nil && slices.ContainsFunc(r.Options, func(o record.OptionResult) bool { return o.Eliminated && o.Label == answer })
}

// falseElimination returns the share of right options that the proposal strikes out over that of the baseline.
func falseElimination(cases []*Case) (ratio float64, of int) {
	before, after := 0.0, 0.0
	for _, c := range cases {
		if choice(c) {
			of++
			before += number(eliminated(c.BaseR, c.Base.Question.Answer))
			after += number(eliminated(c.SeedR, c.Seed.Question.Answer))
		}
	}
	if before == 0 {
		return 0, 0
	}
	return after / before, of
}

// margin returns the score of the right option less that of the best other.
func margin(c *Case) (float64, bool) {
	if c.SeedR == nil || !choice(c) || len(c.SeedR.Options) < 2 {
		return 0, false
	}
	right, best, known := 0.0, 0.0, false
	first := true
	for _, o := range c.SeedR.Options {
		if o.Label == c.Seed.Question.Answer {
			right, known = o.Score, true
		} else if first || o.Score > best {
			best, first = o.Score, false
		}
	}
	return right - best, known
}

// rounds that ran.
func rounds(r *record.Result) float64 {
	n := 0
	for _, one := range r.Rounds {
		if one.Ran {
			n++
		}
	}
	return float64(n)
}

// more returns the mean difference of something, the proposal's less the baseline's, over the questions that both sides have.
func more(of func(*record.Result) float64) func([]*Case) (float64, int) {
	return mean(func(c *Case) (float64, bool) {
		if c.BaseR == nil || c.SeedR == nil {
			return 0, false
		}
		return of(c.SeedR) - of(c.BaseR), true
	})
}

func cost(r *record.Result) float64 {
	total := r.Budget.Total()
	return total.CostUSD
}

// step returns a step of the proposal's run by its name; nil: there is none.
func (c *Case) step(name string) *record.Step {
	for i := range c.Steps {
		if c.Steps[i].Name == name {
			return &c.Steps[i]
		}
	}
	return nil
}

// gapFilled says whether the gaps of a kind have a document with at least that share of their terms.
func gapFilled(kind string, overlap float64) func(*Case) (bool, bool) {
	return func(c *Case) (bool, bool) {
		s := c.step("gap." + kind + ".filled")
		if s == nil {
			return false, false
		}
		known, all := false, true
		for name, v := range s.Numbers {
			if strings.HasSuffix(name, ".overlap") {
				known, all = true, all && v >= overlap
			}
		}
		return known, all
	}
}

// hitsOf returns the falsification hits of right options and of the others.
func hitsOf(cases []*Case) (right, wrong []float64) {
	for _, c := range cases {
		s := c.step("options.refuted")
		if s == nil {
			continue
		}
		for _, o := range c.Seed.Question.Options {
			hits, known := s.Numbers[o.Label+".hits"]
			switch {
			case !known:
			case o.Label == c.Seed.Question.Answer:
				right = append(right, hits)
			default:
				wrong = append(wrong, hits)
			}
		}
	}
	return right, wrong
}

// discrimination measures how well the documents of a run tell its options apart, as the mean over its rounds. Without options the step measures novelty, which
// is another thing.
func discrimination(c *Case) (float64, bool) {
	sum, n := 0.0, 0.0
	for _, s := range c.Steps {
		if s.Name == "select.discriminative" && s.Ran && s.Reason == "" {
			sum, n = sum+s.Numbers["mean"]*s.Numbers["documents"], n+s.Numbers["documents"]
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / n, true
}

// correlated returns the correlation of a value with rightness.
func correlated(value func(*Case) (float64, bool), by func(x, y []float64) (stats.Correlation, bool)) func([]*Case) (float64, int) {
	return func(cases []*Case) (float64, int) {
		var x, y []float64
		for _, c := range cases {
			if v, ok := value(c); ok && c.Seed.Has {
				x, y = append(x, v), append(y, number(c.Seed.Best))
			}
		}
		r, ok := by(x, y)
		if !ok {
			return 0, 0
		}
		return r.R, r.Items
	}
}

// p95 of a value of the cases.
func p95(value func(*Case) (float64, bool)) func([]*Case) (float64, int) {
	return func(cases []*Case) (float64, int) {
		var all []float64
		for _, c := range cases {
			if v, ok := value(c); ok {
				all = append(all, v)
			}
		}
		if len(all) == 0 {
			return 0, 0
		}
		slices.Sort(all)
		return all[(len(all)-1)*95/100], len(all)
	}
}
