package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// lowered reads one claim per document and lets triangulation take 0.2 off claims
// that rest on one type of source.
const lowered = `
	sources = [local, second]
	triangulate {
		stage "sources" {
			plugin = plugin.triangulation
			config = { guard_confidence = 0.1, penalty = 0.2 }
		}
	}`

func TestTriangulationLowersTheConfidenceOfClaimsThatRestOnOneTypeOfSource(t *testing.T) {
	other := paper("other", "Cells under another drug", "A drug lowers the human telomerase of cells.")
	second := shelfOf(other)
	second.name = "second"
	confidences := func(body string) map[string]float64 {
		r := answered(t, partsOf(t, body, shelfOf(kinase), second), inhibits)
		out := map[string]float64{}
		for _, c := range r.Claims {
			out[c.In.Doc.Document.ID] = c.Confidence
		}
		return out
	}
	plain := confidences(`sources = [local, second]`)
	require.Greater(t, plain["kinase"], 0.3)
	assert.InDelta(t, plain["kinase"]-0.2, confidences(lowered)["kinase"], 1e-12)
}

func TestAClaimsConfidenceIsNotLoweredUnderZero(t *testing.T) {
	r := stepsOver(&state.Run{Reading: state.Reading{Claims: []*state.Claim{{Claim: evidence.Claim{Confidence: 0.5}}, {Claim: evidence.Claim{Confidence: 0.05}}}}})
	r.assess.AdjustClaims(&contract.Response{Assess: &contract.AssessResult{
		Parts: []contract.Part{{Name: "confidence_adjustment", Table: "claims", Values: []float64{-0.08, -0.08}}},
	}})
	assert.InDelta(t, 0.42, r.Claims[0].Confidence, 1e-12)
	assert.Zero(t, r.Claims[1].Confidence)
	assert.NotPanics(t, func() { r.assess.AdjustClaims(nil) }, "a stage that was skipped says nothing")
}

// polar asks whether a claim holds; the verify stage takes sides.
var polar = evidence.Question{ID: "q", Question: "Rapamycin inhibits mTORC1 in human cells.", Type: evidence.TypeClaim}

func TestCitationsTellOnWhichSideAStageSawThem(t *testing.T) {
	denial := paper("denial", "Rapamycin and mTORC1", "Rapamycin does not inhibit mTORC1 in human cells.")
	stances := func(body string) map[string]string {
		r := answered(t, partsOf(t, body, shelfOf(kinase, denial)), polar)
		out := map[string]string{}
		for _, c := range r.Result.Citations {
			out[c.Doc] = c.Stance
		}
		return out
	}
	judged := stances(`verify {
		stage "stance" {
			plugin = plugin.stance
		}
	}`)
	assert.Equal(t, map[string]string{"kinase": "supports", "denial": "contradicts"}, judged)
	assert.Equal(t, map[string]string{"kinase": "", "denial": ""}, stances(``), "the markers stage judges no passage")
}

func TestAGateThatCannotBeDecidedCountsAsFailed(t *testing.T) {
	body := `gate "left" {
		condition = budget.searches_left >= 0
		reason    = "budget_unknown"
		message   = "The searches that are left are not known."
	}
	budget { searches = 9 }`
	r := answered(t, unlimited(partsOf(t, body, shelfOf(kinase))), inhibits)
	assert.Equal(t, record.VerdictAbstained, r.Result.Verdict)
	assert.Nil(t, r.Result.Answer)
	assert.Contains(t, r.Result.UncertaintyReasons, "budget_unknown")
	assert.Contains(t, r.Result.Warnings[0], `gate "left" could not be decided and counts as failed`)

	r = answered(t, partsOf(t, body, shelfOf(kinase)), inhibits)
	assert.Equal(t, record.VerdictAnswered, r.Result.Verdict, "with the limit it is known")
}
