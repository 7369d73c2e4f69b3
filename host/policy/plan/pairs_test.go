package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/plan"
)

const contrasting = `plugin "score" { source = "builtin" }

policy "p" {
  extends = [as_written]

  intent "primary" {
    queries = ["{question}", "{first} versus {second}"]
    pairs {
      measure = "jaccard"
      above   = 0.4
    }
  }

  round "primary" { intents = [primary] }

  select {
    stage "apart" {
      plugin     = plugin.score
      each_round = true
      from_round = 2
    }
    term "apart" {
      stage  = stage.apart
      weight = 1
    }
  }
}
`

func TestPairsOfOptionsAndStagesOfEachRoundAreForeseen(t *testing.T) {
	_, p := loadPolicy(t, contrasting, nil)
	for options, queries := range map[int]int64{0: 1, 2: 2, 3: 4, 9: 4} { // at most three pairs
		got := plan.New(p, plan.Question{Options: options, SubClaims: 1})
		assert.Equal(t, queries, got.Rounds[0].Most.Queries, "%d options", options)
	}
	got := plan.New(p, plan.Question{Options: 4, SubClaims: 1})
	require.NotEmpty(t, got.Calls)
	assert.Equal(t, "select.apart", got.Calls[0].Stage)
	assert.Equal(t, int64(2), got.Calls[0].Most, "three rounds, and it scores from the second on")
}
