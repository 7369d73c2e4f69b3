package submit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/record"
)

// A worker tells the outcome of a question first, and ends its job then. Whoever retries in between must not lose the question with the old job.
func TestAQuestionThatIsRetriedBeforeItsWorkerEndsTheOldJobIsAskedAgain(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 10*time.Second)
	b := prepared(t, 2)
	_, err := submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	line, err := q.Intake(t.Context(), b.ID)
	require.NoError(t, err)
	aside, err := line.Next()
	require.NoError(t, err)
	failed, err := line.Next()
	require.NoError(t, err)

	require.NoError(t, q.Poison(t.Context(), b.ID, b.Jobs[0], queue.MostTries, false))
	answer, err := queue.NewAnswer(&record.Result{ID: "q1", Run: b.Jobs[1].Run, Verdict: record.VerdictFailed}, "w")
	require.NoError(t, err)
	_, err = q.Deliver(t.Context(), b.ID, b.Jobs[1].Name(), answer)
	require.NoError(t, err)

	r, err := submit.Retry(t.Context(), q, b.ID)
	require.NoError(t, err)
	assert.Equal(t, 2, r.Added)
	require.NoError(t, aside.TermWithReason("failed too often"))
	require.NoError(t, failed.DoubleAck(t.Context()))
	s, err := collect.StateOf(t.Context(), q, b.Manifest)
	require.NoError(t, err)
	assert.Equal(t, 2, s.Waiting)
	assert.Equal(t, wanted(2), collected(t, q, b))
}
