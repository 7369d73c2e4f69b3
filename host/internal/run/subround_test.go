package run

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/record"
)

// searched is a gap block whose gaps are searched for once more.
func searched(more string) string {
	return `
	sources = [local, second]
	order   = [one, two, three]
	intent "one" { queries = ["{question}"] }
	intent "three" { queries = ["binds FKBP12"] }
	round "one" { intents = [one] }
	round "two" { sources = [local] }
	round "three" { intents = [three] }
	gap "epistemic" {
		after  = one
		inject = two
		subround {
			below   = 0.5
			measure = "containment"
			` + more + `
		}
	}
	`
}

func TestAGapThatStaysOpenIsSearchedForInOtherSources(t *testing.T) {
	second := &shelf{name: "second"}
	r := answered(t, partsOf(t, searched("")+lenient("1"), shelfOf(kinase, growth, binding), second), inhibits)
	s := gapStep(t, r, "gap.epistemic.subround")
	assert.True(t, s.Ran)
	assert.Equal(t, []string{"second"}, s.Texts["sources"])
	assert.Equal(t, []string{"telomerase rapamycin inhibit cells human"}, s.Texts["queries"], "what is missing, and what it is about")
	assert.Equal(t, 0.0, s.Numbers["saturation"])
	assert.Equal(t, 1.0, r.State["gaps.epistemic.subrounds"])
	rd := r.roundNamed(t, "gap_epistemic_subround")
	assert.True(t, rd.Ran)
	names := []string{}
	for _, rd := range r.Result.Rounds {
		names = append(names, rd.Name)
	}
	assert.Equal(t, []string{"one", "two", "gap_epistemic_subround", "three"}, names)
}

func TestASubroundCountsAgainstTheMostRoundsUnlessThePolicySaysNo(t *testing.T) {
	three := "adaptive {\n min_rounds = 1\n max_rounds = 3\n min_new_docs = 0\n min_quality_gain = 0\n}\n"
	r := answered(t, partsOf(t, searched("")+three, shelfOf(kinase, growth, binding), &shelf{name: "second"}), inhibits)
	assert.Equal(t, "max_rounds: 3 rounds have run", r.roundNamed(t, "three").SkippedReason)
	r = answered(t, partsOf(t, searched("counts_against_max = false")+three, shelfOf(kinase, growth, binding), &shelf{name: "second"}), inhibits)
	assert.True(t, r.roundNamed(t, "three").Ran)
	two := "adaptive {\n min_rounds = 1\n max_rounds = 2\n min_new_docs = 0\n min_quality_gain = 0\n}\n"
	r = answered(t, partsOf(t, searched("")+two, shelfOf(kinase, growth, binding), &shelf{name: "second"}), inhibits)
	assert.Equal(t, "max_rounds: 2 rounds have run", gapStep(t, r, "gap.epistemic.subround").Reason)
}

func TestASubroundWithAConditionRunsOnlyIfItHolds(t *testing.T) {
	for when, ran := range map[string]bool{"budget.max_usd >= 1.5": true, "budget.max_usd < 1.5": false} {
		r := answered(t, partsOf(t, searched("when = "+when)+lenient("1"), shelfOf(kinase, growth, binding), &shelf{name: "second"}), inhibits)
		assert.Equal(t, ran, gapStep(t, r, "gap.epistemic.subround").Ran, when)
		assert.True(t, slices.ContainsFunc(recorded[record.Condition](t, r, record.KindCondition), func(c record.Condition) bool {
			return c.Where == "gap.epistemic.subround.when"
		}))
	}
}

// S1-09: of four terms two are held, which is not under 0.5.
func TestHalfOfTheTermsIsEnough(t *testing.T) {
	half := inhibits
	half.Options = options("mTORC1", "docks slowly substrate turnover")
	body := searched("") + lenient("1")
	r := answered(t, partsOf(t, body, shelfOf(kinase, growth, binding), &shelf{name: "second"}), half)
	s := gapStep(t, r, "gap.epistemic.filled")
	assert.Equal(t, 0.5, s.Numbers["epistemic-1.saturation"])
	for _, step := range recorded[record.Step](t, r, record.KindStep) {
		assert.NotEqual(t, "gap.epistemic.subround", step.Name)
	}
}

func TestTheSourceThatKnowsMostOfATypeIsAskedFirst(t *testing.T) {
	r := begun(t, partsOf(t, searched("")+lenient("1"), shelfOf(kinase), &shelf{name: "second"}), inhibits)
	p := *r.Policy
	p.Sources = append(slices.Clone(p.Sources), p.Sources[0], p.Sources[0])
	p.Sources[2].Name, p.Sources[3].Name = "europepmc", "crossref"
	r.Policy = &p
	g, two := &p.Gaps[len(p.Gaps)-1], &p.Rounds[1]
	assert.Equal(t, []string{"europepmc"}, r.gap.Relaxed(two, g, &state.Gap{Typ: "mechanistic", Sampled: []string{"local"}}))
	assert.Equal(t, []string{"crossref"}, r.gap.Relaxed(two, g, &state.Gap{Typ: "quantitative", Sampled: []string{"local"}}))
	assert.Equal(t, []string{"second", "europepmc", "crossref"}, r.gap.Relaxed(two, g, &state.Gap{Typ: "factual", Sampled: []string{"local"}}))
	all := []string{"local", "second", "europepmc", "crossref"}
	assert.Equal(t, []string{"local"}, r.gap.Relaxed(two, g, &state.Gap{Sampled: all}), "none is left: those of the round")
	g.Subround.RelaxSources = false
	assert.Equal(t, []string{"local"}, r.gap.Relaxed(two, g, &state.Gap{}))
}

func TestAPolicySaysWhichSourceKnowsMostOfAType(t *testing.T) {
	r := begun(t, partsOf(t, searched("prefer {\n factual = second\n mechanistic = none\n}")+lenient("1"), shelfOf(kinase), &shelf{name: "second"}), inhibits)
	p := *r.Policy
	p.Sources = append(slices.Clone(p.Sources), p.Sources[0], p.Sources[0])
	p.Sources[2].Name, p.Sources[3].Name = "europepmc", "crossref"
	r.Policy = &p
	g, two := &p.Gaps[len(p.Gaps)-1], &p.Rounds[1]
	for typ, want := range map[string][]string{
		"factual": {"second"}, "mechanistic": {"second", "europepmc", "crossref"}, "quantitative": {"crossref"}, "temporal": {"second", "europepmc", "crossref"},
	} {
		assert.Equal(t, want, r.gap.Relaxed(two, g, &state.Gap{Typ: typ, Sampled: []string{"local"}}), typ)
	}
}
