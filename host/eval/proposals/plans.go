package proposals

import (
	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/record"
)

// Seeds returns the policies of the five proposals.
func Seeds() []string { return []string{"s0", "s1", "s2", "s3", "s4"} }

// Plans returns the rows of the evaluation section of a proposal; nil for an unknown proposal.
func Plans(seed string) []Plan {
	return map[string][]Plan{"s0": planS0, "s1": planS1, "s2": planS2, "s3": planS3, "s4": planS4}[seed]
}

// Why a row is not measured.
const (
	people   = "it asks for people who judge texts"
	inject   = "measured on the proposal's own wrong answers; the proposal would inject wrong drafts"
	noModels = "of runs without language models"
)

var planS0 = []Plan{
	{ID: "S0-26", What: "accuracy with gap bridging, over the baseline", Asked: "a comparison", Paired: every},
	{ID: "S0-26", What: "support coverage, over the baseline", Asked: "a comparison", Figure: mean(coverageGain)},
	{ID: "S0-27", What: "wrong answers with a falsification score over 0.5", Asked: "at least 70 %", Min: bound(0.7), Caution: inject,
		Share: func(c *Case) (bool, bool) { return falsified(over(-1))(c) && !c.Seed.Best, falsified(over(0.5))(c) }},
	{ID: "S0-28", What: "claims of a model against first sentences", Asked: "a model wins in at least 65 % of 50 questions", Why: people},
	{ID: "S0-29", What: "accuracy of triangulated answers over the others", Asked: "at least +5 points", Min: bound(0.05), Caution: "the others are not matched by difficulty",
		Groups: func(c *Case) (bool, bool) {
			if c.SeedR == nil || c.SeedR.QualityGates.TriangulatedClusters == nil {
				return false, false
			}
			return true, *c.SeedR.QualityGates.TriangulatedClusters > 0
		}},
	{ID: "S0-30", What: "questions within the policy's budget", Asked: "at least 90 %", Min: bound(0.9), Caution: noModels,
		Share: func(c *Case) (bool, bool) {
			return c.SeedR != nil, c.SeedR != nil && c.SeedR.Verdict != record.VerdictBudget
		}},
	{ID: "S0-30", What: "95th percentile of the elapsed milliseconds", Asked: "a profile", Caution: noModels, Figure: p95(func(c *Case) (float64, bool) {
		if c.SeedR == nil {
			return 0, false
		}
		total := c.SeedR.Budget.Total()
		return total.ElapsedMS, true
	})},
	{ID: "S0-31", What: "calibration error where the falsification score is over 0.5", Asked: "at most 0.15", Max: bound(0.15), Figure: ece(falsified(over(0.5)))},
	{ID: "S0-31", What: "calibration error where it is under 0.2", Asked: "a comparison", Figure: ece(falsified(under(0.2)))},
}

var planS1 = []Plan{
	{ID: "S1-25", What: "questions whose gaps have a document with 40 % of their terms", Asked: "at least 70 %", Min: bound(0.7), Share: gapFilled("epistemic", 0.4)},
	{ID: "S1-26", What: "Spearman's rho of the documents' discrimination and rightness", Asked: "at least 0.25", Min: bound(0.25), Figure: correlated(discrimination, stats.Spearman)},
	{ID: "S1-27", What: "accuracy over the baseline", Asked: "at least +4 points", Min: bound(0.04), Paired: every},
	{ID: "S1-28", What: "score of the right option less the best other", Asked: "at least 0.12", Min: bound(0.12), Figure: mean(margin)},
	{ID: "S1-29", What: "rounds more than the baseline", Asked: "at most 0, at no loss of accuracy", Max: bound(0), Figure: more(rounds)},
	{ID: "S1-30", What: "fall of the calibration error against the baseline", Asked: "at least 0.02", Min: bound(0.02), Figure: eceFall(every)},
	{ID: "S1-31", What: "accuracy over the baseline, multiple choice", Asked: "to be told apart", Paired: choice},
	{ID: "S1-31", What: "accuracy over the baseline, other questions", Asked: "to be told apart", Paired: noChoice},
}

var planS2 = []Plan{
	{ID: "S2-26", What: "support coverage over the baseline", Asked: "at least +0.08", Min: bound(0.08), Figure: mean(coverageGain), Caution: "over all questions, not only those with two gap claims"},
	{ID: "S2-27", What: "contradictions of which a search found a new work", Asked: "at least 40 %", Min: bound(0.4), Share: func(c *Case) (bool, bool) {
		s := c.step("on.contradiction")
		if s == nil || !s.Ran || c.SeedR.QualityGates.CapResolved == nil {
			return false, false
		}
		return true, *c.SeedR.QualityGates.CapResolved
	}},
	{ID: "S2-28", What: "Pearson's r of citation counts of the best five and rightness", Asked: "at least 0.15", Why: "the packs have no citation counts"},
	{ID: "S2-29", What: "right options that are struck out, over those of the baseline", Asked: "at most 0.8 times", Max: bound(0.8), Figure: falseElimination},
	{ID: "S2-30", What: "runs over budget", Asked: "under 5 %", Max: bound(0.05), Caution: noModels,
		Share: func(c *Case) (bool, bool) {
			return c.SeedR != nil, c.SeedR != nil && c.SeedR.Verdict == record.VerdictBudget
		}},
	{ID: "S2-31", What: "accuracy over the baseline", Asked: "a test at 5 %", Min: bound(0), Paired: every, Caution: "the four variants: `eval run` with the environment names of the policy, then `eval compare`"},
}

var planS3 = []Plan{
	{ID: "S3-22", What: "multiple-choice questions whose options overlap", Asked: "a split", Share: func(c *Case) (bool, bool) {
		s := c.step("intent.contrast")
		return choice(c) && s != nil, s != nil && s.Ran
	}},
	{ID: "S3-23", What: "accuracy over the baseline on those", Asked: "at least +3 points", Min: bound(0.03), Paired: func(c *Case) bool {
		s := c.step("intent.contrast")
		return choice(c) && s != nil && s.Ran
	}},
	{ID: "S3-24", What: "one-tailed Mann-Whitney p that right options have fewer hits", Asked: "under 0.10", Max: bound(0.1), Test: func(cases []*Case) (float64, int) {
		right, wrong := hitsOf(cases)
		return stats.MannWhitney(right, wrong), min(len(right), len(wrong))
	}},
	{ID: "S3-25", What: "best five documents that tell options apart", Asked: "over 50 %", Why: people},
	{ID: "S3-26", What: "questions that are upgraded", Asked: "10 to 30 %", Min: bound(0.1), Max: bound(0.3), Share: func(c *Case) (bool, bool) {
		if c.SeedR == nil || c.SeedR.QualityGates.Upgraded == nil {
			return false, false
		}
		return true, *c.SeedR.QualityGates.Upgraded
	}},
	{ID: "S3-27", What: "fall of the calibration error where sources disagree", Asked: "over 0.02", Min: bound(0.02), Figure: eceFall(disputed)},
	{ID: "S3-28", What: "cost over the baseline, in USD a question", Asked: "at most 40 % more", Figure: more(cost), Caution: noModels + ", which cost nothing"},
}

var planS4 = []Plan{
	{ID: "S4-19", What: "accuracy over the baseline, multiple choice", Asked: "at least +4 points", Min: bound(0.04), Paired: choice},
	{ID: "S4-20", What: "questions to which the bridge adds a document", Asked: "20 to 70 %", Min: bound(0.2), Max: bound(0.7), Share: func(c *Case) (bool, bool) {
		b := bridge(c)
		return b != nil, b != nil && b.Documents > 0
	}},
	{ID: "S4-21", What: "coverage of 0.30 to 0.40 under the baseline that becomes 0.40 or more", Asked: "at least 30 %", Min: bound(0.3), Share: func(c *Case) (bool, bool) {
		before, a := coverage(c.BaseR)
		after, b := coverage(c.SeedR)
		return a && b && before >= 0.3 && before < 0.4, after >= 0.4
	}},
	{ID: "S4-22", What: "Pearson's r of linked citations and rightness", Asked: "over 0.2", Min: bound(0.2), Caution: "rightness in place of a rubric", Figure: correlated(func(c *Case) (float64, bool) {
		if c.SeedR == nil {
			return 0, false
		}
		n := 0.0
		for _, one := range c.SeedR.Citations {
			n += number(one.Chain != nil)
		}
		return n, true
	}, stats.Pearson)},
	{ID: "S4-23", What: "bonus of a link: 0, 0.25, 0.5, 1", Asked: "an ablation", Why: "`eval compare` of s4 with --var bridge_link_bonus in `eval run … -- --var`"},
	{ID: "S4-24", What: "cost over the baseline, in USD a question", Asked: "under 0.08", Max: bound(0.08), Figure: more(cost), Caution: noModels},
	{ID: "S4-24", What: "questions that trigger the bridge", Asked: "at most 80 %", Max: bound(0.8), Share: func(c *Case) (bool, bool) {
		b := bridge(c)
		return b != nil, b != nil && b.Triggered
	}},
	{ID: "S4-25", What: "packs for choosing and packs for deciding", Asked: "apart", Why: "roles of packs.hcl say it; figures of dev packs are printed as such"},
}

func bridge(c *Case) *record.BridgeStats {
	if c.SeedR == nil {
		return nil
	}
	return c.SeedR.BridgeRoundStats
}
