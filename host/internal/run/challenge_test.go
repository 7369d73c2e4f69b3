package run

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

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
	require.NotNil(t, r.Result.QualityGates.ProvisionalConfidence)
	assert.Equal(t, sums[0].Confidence, *r.Result.QualityGates.ProvisionalConfidence)
	assert.Less(t, r.Result.Confidence, sums[0].Confidence)
}

func TestFalsificationDoesNotRunWhereItsConditionIsUnknown(t *testing.T) {
	r := answered(t, unlimited(partsOf(t, `falsify "draft" {
		when    = budget.searches_left > 0
		queries = ["evidence against {draft}"]
	}
	budget { searches = 9 }`, shelfOf(kinase))), inhibits)
	assert.Equal(t, false, r.State["falsify.draft.ran"])
	assert.Len(t, r.Result.Rounds, len(r.Policy.Rounds), "there was no search against the draft")
	assert.Nil(t, r.Result.QualityGates.FalsificationScore)
	assert.Contains(t, r.Result.Warnings[0], "falsify.draft did not run")
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
		for _, p := range r.Passages {
			out[p.Doc.Document.ID] = p.Against
		}
		return out
	}
	r := answered(t, partsOf(t, body("true"), shelfOf(kinase, growth, binding, adverse)), inhibits)
	assert.Equal(t, map[string]bool{"kinase": false, "growth": false, "binding": false, "adverse": true}, marked(r), "growth was found both ways")
	assert.Equal(t, 1.0, r.State["verify.markers.contradictions"])

	r = answered(t, partsOf(t, body("false"), shelfOf(kinase, growth, binding, adverse)), inhibits)
	assert.Equal(t, map[string]bool{"kinase": false, "growth": false, "binding": false, "adverse": false}, marked(r))
	assert.Equal(t, 0.0, r.State["verify.markers.contradictions"])
}
