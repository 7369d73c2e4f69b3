package run

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A stepped clock stands still until the test moves it.
type stepped struct{ now time.Time }

func (s *stepped) Now() time.Time { return s.now }

// late is a run under a wall time of ten seconds of which left remains, by a clock that
// then stands still.
func late(t *testing.T, body string, left time.Duration, local *shelf) *run {
	t.Helper()
	return lateWith(t, partsOf(t, body, local), inhibits, left)
}

func lateWith(t *testing.T, p Parts, q evidence.Question, left time.Duration) *run {
	t.Helper()
	clock := &stepped{time.Unix(0, 0)}
	p.Clock = clock.Now
	r := begun(t, p, q)
	clock.now = clock.now.Add(10*time.Second - left)
	return r
}

// hangs makes searches for a text last until their context ends.
func hangs(s *shelf, text string) *shelf {
	s.before = func(ctx context.Context, q retrieval.Query) error {
		if q.Text != text {
			return nil
		}
		<-ctx.Done()
		return ctx.Err()
	}
	return s
}

func wall(reserved, onExhausted string) string {
	return "\n" + noAdaptive + `
	budget {
		max_wall     = "10s"
		reserve_for  = ` + reserved + `
		on_exhausted = "` + onExhausted + `"
	}`
}

func TestRetrievalOutOfTimeStillAnswersFromWhatWasFound(t *testing.T) {
	const left = 100 * time.Millisecond // of which round one takes the least part
	r := late(t, threeRounds("", "", "", wall("[synthesis]", "finish")), left, hangs(shelfOf(kinase, growth), "mTORC1 activity"))
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second) // not to hang if the test fails
	defer cancel()
	require.NoError(t, r.rounds.Retrieve(ctx))
	require.NoError(t, r.Do(ctx, r.steps()[1:]))
	r.conclude(nil)
	assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
	assert.Equal(t, "A", r.Result.Answer.Label)
	require.NotEmpty(t, r.Result.Warnings)
	assert.Contains(t, r.Result.Warnings[0], "retrieval ended early, the answer is made of what was found")
	assert.True(t, r.roundNamed(t, "one").Ran)
	assert.Equal(t, "budget: out of time", r.roundNamed(t, "two").SkippedReason, "it was cut short")
	assert.Equal(t, "budget: out of time", r.roundNamed(t, "three").SkippedReason)
	require.NoError(t, r.Out.Close())
}

func TestARoundWhoseGapsTimeDidNotSufficeForIsRecordedOnceAsItRan(t *testing.T) {
	const left = 100 * time.Millisecond // in which the plugin cannot use up its fuel
	r := lateWith(t, partsWith(t, team(endless()), measuredBy(teamCovers)+strings.Replace(wall("[synthesis]", "finish"), noAdaptive, "", 1), shelfOf(kinase, growth)), twoThings, left)
	require.NoError(t, r.rounds.Retrieve(context.Background()))
	require.Contains(t, r.Result.Warnings[0], "retrieval ended early, the answer is made of what was found")
	var told []string
	for _, rd := range r.Rounds {
		told = append(told, rd.Name+": "+rd.SkippedReason)
	}
	assert.Equal(t, []string{"one: ", "two: budget: out of time", "three: budget: out of time"}, told)
	require.NoError(t, r.Out.Close())
}

func TestRetrievalLeavesATenthOfTheTimeToAnswerWhereThePolicyReservesSome(t *testing.T) {
	ends := func(reserved string) time.Duration {
		local := shelfOf(kinase)
		local.unfixed = true // it is asked with the context of retrieval itself
		var until time.Duration
		local.before = func(ctx context.Context, _ retrieval.Query) error {
			deadline, _ := ctx.Deadline()
			until = time.Until(deadline)
			return nil
		}
		_, err := late(t, oneRound("")+wall(reserved, "finish"), 10*time.Second, local).finish(context.Background())
		require.NoError(t, err)
		return until
	}
	assert.LessOrEqual(t, ends("[synthesis]"), 9*time.Second)
	assert.Greater(t, ends("[]"), 9*time.Second)
}

func TestARunOutOfTimeAbstainsOrFailsAsThePolicySays(t *testing.T) {
	for _, tt := range []struct {
		onExhausted string
		verdict     record.Verdict
		exit        int
		reasons     []string
	}{
		{"finish", record.VerdictAbstained, 0, []string{"budget_exhausted"}},
		{"fail", record.VerdictBudget, 6, []string{}},
	} {
		t.Run(tt.onExhausted, func(t *testing.T) {
			r := late(t, oneRound("")+wall("[]", tt.onExhausted), time.Millisecond, hangs(shelfOf(kinase), inhibits.Question))
			result, err := r.finish(context.Background())
			require.NoError(t, err)
			assert.Equal(t, tt.verdict, result.Verdict)
			assert.Equal(t, tt.exit, result.ExitCode)
			assert.Equal(t, tt.verdict == record.VerdictAbstained, result.Abstained)
			assert.Equal(t, tt.reasons, result.UncertaintyReasons)
			assert.Equal(t, tt.verdict == record.VerdictBudget, result.Error != "", result.Error)
			assert.Nil(t, result.Answer)
		})
	}
}
