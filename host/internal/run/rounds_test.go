package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

// threeRounds ask one query each. The settings are those of their round blocks; rest is
// the rest of the policy.
func threeRounds(one, two, three, rest string) string {
	return `
	order = [one, two, three]
	intent "one" { queries = ["{question}"] }
	intent "two" { queries = ["mTORC1 activity"] }
	intent "three" { queries = ["binds FKBP12"] }
	round "one" {
		intents = [one]
		` + one + `
	}
	round "two" {
		intents = [two]
		` + two + `
	}
	round "three" {
		intents = [three]
		` + three + `
	}
	` + rest
}

const (
	noAdaptive    = `adaptive { enabled = false }`
	uncountedHere = `counts_against_max = false`
)

func TestAQueryIsAskedOnceInARun(t *testing.T) {
	local := shelfOf(kinase, growth)
	r := answered(t, partsOf(t, `
		order = [one, again, more]
		intent "one" { queries = ["{question}", "{question}"] }
		intent "more" { queries = ["{question}", "growth"] }
		round "one" { intents = [one] }
		round "again" { intents = [one] }
		round "more" { intents = [more] }
		adaptive { enabled = false }
	`, local), inhibits)
	assert.Equal(t, []string{inhibits.Question}, r.roundNamed(t, "one").Queries)
	assert.Equal(t, "no new queries", r.roundNamed(t, "again").SkippedReason)
	assert.Equal(t, []string{"growth"}, r.roundNamed(t, "more").Queries)
	assert.Equal(t, 2, local.searches())
}

func TestAQueryThatMaxQueriesCutsOffMayBeAskedByALaterRound(t *testing.T) {
	r := answered(t, partsOf(t, `
		order = [one, two]
		intent "all" { queries = ["{question}", "growth", "binding"] }
		round "one" {
			intents     = [all]
			max_queries = 1
		}
		round "two" { intents = [all] }
		adaptive { enabled = false }
	`, shelfOf(kinase, growth, binding)), inhibits)
	assert.Equal(t, []string{inhibits.Question}, r.roundNamed(t, "one").Queries)
	assert.Equal(t, []string{"growth", "binding"}, r.roundNamed(t, "two").Queries)
}

func TestNoMoreRoundsRunThanTheMaximumExceptThoseThatDoNotCount(t *testing.T) {
	few := `adaptive {
		min_rounds       = 1
		max_rounds       = 1
		min_new_docs     = 0
		min_quality_gain = 0
	}`
	r := answered(t, partsOf(t, threeRounds("", "", uncountedHere, few), shelfOf(kinase, growth)), inhibits)
	assert.True(t, r.roundNamed(t, "one").Ran)
	assert.Equal(t, "max_rounds: 1 rounds have run", r.roundNamed(t, "two").SkippedReason)
	assert.True(t, r.roundNamed(t, "three").Ran)

	r = answered(t, partsOf(t, threeRounds(uncountedHere, "", "", few), shelfOf(kinase, growth)), inhibits)
	assert.True(t, r.roundNamed(t, "two").Ran, "a round that does not count leaves room for one that does")
	assert.Contains(t, r.roundNamed(t, "three").SkippedReason, "max_rounds")
}

func TestTheAdaptiveGateLeavesRoundsAloneThatDoNotCount(t *testing.T) {
	strict := `adaptive {
		min_rounds   = 1
		min_new_docs = 100
	}`
	r := answered(t, partsOf(t, threeRounds("", "", uncountedHere, strict), shelfOf(kinase, growth)), inhibits)
	assert.Contains(t, r.roundNamed(t, "two").SkippedReason, "adaptive: new_documents_low: 2 after round \"one\"")
	assert.True(t, r.roundNamed(t, "three").Ran)

	rounds := recorded[record.Round](t, r, record.KindRound)
	require.Len(t, rounds, 3)
	assert.Contains(t, rounds[0].StopReason, "new_documents_low", "the record says after which round retrieval ended")
	assert.Empty(t, rounds[2].StopReason)
}

// unlimited takes the limit of searches out of a loaded policy, so that what is left of it
// is null; the loader refuses a policy whose conditions read what it knows to be null.
func unlimited(p Parts) Parts {
	p.Policy.Budget.MaxSearches = 0
	return p
}

func TestARoundWhoseConditionIsUnknownOrFalseIsSkippedWithItsReason(t *testing.T) {
	body := threeRounds("", "when = budget.searches_left > 0", "when = rounds.two.ran", noAdaptive+"\nbudget { searches = 9 }")
	r := answered(t, unlimited(partsOf(t, body, shelfOf(kinase))), inhibits)
	two := r.roundNamed(t, "two")
	assert.False(t, two.Ran)
	assert.Contains(t, two.SkippedReason, "when: unknown: ")
	assert.Contains(t, two.SkippedReason, "budget.searches_left not known here")
	require.Len(t, r.Result.Warnings, 1)
	assert.Contains(t, r.Result.Warnings[0], `round "two" did not run`)
	assert.Equal(t, "when: false", r.roundNamed(t, "three").SkippedReason)

	conditions := recorded[record.Condition](t, r, record.KindCondition)
	assert.Equal(t, "unknown", conditions[0].Result)
	assert.Equal(t, []record.ConditionValue{{Path: "budget.searches_left"}}, conditions[0].Values)

	r = answered(t, partsOf(t, body, shelfOf(kinase)), inhibits)
	assert.True(t, r.roundNamed(t, "two").Ran, "with the limit it is known")
	assert.True(t, r.roundNamed(t, "three").Ran)
}

func TestARoundsOwnBudgetBoundsThatRoundAlone(t *testing.T) {
	r := answered(t, partsOf(t, `
		order = [one, two]
		intent "pair" { queries = ["{question}", "growth"] }
		intent "rest" { queries = ["binds", "kinase"] }
		round "one" {
			intents = [pair]
			budget { searches = 1 }
		}
		round "two" { intents = [rest] }
		adaptive { enabled = false }
	`, shelfOf(kinase, growth, binding)), inhibits)
	assert.Equal(t, []string{inhibits.Question}, r.roundNamed(t, "one").Queries)
	assert.Equal(t, []string{"binds", "kinase"}, r.roundNamed(t, "two").Queries)
	assert.EqualValues(t, 3, r.Result.Budget.Searches)
	assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
}

func TestTheGainOfARoundIsMeasuredAgainstTheLastRoundThatRan(t *testing.T) {
	r := answered(t, partsOf(t, `
		order = [one, skipped, two]
		intent "poor" { queries = ["FKBP12"] }
		intent "rich" { queries = ["{question}"] }
		round "one" { intents = [poor] }
		round "skipped" {
			intents = [rich]
			when    = run.rounds > 5
		}
		round "two" { intents = [rich] }
	`+noAdaptive, shelfOf(kinase, growth, binding)), inhibits)
	one, two := r.roundNamed(t, "one"), r.roundNamed(t, "two")
	require.Positive(t, one.SelectedQuality)
	assert.Equal(t, one.SelectedQuality, one.QualityGain, "before any round it was 0")
	assert.Greater(t, two.SelectedQuality, one.SelectedQuality)
	assert.Equal(t, two.SelectedQuality-one.SelectedQuality, two.QualityGain)
	assert.Equal(t, two.QualityGain, r.State["round.quality_gain"])
}
