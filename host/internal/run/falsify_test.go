package run

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

// challenged searches once for the question, as the settings of the round say, then
// against the draft.
func challenged(round, above string) string {
	return `
	sources = [local, second]
	order = [one]
	intent "one" { queries = ["{question}"] }
	round "one" {
		intents = [one]
		` + round + `
	}
	falsify "draft" {
		queries = ["retraction of {draft} findings"]
		stage "score" {
			plugin = plugin.falsification
			config = { mode = "draft" }
		}
		resynthesise {
			above  = ` + above + `
			max    = 1
			reason = "refuted"
		}
	}
	calibrate {
		term "falsification" {
			feature   = falsify.draft.score
			weight    = -0.5
			one_sided = true
		}
	}`
}

// retraction denies what kinase says and speaks for another option; a search for the
// question ranks it last.
var retraction = paper("retraction", "Retraction of the mTORC1 findings",
	"Contrary to earlier reports mTORC1 was not affected by rapamycin. Telomerase of human cells was inhibited.")

// firstOnly keeps everything but the best hit out of the first draft.
const firstOnly = "results = 1"

// empty is a second source without documents.
func empty() *shelf { return &shelf{name: "second"} }

func passagesOf(r *run, id string) int {
	n := 0
	for _, p := range r.passages {
		if p.doc.Document.ID == id {
			n++
		}
	}
	return n
}

func TestADraftThatIsRefutedIsDraftedAnewWithWhatRefutedIt(t *testing.T) {
	r := answered(t, partsOf(t, challenged(firstOnly, "0.1"), shelfOf(kinase, retraction), empty()), inhibits)
	assert.Equal(t, 1, passagesOf(r, "retraction"), "the draft's passages and what was found against it")
	assert.Equal(t, 1, passagesOf(r, "kinase"))
	assert.Contains(t, r.result.UncertaintyReasons, "refuted")
	require.NotEmpty(t, r.result.Warnings)
	assert.Contains(t, r.result.Warnings[0], `the draft "mTORC1" met refuting evidence`)
	assert.True(t, slices.ContainsFunc(r.result.Citations, func(c record.Citation) bool {
		return c.Doc == "retraction" && c.Provenance == "falsify_draft"
	}), "it is evidence for the new draft: %+v", r.result.Citations)

	event := r.roundNamed(t, "falsify_draft")
	assert.Equal(t, []string{"retraction of mTORC1 findings"}, event.Queries)
	assert.Equal(t, 1, event.NewDocuments)
}

func TestADraftThatIsNotRefutedStands(t *testing.T) {
	r := answered(t, partsOf(t, challenged(firstOnly, "1.0"), shelfOf(kinase, retraction), empty()), inhibits)
	assert.Zero(t, passagesOf(r, "retraction"))
	assert.NotContains(t, r.result.UncertaintyReasons, "refuted")
	require.NotNil(t, r.result.QualityGates.FalsificationScore)
	assert.Positive(t, *r.result.QualityGates.FalsificationScore)
}

func TestAWorkThatIsFoundAgainByFalsificationIsNotListedTwice(t *testing.T) {
	r := answered(t, partsOf(t, challenged("", "0.1"), shelfOf(kinase, retraction), empty()), inhibits)
	require.Contains(t, r.result.UncertaintyReasons, "refuted", "the test needs a second draft")
	assert.Equal(t, 1, passagesOf(r, "retraction"))
	assert.Equal(t, 1, passagesOf(r, "kinase"))
	for i, c := range r.result.Citations {
		assert.False(t, slices.ContainsFunc(r.result.Citations[:i], func(d record.Citation) bool { return d.Doc == c.Doc && d.Start == c.Start }))
	}
}

func TestWorksOfTwoSourcesThatShareAnIdentifierAreNotTakenForOne(t *testing.T) {
	twin := retraction
	twin.ID = kinase.ID
	twin.Abstract += strings.Repeat(".", max(0, len(kinase.Abstract)-len(twin.Abstract)))
	original := kinase
	original.Abstract += strings.Repeat(".", max(0, len(twin.Abstract)-len(original.Abstract)))
	second := shelfOf(twin)
	second.name = "second"
	r := answered(t, partsOf(t, challenged("sources = [local]", "0.1"), shelfOf(original), second), inhibits)
	require.Contains(t, r.result.UncertaintyReasons, "refuted", "the test needs a second draft")
	assert.Equal(t, 2, passagesOf(r, "kinase"))
}

func TestTheProvisionalConfidenceLeavesFalsificationOut(t *testing.T) {
	r := answered(t, partsOf(t, challenged("", "1.0"), shelfOf(kinase, retraction), empty()), inhibits)
	sums := recorded[record.Calibration](t, r, record.KindCalibration)
	require.Len(t, sums, 2)
	weighs := func(c record.Calibration) bool {
		return slices.ContainsFunc(c.Terms, func(t record.CalibrationTerm) bool { return t.Name == "falsification" })
	}
	assert.Equal(t, "provisional", sums[0].Phase)
	assert.False(t, weighs(sums[0]))
	assert.Equal(t, "final", sums[1].Phase)
	assert.True(t, weighs(sums[1]))
	require.NotNil(t, r.result.QualityGates.ProvisionalConfidence)
	assert.Equal(t, sums[0].Confidence, *r.result.QualityGates.ProvisionalConfidence)
	assert.Less(t, r.result.Confidence, sums[0].Confidence)
}

func TestFalsificationDoesNotRunWhereItsConditionIsUnknown(t *testing.T) {
	r := answered(t, unlimited(partsOf(t, `falsify "draft" {
		when    = budget.searches_left > 0
		queries = ["evidence against {draft}"]
	}
	budget { searches = 9 }`, shelfOf(kinase))), inhibits)
	assert.Equal(t, false, r.state["falsify.draft.ran"])
	assert.Nil(t, r.result.QualityGates.FalsificationScore)
	assert.Contains(t, r.result.Warnings[0], "falsify.draft did not run")
}

func TestPassagesOfWorksThatOnlySearchesForTheContraryFoundAreMarked(t *testing.T) {
	adverse := paper("adverse", "Negative results", "No effect of rapamycin on mTORC1 in human cells was found.")
	body := func(against string) string {
		return `
		order = [one, contrary]
		intent "one" { queries = ["FKBP12 growth minutes"] }
		intent "contrary" {
			against = ` + against + `
			queries = ["negative effect growth"]
		}
		round "one" { intents = [one] }
		round "contrary" { intents = [contrary] }
		` + noAdaptive
	}
	marked := func(r *run) map[string]bool {
		out := map[string]bool{}
		for _, p := range r.passages {
			out[p.doc.Document.ID] = p.against
		}
		return out
	}
	r := answered(t, partsOf(t, body("true"), shelfOf(kinase, growth, binding, adverse)), inhibits)
	assert.Equal(t, map[string]bool{"kinase": false, "growth": false, "binding": false, "adverse": true}, marked(r), "growth was found both ways")
	assert.Equal(t, 1.0, r.state["verify.markers.contradictions"])

	r = answered(t, partsOf(t, body("false"), shelfOf(kinase, growth, binding, adverse)), inhibits)
	assert.Equal(t, map[string]bool{"kinase": false, "growth": false, "binding": false, "adverse": false}, marked(r))
	assert.Equal(t, 0.0, r.state["verify.markers.contradictions"])
}
