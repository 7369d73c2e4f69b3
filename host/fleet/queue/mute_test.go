package queue_test

import (
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

const someBatch = "00000000000000ff"

// impatient opens a queue whose requests wait shortly for their answers.
func impatient(t *testing.T, url string) (*broker.Broker, *queue.Queue) {
	t.Helper()
	b, err := broker.Open(t.Context(), broker.Options{URL: url, Answer: 300 * time.Millisecond})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	q, err := queue.Open(t.Context(), b, 0)
	require.NoError(t, err)
	return b, q
}

// The servers store jobs and acknowledge none, as a leader does that has lost its followers, until the jobs are there.
func TestJobsWhoseAcknowledgementsAreLostHoldUpNoSubmission(t *testing.T) {
	b, q := impatient(t, fleettest.Start(t, 1, nil).URL())
	jobs, err := b.JS.Stream(t.Context(), "JOBS")
	require.NoError(t, err)
	config := jobs.CachedInfo().Config
	config.NoAck = true
	_, err = b.JS.UpdateStream(t.Context(), config)
	require.NoError(t, err)
	var found sync.WaitGroup
	found.Go(func() {
		assert.Eventually(t, func() bool {
			waiting, err := q.Waiting(t.Context(), someBatch)
			return err == nil && len(waiting) == 2
		}, 30*time.Second, 10*time.Millisecond)
		config.NoAck = false
		_, err := b.JS.UpdateStream(t.Context(), config)
		assert.NoError(t, err)
	})
	added, err := q.Push(t.Context(), someBatch, []batch.Job{{Number: 0}, {Number: 1}})
	found.Wait()
	require.NoError(t, err)
	assert.Zero(t, added, "they were found to be there")
}

func TestJobsThatTheServersRefuseEndASubmissionWithTheirSubject(t *testing.T) {
	url := fleettest.Start(t, 1, fleettest.Only(server.Permissions{Publish: &server.SubjectPermission{Deny: []string{"job.>"}}})).URL()
	_, q := impatient(t, url)
	_, err := q.Push(t.Context(), someBatch, []batch.Job{{Number: 0}})
	require.ErrorIs(t, err, broker.ErrRefused)
	assert.ErrorContains(t, err, `"job.`+someBatch+`.0"`)
}
