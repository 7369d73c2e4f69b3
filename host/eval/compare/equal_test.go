package compare

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// mixed are the letters of two equal policies over n questions, which share most of their answers.
func mixed(rng *rand.Rand, n int) (first, second string) {
	var sides [2][]byte
	for range n {
		common := "AB"[rng.IntN(2)]
		for i := range sides {
			letter := common
			if rng.IntN(4) == 0 {
				letter = "AB"[rng.IntN(2)]
			}
			sides[i] = append(sides[i], letter)
		}
	}
	return string(sides[0]), string(sides[1])
}

// TestEqualPoliciesSeldomGetAVerdict counts the verdicts that tell equal policies apart: at most 5.5 in 100, and 93 to 97 of 100 intervals
// hold the difference of 0. .ci/long draws 2,000 data sets; of the 100 that CI draws, and the 60 of make test, three standard errors more are allowed.
func TestEqualPoliciesSeldomGetAVerdict(t *testing.T) {
	draws, err := strconv.Atoi(cmp.Or(os.Getenv("SPARKHOST_SIMULATIONS"), strconv.Itoa(thorough.Number(1000, 600))))
	require.NoError(t, err)
	rng, sets, wrong, covered := rand.New(rand.NewPCG(21, 0)), draws/10, 0.0, 0.0
	for range sets {
		first, second := mixed(rng, 120)
		r := compared(t, first, second, Options{Brief: true, Draws: 2})
		if r.Verdict != Inconclusive {
			wrong++
		}
		if !r.Metric(Accuracy).Interval.Excludes(0) {
			covered++
		}
	}
	t.Logf("of %d data sets: %g wrong verdicts, %g intervals that cover", sets, wrong, covered)
	slack := 0.0
	if sets < 2000 {
		slack = 3 * math.Sqrt(0.05*0.95/float64(sets))
	}
	assert.LessOrEqual(t, wrong/float64(sets), 0.055+slack)
	assert.InDelta(t, 0.95, covered/float64(sets), 0.02+slack)
	assert.Positive(t, wrong, "a test that tells nothing apart is none")
}

func TestEveryQuestionFiveTimesInItsClusterChangesNoVerdict(t *testing.T) {
	rng, told := rand.New(rand.NewPCG(22, 0)), 0
	for i := range 12 {
		first, second := mixed(rng, 60)
		if i%2 == 0 {
			second = strings.Repeat("A", 20) + second[20:] // one side is better
		}
		questions, a, b := world(first, second)
		once, err := Compare(questions, a, b, Options{Brief: true, Draws: 2})
		require.NoError(t, err)
		many := [2]*Sample{{Name: "old", Results: map[Key]*record.Result{}}, {Name: "new", Results: map[Key]*record.Result{}}}
		five := map[Key]*Question{}
		for k, q := range questions {
			for n := range 5 {
				copied := *q
				copied.Cluster = k.ID
				id := Key{ID: fmt.Sprintf("%s-%d", k.ID, n)}
				five[id] = &copied
				many[0].Results[id], many[1].Results[id] = a.Results[k], b.Results[k]
			}
		}
		repeated, err := Compare(five, many[0], many[1], Options{Brief: true, Draws: 2})
		require.NoError(t, err)
		assert.Equal(t, once.Verdict, repeated.Verdict)
		assert.InDelta(t, *once.Metric(Accuracy).P, *repeated.Metric(Accuracy).P, 1e-12)
		if once.Verdict != Inconclusive {
			told++
		}
	}
	assert.True(t, 0 < told && told < 12, "some are told apart and some are not: %d", told)
}
