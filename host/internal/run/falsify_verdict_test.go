package run

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

func claimOf(text string) evidence.Question {
	return evidence.Question{ID: "claim", Type: evidence.TypeClaim, Question: text}
}

// Without a stance stage the first option, supported, is chosen.
func TestAVerdictIsChallengedByTheTermsOfItsClaim(t *testing.T) {
	against := paper("against", "Rapamycin and mTORC1", "In yeast, contrary to earlier reports, mTORC1 was not inhibited by rapamycin.")
	byTerms := strings.Replace(challenged("", "1.0"), `mode = "draft"`, `mode = "draft", match = "verdict_terms"`, 1)
	claim := claimOf("Rapamycin inhibits mTORC1 in yeast.")

	r := answered(t, partsOf(t, byTerms, shelfOf(kinase, against), empty()), claim)
	require.Equal(t, "supported", r.Answer.Text)
	require.NotNil(t, r.Result.QualityGates.FalsificationScore)
	assert.Positive(t, *r.Result.QualityGates.FalsificationScore)

	literal := answered(t, partsOf(t, challenged("", "1.0"), shelfOf(kinase, against), empty()), claim)
	require.NotNil(t, literal.Result.QualityGates.FalsificationScore)
	assert.Zero(t, *literal.Result.QualityGates.FalsificationScore, "as written (U34): no text holds all terms as one phrase")
}

func TestStagesAreToldWhichSideADraftTakes(t *testing.T) {
	polar := query.Outline(claimOf("Rapamycin inhibits mTORC1."))
	for i, want := range []float64{1, -1, 0} {
		side, known := (&state.Answer{Chosen: i}).Side(&polar)
		assert.True(t, known)
		assert.Equal(t, want, side, polar.Options[i].Text)
	}
	_, known := (&state.Answer{Chosen: -1}).Side(&polar)
	assert.False(t, known, "free text is no verdict")
	choice := query.Outline(inhibits)
	_, known = (&state.Answer{Chosen: 0}).Side(&choice)
	assert.False(t, known, "nor is an option with words of its own")
}
