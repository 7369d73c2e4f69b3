package queue_test

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
)

func TestNobodyWritesARecordAfterItsKeepingFailed(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ended := false
	err := q.PutRecord(ctx, "00000000000000ff", "run", func(io.Writer) error {
		time.Sleep(50 * time.Millisecond) // a slow disk
		ended = true
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	assert.True(t, ended)
}
