package run

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/record"
)

const planning = `
	order = [one]
	plan { role = planning }
	intent "one" { queries = ["{question}", "{sub_claim} {domain}"] }
	round "one" { intents = [one] }
`

func plannedBy(t *testing.T, answer string) (*run, *panel) {
	t.Helper()
	p := newPanel(map[prompt.Task][]string{prompt.TaskPlan: {answer}})
	if answer == "" {
		p.answers = nil
	}
	parts := partsOf(t, planning, shelfOf(kinase, growth, binding))
	parts.Models = map[model.Role]model.Model{model.Planning: p.model()}
	return answered(t, parts, inhibits), p
}

// B-02, U12, S0-03.
func TestAModelTakesTheQuestionApart(t *testing.T) {
	r, p := plannedBy(t, `{"sub_claims":["rapamycin binds FKBP12 in cells","buy gold coins now"],"task_type":"Cell biology"}`)
	require.Len(t, p.asked[prompt.TaskPlan], 1)
	assert.Equal(t, 400, p.asked[prompt.TaskPlan][0].MaxOutput)
	queries := r.roundNamed(t, "one").Queries
	assert.Contains(t, queries, inhibits.Question, "what is always asked is asked")
	assert.Contains(t, queries, "rapamycin binds FKBP12 in cells cell biology")
	var options []string
	options = append(options, r.Plan.SubClaims[1:]...)
	rules := evidence.SubClaims(inhibits.Question, r.Plan.ContentOptions())
	assert.Equal(t, rules[len(rules)-3:], options, "each option stays a part")

	s := stepNamed(t, r, "plan")
	assert.True(t, s.Ran)
	assert.Equal(t, []string{"cell biology"}, s.Texts["domain"])
	assert.Contains(t, s.Texts["notes"][0], "nothing of the question (1)")
	plans := recorded[record.Plan](t, r, record.KindPlan)
	require.Len(t, plans, 2)
	assert.Equal(t, r.Plan.SubClaims, plans[1].SubClaims)
	assert.True(t, slices.ContainsFunc(plans[1].Queries, func(q record.PlannedQuery) bool { return q.Text == "rapamycin binds FKBP12 in cells cell biology" }))
}

func TestWithoutAPlanOfAModelTheRulesPlan(t *testing.T) {
	want := answered(t, partsOf(t, planning, shelfOf(kinase, growth, binding)), inhibits)
	for name, answer := range map[string]string{
		"the model is not there": "", "nothing of use": `{"sub_claims":["buy gold coins now"],"task_type":"a; b"}`, "nothing": `{"sub_claims":[],"task_type":""}`,
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := plannedBy(t, answer)
			assert.Equal(t, want.Plan.SubClaims, r.Plan.SubClaims)
			assert.Equal(t, want.roundNamed(t, "one").Queries, r.roundNamed(t, "one").Queries)
			s := stepNamed(t, r, "plan")
			assert.False(t, s.Ran)
			assert.Contains(t, s.Reason, "planned by rules")
		})
	}
}
