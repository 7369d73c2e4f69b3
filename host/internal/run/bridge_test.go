package run

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/policies"
)

// chained is a paper that only the bridge finds: it has the name FKBP12 and speaks of the third option.
var chained = paper("chained", "FKBP12 and telomerase", "Loss of FKBP12 leaves telomerase active in cells. The docks were not seen.")

// bridged asks for rapamycin alone first, so that the paper above is left to the bridge.
func bridged(more string) string {
	return `
	order = [one, two]
	intent "one" { queries = ["rapamycin binds kinase"] }
	round "one" { intents = [one] }
	round "two" {}
	select {
		term "bridge" {
			feature = document.bridge_entity
			weight  = 0.4
		}
	}
	read {
		term "bridge" {
			feature = passage.bridge_linked
			weight  = 0.5
		}
	}
	gap "bridge" {
		after  = one
		inject = two
		` + more + `
	}
	` + lenient("1")
}

func TestABridgeIsBuiltOnNamesThatTheQuestionLacks(t *testing.T) {
	r := answered(t, partsOf(t, bridged(""), shelfOf(kinase, binding, chained)), inhibits)
	s := gapStep(t, r, "gap.bridge")
	assert.Equal(t, []string{"mTORC1", "FKBP12"}, s.Texts["entities"], "not Cyclophilin A, whose second word is not a name")
	assert.Equal(t, []string{"mTORC1 FKBP12 telomerase rapamycin inhibit cells human"}, r.roundNamed(t, "two").Queries)
	want := &record.BridgeStats{Queries: 1, Documents: 1, Entities: 2, Triggered: true}
	assert.Equal(t, want, r.Result.BridgeRoundStats)
	assert.Equal(t, true, r.State["bridge.triggered"])
}

func TestLinkedPassagesNameTheirEntityAndTheClaimBefore(t *testing.T) {
	r := answered(t, partsOf(t, bridged(""), shelfOf(kinase, binding, chained)), inhibits)
	for _, p := range r.Passages {
		linked, known := p.Features["passage.bridge_linked"]
		require.True(t, known)
		assert.Equal(t, linked == 1, p.Link != nil)
	}
	claims := recorded[record.Claim](t, r, record.KindClaim)
	i := slices.IndexFunc(claims, func(c record.Claim) bool { return c.Chain != nil })
	require.GreaterOrEqual(t, i, 0)
	assert.Equal(t, "bridge_linked", claims[i].Chain.Provenance)
	assert.Contains(t, []string{"mTORC1", "FKBP12"}, claims[i].Chain.Entity)
	assert.Equal(t, "Rapamycin inhibits mTORC1 in human cells within minutes.", claims[i].Chain.Antecedent)
	assert.True(t, slices.ContainsFunc(r.Result.Citations, func(c record.Citation) bool { return c.Chain != nil }))
}

func TestTheBonusesAreForAllWorksOrForThoseOfTheBridge(t *testing.T) {
	for scope, others := range map[string]float64{"all": 1, "bridge_round": 0} {
		r := answered(t, partsOf(t, bridged(`scope = "`+scope+`"`), shelfOf(kinase, binding, chained)), inhibits)
		for _, d := range r.Documents {
			want := others
			if d.Document.ID == "chained" {
				want = 1
			}
			assert.Equal(t, want, d.Features["document.bridge_entity"], "%s %s", scope, d.Document.ID)
		}
	}
}

// S4-12: question 0.5, focus 0.6 and the bonus of 0.5 on the base scale.
func TestTheBonusOfALinkAddsToThePassagesScore(t *testing.T) {
	p := partsOf(t, bridged(""), shelfOf(kinase))
	total, _ := score.Sum(p.Policy.Read.Terms, (&score.Item{Features: map[string]float64{
		"passage.question_overlap": 0.5, "passage.focus_overlap": 0.6, "passage.bridge_linked": 1,
	}}).Value)
	assert.InDelta(t, 2.34, total, 1e-12)
}

func TestThereIsNoBonusWithoutABridge(t *testing.T) {
	r := answered(t, partsOf(t, bridged("when = run.rounds > 5"), shelfOf(kinase, binding)), inhibits)
	_, known := r.Documents[0].Features["document.bridge_entity"]
	assert.False(t, known, "unknown is not zero")
	assert.Equal(t, &record.BridgeStats{}, r.Result.BridgeRoundStats)
}

func TestAnAntecedentIsTheTopClaimOrEveryConfidentOne(t *testing.T) {
	antecedents := func(more string) int {
		r := answered(t, partsOf(t, bridged(more), shelfOf(kinase, growth, binding)), inhibits)
		return len(r.Bridge.Antecedents)
	}
	assert.Equal(t, 1, antecedents(""))
	assert.Greater(t, antecedents("antecedent = \"confident_claim\"\nmin_confidence = 0.01"), 1)
	assert.Zero(t, antecedents("antecedent = \"confident_claim\"\nmin_confidence = 1"))
}

// S4-08 and S4-11: names count whatever their case, unless the policy wants them as they are written.
func TestAModelsNamesMustStandInTheAbstracts(t *testing.T) {
	reply := "entities: fkbp12 | Unobtainium | m | | mTORC1\ngaps: what telomerase does under rapamycin"
	for verbatim, want := range map[string][]string{"fold": {"fkbp12", "mTORC1"}, "exact": {"mTORC1"}} {
		p := partsOf(t, bridged("role = planning\nverbatim_case = \""+verbatim+"\""), shelfOf(kinase, binding, chained))
		p.Models = map[model.Role]model.Model{model.Planning: says(reply)}
		r := answered(t, p, inhibits)
		s := gapStep(t, r, "gap.bridge")
		assert.Equal(t, "found by model", s.Reason)
		assert.Equal(t, want, s.Texts["entities"], verbatim)
		assert.NotEmpty(t, s.Texts["dropped"])
		assert.Equal(t, []string{"what telomerase does under rapamycin"}, s.Texts["gaps"])
	}
}

// S4-17: whatever a model does, the run completes.
func TestAFailingModelLeavesTheRunComplete(t *testing.T) {
	for name, c := range map[string]struct {
		more      string
		model     *scripted
		triggered bool
		by        string
	}{
		"the rules stand in":         {"", fails(model.ErrUnavailable), true, "found by rules"},
		"or nothing does":            {"on_failure = nothing", fails(errors.New("boom")), false, "the model had no answer"},
		"pipes in the wrong place":   {"on_failure = nothing", says("| entities | gaps |||\n|:"), false, "found by model: nothing"},
		"neither line is there":      {"on_failure = nothing", says("I would rather not."), false, "found by model: nothing"},
		"gaps without a single name": {"", says("entities:\ngaps: one missing fact | another one"), false, "found by model"},
	} {
		t.Run(name, func(t *testing.T) {
			p := partsOf(t, bridged("role = planning\n"+c.more), shelfOf(kinase, binding, chained))
			p.Models = map[model.Role]model.Model{model.Planning: c.model}
			r := answered(t, p, inhibits)
			assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
			assert.Equal(t, c.triggered, r.Result.BridgeRoundStats.Triggered)
			assert.Equal(t, c.by, gapStep(t, r, "gap.bridge").Reason)
		})
	}
}

func TestNamesOfRegistriesComeFirstAndMayLeaveTheSites(t *testing.T) {
	for name, c := range map[string]struct {
		entities []string
		forms    []string
		first    string
		open     bool
	}{
		"a CAS number":                   {[]string{"FKBP12", "53123-88-9"}, []string{"cas", "uspto", "nist"}, "53123-88-9 FKBP12", true},
		"a patent":                       {[]string{"US 5,100,883"}, []string{"uspto"}, "US 5,100,883", true},
		"a standard":                     {[]string{"NIST SRM 1950"}, []string{"nist"}, "NIST SRM 1950", true},
		"a form that is not allowed":     {[]string{"FKBP12", "53123-88-9"}, []string{"nist"}, "FKBP12 53123-88-9", false},
		"a name that is of no such form": {[]string{"FKBP12"}, []string{"cas"}, "FKBP12", false},
	} {
		t.Run(name, func(t *testing.T) {
			r := begun(t, partsOf(t, bridged(""), shelfOf(kinase)), inhibits)
			g := r.Policy.Gaps[len(r.Policy.Gaps)-1]
			g.Bridge.OpenWeb = c.forms
			gaps := []*state.Gap{r.gap.NewGap(0, "telomerase", "telomerase"), r.gap.NewGap(0, "cyclophilin", "cyclophilin")}
			queries := r.gap.GapQueries(&g, gaps, c.entities)
			require.Len(t, queries, 2)
			assert.Equal(t, c.first+" telomerase", queries[0].Text)
			assert.Equal(t, c.open, r.OpenWeb[queries[0].Text])
			assert.False(t, r.OpenWeb[queries[1].Text], "the first query alone")
		})
	}
}

func TestTheNamesOfAbstractsAreFoundByTheirForm(t *testing.T) {
	text := "We measured TP53 and IL-6 in 120 patients (95% CI 1.2 to 3.4). The Norwegian Lemming Project used 2,4-dinitrophenol (CAS 51-28-5) at 12.5 nm."
	r := begun(t, partsOf(t, bridged(""), shelfOf(kinase)), evidence.Question{ID: "q", Question: "Does TP53 matter?", Type: evidence.TypeFreeForm})
	got := r.gap.NamesIn(text)
	assert.Subset(t, got, []string{"IL-6", "2,4-dinitrophenol", "51-28-5", "Norwegian Lemming Project"})
	assert.NotContains(t, got, "TP53", "the question has it")
	assert.NotContains(t, got, "CI")
	assert.NotContains(t, got, "12.5 nm")
}

// S4-04: strictly under the threshold.
func TestTheBridgeRoundRunsUnderTheThresholdOfQuality(t *testing.T) {
	set, diags := load.Load(load.Options{Path: "s4", Shipped: policies.FS, Mode: policy.ModeResearchMax})
	require.False(t, diags.HasErrors(), "%v", diags)
	p, diags := set.Policy("s4")
	require.False(t, diags.HasErrors(), "%v", diags)
	i := slices.IndexFunc(p.Rounds, func(rd policy.Round) bool { return rd.Name == "bridge" })
	require.GreaterOrEqual(t, i, 0)
	for quality, want := range map[float64]bool{0.549: true, 0.55: false} {
		d, err := p.Rounds[i].When.Eval(policy.State{"rounds.primary.ran": true, "rounds.primary.selected_quality": quality})
		require.NoError(t, err)
		assert.Equal(t, want, d.Result, quality)
	}
}
