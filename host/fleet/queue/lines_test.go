package queue_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
)

// Workers look for the line of a batch all the time; the servers are to agree on a change only where there is one.
func TestALineOfJobsIsWrittenOnlyWhereItChanges(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	writes, err := fleettest.Broker(t, url).Conn.SubscribeSync("$JS.API.CONSUMER.CREATE.JOBS.>")
	require.NoError(t, err)
	intake := func(ackWait time.Duration) time.Duration {
		line, err := fleettest.Queue(t, url, ackWait).Intake(t.Context(), someBatch)
		require.NoError(t, err)
		return line.CachedInfo().Config.AckWait
	}
	written := func() bool {
		_, err := writes.NextMsg(100 * time.Millisecond)
		return err == nil
	}
	intake(10 * time.Second)
	assert.True(t, written())
	assert.Equal(t, 10*time.Second, intake(10*time.Second).Round(time.Second))
	assert.False(t, written())
	assert.Equal(t, 20*time.Second, intake(20*time.Second).Round(time.Second))
	assert.True(t, written())
}
