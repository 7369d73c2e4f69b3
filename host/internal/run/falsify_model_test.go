package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/run/answer"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/record"
)

// verifying is a policy whose draft a model judges, beside the stage.
func verifying(above string) string {
	return strings.Replace(challenged(firstOnly, above), `stage "score"`, "role = judge\n stage \"score\"", 1)
}

// verdictOn returns what a model says of a document.
func verdictOn(document, verdict string, strength float64, quote string) string {
	return fmt.Sprintf(`{"document":%q,"verdict":%q,"strength":%g,"quote":%q}`, document, verdict, strength, quote)
}

func verifiedBy(t *testing.T, body string, findings ...string) (*run, *panel) {
	t.Helper()
	p := newPanel(map[prompt.Task][]string{prompt.TaskVerify: {`{"findings":[` + strings.Join(findings, ",") + `]}`}})
	parts := partsOf(t, body, shelfOf(kinase, retraction), empty())
	parts.Models = map[model.Role]model.Model{model.Judge: p.model()}
	return answered(t, parts, inhibits), p
}

const denial = "Contrary to earlier reports mTORC1 was not affected by rapamycin."

// U13: 1 - Π(1 - strength × relevance).
func TestTheModelsFindingsAreScoredByStrengthAndRelevance(t *testing.T) {
	r, p := verifiedBy(t, verifying("1"), verdictOn("D1", "refutes", 0.5, denial))
	require.Len(t, p.asked[prompt.TaskVerify], 1)
	shown := p.asked[prompt.TaskVerify][0].Messages[0].Text
	assert.Contains(t, shown, "mTORC1\n<<<end draft", "the draft")
	assert.Contains(t, shown, denial)
	s := stepNamed(t, r, "falsify.draft.model")
	assert.True(t, s.Ran)
	require.Len(t, s.Texts["refutes"], 1)
	assert.Contains(t, s.Texts["refutes"][0], denial)
	score := s.Numbers["score"]
	assert.Positive(t, score)
	assert.LessOrEqual(t, score, 0.5, "the strength times the relevance of the passage")
	require.NotNil(t, r.Result.QualityGates.FalsificationScore)
	assert.GreaterOrEqual(t, *r.Result.QualityGates.FalsificationScore, score, "the calibration has the greater of this and the stages'")
}

// A model that says nothing of use, or lies, would else protect any draft.
func TestAModelThatFindsNothingDoesNotTalkAwayWhatTheStagesShow(t *testing.T) {
	marked := answered(t, partsOf(t, challenged(firstOnly, "1"), shelfOf(kinase, retraction), empty()), inhibits)
	want := *marked.Result.QualityGates.FalsificationScore
	require.Positive(t, want)
	r, _ := verifiedBy(t, verifying("1"), verdictOn("D1", "supports", 0.9, denial))
	assert.Equal(t, want, *r.Result.QualityGates.FalsificationScore)
	empty, _ := verifiedBy(t, verifying("1"))
	assert.Equal(t, want, *empty.Result.QualityGates.FalsificationScore)
}

func TestAModelMayHaveADraftMadeAnew(t *testing.T) {
	r, _ := verifiedBy(t, verifying("0.3"), verdictOn("D1", "refutes", 1, denial))
	assert.True(t, r.Resynthesised)
	assert.Contains(t, r.Result.UncertaintyReasons, "refuted")
}

func TestWithoutAnAnswerOfTheModelTheStagesJudgeTheDraft(t *testing.T) {
	want := answered(t, partsOf(t, challenged(firstOnly, "1"), shelfOf(kinase, retraction), empty()), inhibits)
	for name, findings := range map[string]string{
		"a document that does not exist": verdictOn("D9", "refutes", 1, denial), "a strength out of range": verdictOn("D1", "refutes", 7, denial),
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := verifiedBy(t, verifying("1"), findings)
			assert.Equal(t, *want.Result.QualityGates.FalsificationScore, *r.Result.QualityGates.FalsificationScore)
			assert.Equal(t, "no model answered: judged by the stages", stepNamed(t, r, "falsify.draft.model").Reason)
		})
	}
	t.Run("no model is bound", func(t *testing.T) {
		r := answered(t, partsOf(t, verifying("1"), shelfOf(kinase, retraction), empty()), inhibits)
		assert.Equal(t, *want.Result.QualityGates.FalsificationScore, *r.Result.QualityGates.FalsificationScore)
		assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
	})
}

func TestAQuoteThatIsNotInTheDocumentCountsHalf(t *testing.T) {
	whole, _ := verifiedBy(t, verifying("1"), verdictOn("D1", "refutes", 0.8, denial))
	half, _ := verifiedBy(t, verifying("1"), verdictOn("D1", "refutes", 0.8, "made up"))
	score := func(r *run) float64 { return stepNamed(t, r, "falsify.draft.model").Numbers["score"] }
	assert.Positive(t, score(half))
	assert.InDelta(t, score(whole)/2, score(half), 1e-12, "of the model; the calibration has the stages' where that is greater")
}

func TestTheScoreOfRefutationsIsANoisyOrOfTheStrongestFive(t *testing.T) {
	of := func(strengths ...float64) (out []state.Refutation) {
		for _, s := range strengths {
			out = append(out, state.Refutation{Strength: s})
		}
		return out
	}
	assert.Zero(t, answer.NoisyOr(nil))
	assert.InDelta(t, 0.68, answer.NoisyOr(of(0.6, 0.2)), 1e-12)
	assert.InDelta(t, 0.75, answer.NoisyOr(of(0.5, 0.5)), 1e-12)
	assert.InDelta(t, answer.NoisyOr(of(.5, .4, .3, .2, .1)), answer.NoisyOr(of(.5, .4, .3, .2, .1, .1)), 0)
}
