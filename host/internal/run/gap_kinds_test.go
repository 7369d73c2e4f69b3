package run

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// gapStep is the first recorded step with that name.
func gapStep(t *testing.T, r *run, name string) record.Step {
	t.Helper()
	steps := recorded[record.Step](t, r, record.KindStep)
	i := slices.IndexFunc(steps, func(s record.Step) bool { return s.Name == name })
	require.GreaterOrEqual(t, i, 0, "no step %q", name)
	return steps[i]
}

// kindOfGap is a gap block of that kind after round one for round two, which asks nothing of its own.
func kindOfGap(name, more string) string {
	return fmt.Sprintf(`
	order = [one, two, three]
	intent "one" { queries = ["{question}"] }
	intent "three" { queries = ["telomerase"] }
	round "one" { intents = [one] }
	round "two" {}
	round "three" { intents = [three] }
	gap %q {
		after  = one
		inject = two
		%s
	}
	`, name, more) + lenient("1")
}

func TestEpistemicGapsHaveTypesAndQueriesOfTheirType(t *testing.T) {
	r := answered(t, partsOf(t, kindOfGap("epistemic", ""), shelfOf(kinase, growth, binding)), inhibits)
	s := gapStep(t, r, "gap.epistemic")
	assert.Equal(t, []string{"rapamycin inhibit cells human telomerase"}, s.Texts["gaps"], "the other options were read of")
	assert.Equal(t, []string{"mechanistic"}, s.Texts["types"])
	assert.Equal(t, []string{"rapamycin inhibit mechanism telomerase pathway confirmed"}, r.roundNamed(t, "two").Queries)
	assert.Equal(t, "found by rules", s.Reason)
	assert.Equal(t, 1.0, r.State["gaps.epistemic.found"])
	assert.Equal(t, 1.0, r.State["gaps.epistemic.open"])
	assert.Equal(t, 0.0, r.State["gaps.epistemic.saturation"])
}

func TestAQuantityIsOpenUntilAPassageGivesANumber(t *testing.T) {
	words := paper("words", "mTORC1 activity under rapamycin", "The level of mTORC1 activity under rapamycin fell markedly.")
	number := paper("number", "mTORC1 activity under rapamycin", "The level of mTORC1 activity under rapamycin fell by 80 percent.")
	q := without(inhibits)
	q.Question = "How large is the level of mTORC1 activity under rapamycin?"
	for name, c := range map[string]struct {
		shelf *shelf
		gaps  float64
	}{"words alone": {shelfOf(words), 1}, "a number": {shelfOf(number), 0}} {
		r := answered(t, partsOf(t, kindOfGap("epistemic", ""), c.shelf), q)
		assert.Equal(t, c.gaps, gapStep(t, r, "gap.epistemic").Numbers["gaps"], name)
	}
}

func TestGapQueriesMayStandInForTheRoundsOwn(t *testing.T) {
	body := func(planned string) string {
		return threeRounds("", "", "", `gap "epistemic" {
			after   = one
			inject  = [two, three]
			planned = "`+planned+`"
		}
		`+lenient("1"))
	}
	asked := "rapamycin inhibit mechanism telomerase pathway confirmed"
	r := answered(t, partsOf(t, body("keep"), shelfOf(kinase, growth, binding)), inhibits)
	assert.Equal(t, []string{asked, "mTORC1 activity"}, r.roundNamed(t, "two").Queries)
	assert.Equal(t, []string{"binds FKBP12"}, r.roundNamed(t, "three").Queries, "no query is asked twice")
	r = answered(t, partsOf(t, body("replace"), shelfOf(kinase, growth, binding)), inhibits)
	assert.Equal(t, []string{asked}, r.roundNamed(t, "two").Queries)
	assert.Equal(t, []string{"binds FKBP12"}, r.roundNamed(t, "three").Queries, "nothing is left to stand in for these")
}

func TestWhatTheFirstTargetDoesNotAskWaitsForTheNext(t *testing.T) {
	body := threeRounds("", "when = run.rounds > 5", "", `gap "epistemic" {
		after  = one
		inject = [two, three]
	}
	`+lenient("1"))
	r := answered(t, partsOf(t, body, shelfOf(kinase, growth, binding)), inhibits)
	assert.False(t, r.roundNamed(t, "two").Ran)
	assert.Contains(t, r.roundNamed(t, "three").Queries, "rapamycin inhibit mechanism telomerase pathway confirmed")
}

func TestAGapAnalysisWithAConditionLooksOnlyIfItHolds(t *testing.T) {
	for when, ran := range map[string]bool{
		"rounds.one.selected_quality < 0.01": false, "rounds.one.selected_quality >= 0.01": true, "budget.max_s >= 60": true, "budget.max_s < 60": false,
	} {
		r := answered(t, partsOf(t, kindOfGap("epistemic", "when = "+when), shelfOf(kinase, growth, binding)), inhibits)
		assert.Equal(t, ran, r.State["gaps.epistemic.ran"], when)
		assert.Equal(t, ran, r.roundNamed(t, "two").Ran, when)
		conditions := recorded[record.Condition](t, r, record.KindCondition)
		assert.True(t, slices.ContainsFunc(conditions, func(c record.Condition) bool { return c.Where == "gap.epistemic.when" }), when)
	}
}

// enzyme is a paper that rounds after the first find of the third option.
var enzyme = paper("enzyme", "Telomerase under rapamycin", "In human cells rapamycin does inhibit telomerase as well. Telomerase needs its template.")

func TestAProbeFindsWhatNothingElseSaysAndCountsWhatIsFilledLater(t *testing.T) {
	// round one asks for mTORC1 alone, so that the paper on telomerase is not found
	body := `
	order = [one, two]
	intent "one" { queries = ["mTORC1"] }
	round "one" { intents = [one] }
	round "two" {}
	gap "probe" {
		after  = one
		inject = two
	}
	calibrate {
		term "gaps_filled" {
			feature = gaps.probe.filled
			weight  = 0.03
			cap     = 0.12
		}
	}
	` + lenient("1")
	r := answered(t, partsOf(t, body, shelfOf(kinase, growth, enzyme)), inhibits)
	s := gapStep(t, r, "gap.probe")
	assert.Contains(t, s.Texts["gaps"], "rapamycin inhibit cells human telomerase")
	assert.Contains(t, r.roundNamed(t, "two").Queries, "rapamycin inhibit cells human telomerase")
	filled := gapStep(t, r, "gap.probe.filled")
	at := slices.Index(s.Texts["gaps"], "rapamycin inhibit cells human telomerase")
	assert.Contains(t, filled.Texts["filled"], s.Texts["ids"][at])
	n, _ := r.State["gaps.probe.filled"].(float64)
	require.Positive(t, n)
	i := slices.IndexFunc(r.Result.Calibration.Terms, func(t record.TermResult) bool { return t.Name == "gaps_filled" })
	require.GreaterOrEqual(t, i, 0)
	assert.InDelta(t, min(0.12, 0.03*n), r.Result.Calibration.Terms[i].Delta, 1e-9)
}

func TestAProbesPhrasesHaveTenWordsAtMost(t *testing.T) {
	r := begun(t, partsOf(t, kindOfGap("probe", ""), shelfOf(kinase)), inhibits)
	long := "Rapamycin inhibits the growth of many kinds of human cells within a few minutes after its binding protein docks on a kinase"
	assert.Equal(t, 10, len(strings.Fields(r.Phrase(long, 10))))
}

func TestAGapThatTheQueriesCoverIsSkipped(t *testing.T) {
	dropped := func(rule string, q evidence.Question) []string {
		body := strings.Replace(kindOfGap("probe", `skip_if_covered = "`+rule+`"`), "{question}", "{question} template", 1)
		r := answered(t, partsOf(t, body, shelfOf(kinase, growth, binding)), q)
		return gapStep(t, r, "gap.probe").Texts["dropped"]
	}
	assert.Contains(t, dropped("all", twoThings)[0], "all of its terms were asked for", "the question itself was")
	half := inhibits
	half.Options = options("mTORC1", "cyclophilin A", "telomerase template")
	assert.Empty(t, dropped("all", half), "only one of the words was asked for")
	assert.Contains(t, dropped("any", half)[0], "one of its terms was asked for")
	assert.Empty(t, dropped("never", twoThings))
}

// The passage says both that are asked for; an answer would be made of one sentence of it, which says one.
func TestGapsOfADraftAreWhatItsSentencesLeaveOut(t *testing.T) {
	both := paper("both", "Rapamycin in human cells",
		"Rapamycin inhibits the kinase mTORC1 in human cells. The enzyme CYP3A4 clears zotarolimus from plasma.")
	q := without(inhibits)
	q.Question = "What does rapamycin inhibit in human cells, and which enzyme clears zotarolimus from plasma?"
	asked := map[string][]string{}
	for _, from := range []string{"read", "draft"} {
		r := answered(t, partsOf(t, kindOfGap("epistemic", "from = "+from), shelfOf(both)), q)
		asked[from] = gapStep(t, r, "gap.epistemic").Texts["gaps"]
	}
	assert.Empty(t, asked["read"])
	assert.Equal(t, []string{"which enzyme clears zotarolimus from plasma"}, asked["draft"])
}
