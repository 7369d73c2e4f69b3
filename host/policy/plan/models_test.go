package plan_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/plan"
)

const advised = `policy "p" {
  extends = [baseline]
  PLAN

  intent "primary" { queries = ["{question}", "{sub_claim}"] }
  round "primary" { intents = [primary] }

  on "contradiction" {
    ROLE
    queries = ["{core_terms} review"]
    max     = 3
  }
}
`

func TestWhatModelsMayAddIsForeseen(t *testing.T) {
	queries := func(planning, role string) (primary, pivot int64) {
		_, p := load(t, strings.NewReplacer("PLAN", planning, "ROLE", role).Replace(advised), nil)
		got := plan.New(p, plan.Question{Options: 2, SubClaims: 3})
		i := slices.IndexFunc(got.Searches, func(s plan.Searches) bool { return s.Of == "on.contradiction" })
		require.GreaterOrEqual(t, i, 0)
		return got.Rounds[0].Most.Queries, got.Searches[i].Queries
	}
	primary, pivot := queries("", "")
	assert.Equal(t, []int64{4, 1}, []int64{primary, pivot})
	primary, pivot = queries("plan {\n role = planning\n sub_claims = 5\n }", "role = synthesis")
	assert.Equal(t, []int64{1 + 5 + 2, 2}, []int64{primary, pivot}, "five parts, and one more for each option; the model's query before the template")
}
