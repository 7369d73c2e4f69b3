package run

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// gapBlock looks for uncovered sub-claims and words one query for each.
func gapBlock(after, inject string) string {
	return `
	gap "coverage" {
		after     = ` + after + `
		measure   = "containment"
		threshold = 0.5
		inject    = ` + inject + `
		templates = ["gap {gap}"]
		queries {
			per_gap   = [1, 1]
			per_round = 4
		}
	}
	` + lenient("1")
}

// lenient is an adaptive gate that never ends retrieval.
func lenient(minRounds string) string {
	return `adaptive {
		min_rounds       = ` + minRounds + `
		min_new_docs     = 0
		min_quality_gain = 0
	}
`
}

// twoThings has two sub-claims; the papers on rapamycin cover the first only.
var twoThings = evidence.Question{
	ID: "q", Question: "Rapamycin inhibits mTORC1 in human cells; aspirin lowers fever in children.", Type: evidence.TypeFreeForm,
}

const gapQuery = "gap aspirin lowers fever in children"

func TestGapQueriesWaitForTheNextRoundThatRuns(t *testing.T) {
	r := answered(t, partsOf(t, threeRounds("", "when = run.rounds > 5", "", gapBlock("one", "next_round")), shelfOf(kinase, growth)), twoThings)
	assert.Equal(t, "when: false", r.roundNamed(t, "two").SkippedReason)
	assert.Equal(t, []string{gapQuery, "binds FKBP12"}, r.roundNamed(t, "three").Queries, "they are asked first")
	require.NotNil(t, r.roundNamed(t, "one").OpenGaps)
	assert.Equal(t, 1, *r.roundNamed(t, "one").OpenGaps)
	assert.Nil(t, r.roundNamed(t, "three").OpenGaps, "no gap analysis follows round three")
}

func TestGapQueriesForANamedRoundWaitForThatRound(t *testing.T) {
	r := answered(t, partsOf(t, threeRounds("", "", "", gapBlock("one", "three")), shelfOf(kinase, growth)), twoThings)
	assert.Equal(t, []string{"mTORC1 activity"}, r.roundNamed(t, "two").Queries)
	assert.Equal(t, []string{gapQuery, "binds FKBP12"}, r.roundNamed(t, "three").Queries)
}

func TestGapsAreLookedForFromTheMinimumOfRoundsOn(t *testing.T) {
	every := gapBlock("every_round", "next_round")
	r := answered(t, partsOf(t, threeRounds("", "", "", every), shelfOf(kinase, growth)), twoThings)
	assert.Equal(t, []string{gapQuery, "mTORC1 activity"}, r.roundNamed(t, "two").Queries)
	assert.Equal(t, []string{"binds FKBP12"}, r.roundNamed(t, "three").Queries, "the gap is still open, but its query was asked")
	assert.Equal(t, 1, *r.roundNamed(t, "three").OpenGaps)

	late := strings.Replace(every, lenient("1"), lenient("2"), 1)
	r = answered(t, partsOf(t, threeRounds("", "", "", late), shelfOf(kinase, growth)), twoThings)
	assert.Nil(t, r.roundNamed(t, "one").OpenGaps)
	assert.Equal(t, []string{"mTORC1 activity"}, r.roundNamed(t, "two").Queries)
	assert.Equal(t, []string{gapQuery, "binds FKBP12"}, r.roundNamed(t, "three").Queries)
}

func TestAGapThatARoundFillsIsNotOpenAfterIt(t *testing.T) {
	aspirin := paper("aspirin", "Aspirin and fever", "Aspirin lowers fever in children within an hour.")
	r := answered(t, partsOf(t, threeRounds("", "", "", gapBlock("every_round", "next_round")), shelfOf(kinase, growth, aspirin)), twoThings)
	assert.Zero(t, *r.roundNamed(t, "one").OpenGaps, "the question's own words find the paper")
}
