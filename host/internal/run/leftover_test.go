package run

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// lateGaps looks for gaps after its only round, so that no round is left to ask for them.
func lateGaps(ask string) string {
	return `
	order = [one]
	intent "one" { queries = ["torvin growth"] }
	round "one" {
		intents = [one]
		results = 3
	}
	adaptive {
		min_rounds = 1
		ask_gaps   = ` + ask + `
	}
	gap "coverage" {
		after     = every_round
		measure   = "containment"
		threshold = 0.9
		inject    = next_round
		templates = ["{gap}"]
	}`
}

func TestGapsOfTheLastRoundAreAskedForAfterIt(t *testing.T) {
	q := evidence.Question{ID: "k", Question: "Does torvin raise the growth of kelp forests, and was torvin washed out by a refutation?"}
	r := answered(t, partsOf(t, lateGaps("true"), crowded()), q)
	assert.NotEmpty(t, r.roundNamed(t, "gaps").Queries)
	assert.Positive(t, passagesOf(r, "contrary"), "and what they found is read")
	r = answered(t, partsOf(t, lateGaps("false"), crowded()), q)
	assert.False(t, slices.ContainsFunc(r.Result.Rounds, func(rd record.RoundResult) bool { return rd.Name == "gaps" }))
	assert.Zero(t, passagesOf(r, "contrary"))
}
