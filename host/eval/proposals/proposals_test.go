package proposals

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// asked makes n cases of a multiple-choice question whose right answer is A; with says what is special about each.
func asked(n int, with func(i int, c *Case)) []*Case {
	out := make([]*Case, n)
	for i := range out {
		q := &evidence.Question{ID: fmt.Sprint(i), Type: evidence.TypeMultipleChoice, Answer: "A", Options: []evidence.Option{{Label: "A"}, {Label: "B"}}}
		made := func() *record.Result {
			return &record.Result{Verdict: record.VerdictAnswered, Options: []record.OptionResult{{Label: "A", Score: 0.6}, {Label: "B", Score: 0.4}}}
		}
		out[i] = &Case{Cluster: q.ID, BaseR: made(), SeedR: made(),
			Base: eval.Outcome{Question: q, Has: true, Answered: true, Right: true, Best: true, Confidence: 0.9},
			Seed: eval.Outcome{Question: q, Has: true, Answered: true, Right: true, Best: true, Confidence: 0.9}}
		with(i, out[i])
	}
	return out
}

func found(t *testing.T, seed, id, what string, cases []*Case) Finding {
	t.Helper()
	for _, f := range Judge(Plans(seed), cases, 1) {
		if f.ID == id && strings.Contains(f.What, what) {
			return f
		}
	}
	require.Fail(t, "no such row", "%s %s", id, what)
	return Finding{}
}

func value[T any](v T) *T { return &v }

func TestRowsAreComputedAsTheProposalsWriteThem(t *testing.T) {
	tests := []struct {
		seed, id, what string
		with           func(i int, c *Case)
		value          float64
		of             int
		verdict        Verdict
	}{
		{"s0", "S0-27", "wrong answers", func(i int, c *Case) {
			c.Seed.Best = i%2 == 0
			c.SeedR.QualityGates.FalsificationScore = value(0.9)
		}, 1, 100, Met},
		{"s0", "S0-29", "triangulated", func(i int, c *Case) {
			c.SeedR.QualityGates.TriangulatedClusters = value(i % 2)
			c.Seed.Right = i%2 == 1
		}, 1, 200, Met},
		{"s1", "S1-25", "gaps", func(i int, c *Case) {
			c.Steps = []record.Step{{Name: "gap.epistemic.filled", Numbers: map[string]float64{"a.overlap": 0.5, "b.overlap": 0.3, "a.saturation": 0.1}}}
		}, 0, 200, NotMet},
		{"s1", "S1-26", "Spearman", func(i int, c *Case) {
			c.Seed.Best = i%2 == 0
			c.Steps = []record.Step{
				{Name: "select.discriminative", Ran: true, Numbers: map[string]float64{"mean": float64((i + 1) % 2), "documents": 3}},
				{Name: "select.discriminative", Ran: true, Reason: "without options to tell apart, novelty is the score", Numbers: map[string]float64{"mean": 9, "documents": 3}},
			}
		}, 1, 200, Met},
		{"s1", "S1-27", "accuracy", func(i int, c *Case) { c.Base.Right = i >= 1 }, 0.005, 200, NotMet},
		{"s1", "S1-28", "right option", func(i int, c *Case) {}, 0.2, 200, Met},
		{"s1", "S1-29", "rounds", func(i int, c *Case) { c.SeedR.Rounds = []record.RoundResult{{Ran: true}, {}} }, 1, 200, NotMet},
		{"s2", "S2-26", "coverage", func(i int, c *Case) {
			c.BaseR.QualityGates.SupportCoverage, c.SeedR.QualityGates.SupportCoverage = value(0.5), value(0.6)
		}, 0.1, 200, Met},
		{"s2", "S2-27", "contradictions", func(i int, c *Case) {
			if i < 10 {
				c.Steps = []record.Step{{Name: "on.contradiction", Ran: true}}
			}
			c.SeedR.QualityGates.CapResolved = value(i < 4)
		}, 0.4, 10, Inconclusive},
		{"s2", "S2-29", "struck out", func(i int, c *Case) {
			c.BaseR.Options[0].Eliminated, c.SeedR.Options[0].Eliminated = i%2 == 0, i%4 == 0
		}, 0.5, 200, Met},
		{"s3", "S3-24", "Mann-Whitney", func(i int, c *Case) {
			c.Steps = []record.Step{{Name: "options.refuted", Numbers: map[string]float64{"A.hits": 0, "B.hits": 2}}}
		}, 0, 200, Met},
		{"s3", "S3-26", "upgraded", func(i int, c *Case) { c.SeedR.QualityGates.Upgraded = value(i%5 == 0) }, 0.2, 200, Met},
		{"s4", "S4-20", "bridge", func(i int, c *Case) { c.SeedR.BridgeRoundStats = &record.BridgeStats{Documents: i % 2} }, 0.5, 200, Met},
		{"s4", "S4-21", "coverage", func(i int, c *Case) {
			c.BaseR.QualityGates.SupportCoverage, c.SeedR.QualityGates.SupportCoverage = value(0.3+float64(i%2)/2), value(0.4)
		}, 1, 100, Met},
		{"s4", "S4-24", "trigger", func(i int, c *Case) { c.SeedR.BridgeRoundStats = &record.BridgeStats{Triggered: true} }, 1, 200, NotMet},
	}
	for _, tt := range tests {
		t.Run(tt.id, func(t *testing.T) {
			f := found(t, tt.seed, tt.id, tt.what, asked(200, tt.with))
			assert.InDelta(t, tt.value, f.Value, 1e-6)
			assert.Equal(t, tt.of, f.Of)
			assert.Equal(t, tt.verdict, f.Verdict, "%+v", f)
			assert.NotEmpty(t, f.Method)
		})
	}
}

func TestAGroupOfThreeRightAnswersIsNotMetByCertainty(t *testing.T) {
	f := found(t, "s0", "S0-29", "triangulated", asked(200, func(i int, c *Case) {
		c.SeedR.QualityGates.TriangulatedClusters = value(map[bool]int{true: 1}[i < 3])
		c.Seed.Right = i < 3 || i%2 == 0
	}))
	assert.Greater(t, f.Value, 0.4)
	assert.Equal(t, Inconclusive, f.Verdict, "%+v", f)
	assert.Contains(t, f.Method, "Newcombe")
}

func TestWhatThePacksDoNotHoldIsNotMeasuredAndSaysWhy(t *testing.T) {
	for _, seed := range Seeds() {
		for _, f := range Judge(Plans(seed), nil, 1) {
			assert.Equal(t, NotMeasured, f.Verdict, f.ID)
			assert.NotEmpty(t, f.Why, f.ID)
		}
	}
	assert.Nil(t, Plans("s9"))
}

func TestClustersMakeSharesAndFiguresLessSure(t *testing.T) {
	with := func(i int, c *Case) { c.Base.Right = i%25 != 0 }
	alone := asked(500, with)
	together := asked(500, with)
	for i, c := range together {
		c.Cluster = fmt.Sprint(i % 25)
	}
	a, b := found(t, "s1", "S1-27", "accuracy", alone), found(t, "s1", "S1-27", "accuracy", together)
	assert.InDelta(t, 0.04, a.Value, 1e-12)
	assert.Less(t, a.Interval.High-a.Interval.Low, b.Interval.High-b.Interval.Low)
	upgraded := func(i int, c *Case) { c.SeedR.QualityGates.Upgraded = value(i%5 == 0) }
	many, few := asked(500, upgraded), asked(500, upgraded)
	for i, c := range few {
		c.Cluster = fmt.Sprint(i / 25)
	}
	assert.Equal(t, []Verdict{Met, Inconclusive}, []Verdict{found(t, "s3", "S3-26", "upgraded", many).Verdict, found(t, "s3", "S3-26", "upgraded", few).Verdict})
}

func TestTheReportCountsItsVerdicts(t *testing.T) {
	r := &Report{Baseline: "baseline", Packs: []string{"p"}, Notes: []string{"development figures"}, Sections: []Section{
		{"s1", 200, Judge(Plans("s1"), asked(200, func(i int, c *Case) { c.Base.Right = i >= 1 }), 1)},
	}}
	var b strings.Builder
	require.NoError(t, r.WriteMarkdown(&b))
	assert.Contains(t, b.String(), "| S1-27 | accuracy over the baseline | at least +4 points | 0.005 [")
	assert.Contains(t, b.String(), fmt.Sprintf("%d met, %d not met", r.Count(Met), r.Count(NotMet)))
	assert.NotContains(t, b.String(), "NaN")
	assert.Contains(t, b.String(), "development figures")
	assert.True(t, slices.ContainsFunc(r.Sections[0].Findings, func(f Finding) bool { return f.Verdict == NotMet && f.ID == "S1-27" }))
}
