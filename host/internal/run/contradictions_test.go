package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// Papers on fenweed salve: those that speak for it and against it hold the words of the question alike.
var (
	healsFaster = paper("faster", "Fenweed salve and tendon healing", "Fenweed salve shortened the healing of torn tendons in greyhounds. Dogs that were treated ran after three weeks.")
	healsSoon   = paper("soon", "A trial of fenweed salve", "In our trial fenweed salve shortened tendon healing by nine days.")
	healsToo    = paper("too", "Fenweed salve in racing dogs", "Tendon healing was shortened by fenweed salve in racing greyhounds.")
	noEvidence  = paper("no-evidence", "Fenweed salve for tendons of greyhounds", "No evidence supports that fenweed salve shortens the healing of tendons in greyhounds.")
	noEffect    = paper("no-effect", "Fenweed salve fails", "Fenweed salve did not shorten the healing of tendons in greyhounds. Fenweed salve had no effect on tendon healing.")
)

// under are the parts of a run of a shipped policy over one shelf.
func under(t *testing.T, shipped, body string, documents ...evidence.Document) Parts {
	t.Helper()
	return partsUnder(t, policyText(t, "policy \"test\" {\n  extends = ["+shipped+"]\n"+body+"\n}\n"), nil, shelfOf(documents...))
}

func TestWorksThatRefuteAVerdictCountOnceHoweverTheyWereFound(t *testing.T) {
	claim := claimOf("Fenweed salve shortens the healing of tendons in greyhounds.")
	r := answered(t, under(t, "baseline", "", healsFaster, healsSoon, healsToo, noEvidence, noEffect), claim)
	require.NotNil(t, r.Answer, "%s", r.Result.Error)
	for _, rd := range r.Pool.Documents() {
		assert.Equal(t, "primary", rd.Found[0].Intent, "each is found by the first search")
	}
	works := map[string]int{"supported": 2, "contradicted": 3}[r.Answer.Text] // on the other side; one of those that deny does so twice
	require.NotZero(t, works, r.Answer.Text)
	n := *r.Result.QualityGates.Contradictions
	assert.GreaterOrEqual(t, n, 2)
	assert.LessOrEqual(t, n, works)
	assert.InDelta(t, -0.07*float64(n), delta(t, r, "contradiction"), 1e-9)

	r = answered(t, under(t, "baseline", "", healsFaster, healsSoon, healsToo), claim)
	assert.Zero(t, *r.Result.QualityGates.Contradictions)
	assert.Zero(t, delta(t, r, "contradiction"))
}

func TestARefutationAgreesWithAVerdictThatDenies(t *testing.T) {
	r := answered(t, under(t, "baseline", "", noEvidence, noEffect), claimOf("Fenweed salve shortens the healing of tendons in greyhounds."))
	require.Equal(t, "contradicted", r.Answer.Text)
	assert.Zero(t, *r.Result.QualityGates.Contradictions)
}

func TestAWorkRefutesAnOptionOnlyWhereItSpeaksOfIt(t *testing.T) {
	q := evidence.Question{ID: "salve", Type: evidence.TypeMultipleChoice, Question: "Which salve shortens the healing of tendons in greyhounds?", Options: options("fenweed salve", "marrow balm")}
	balm := paper("balm", "Marrow balm", "Contrary to earlier reports, marrow balm does not shorten the healing of tendons in greyhounds.")
	refuted := paper("refuted", "Salves", "Contrary to earlier reports, fenweed salve does not shorten the healing of tendons in greyhounds.")
	count := func(documents ...evidence.Document) int {
		r := answered(t, under(t, "baseline", "", append([]evidence.Document{healsFaster, healsSoon}, documents...)...), q)
		require.Equal(t, record.VerdictAnswered, r.Result.Verdict)
		require.Equal(t, "A", r.Answer.Label)
		return *r.Result.QualityGates.Contradictions
	}
	assert.Zero(t, count(balm), "which speaks of the other option")
	assert.Equal(t, 1, count(refuted))
}
