package attend_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/attend"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
)

func TestMain(m *testing.M) { fleettest.VerifyTestMain(m) }

// submitted puts a batch of three questions on a queue of its own.
func submitted(t *testing.T) (*queue.Queue, submit.Batch) {
	t.Helper()
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 0)
	b, err := submit.Prepare(null.Asker{}, null.Questions(3), submit.Terms{})
	require.NoError(t, err)
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	return q, b
}

func TestWhoWaitsForABatchLearnsThatItWasCancelled(t *testing.T) {
	q, b := submitted(t)
	ended := make(chan error, 1)
	go func() {
		ended <- attend.Follow(t.Context(), q, b, attend.Options{}, func(collect.Item) error { return nil })
	}()
	_, err := submit.Cancel(t.Context(), q, b.ID)
	require.NoError(t, err)
	assert.ErrorIs(t, <-ended, attend.ErrCancelled)
}

func TestFollowingEndsWithTheLastQuestionOrWithItsOwner(t *testing.T) {
	q, b := submitted(t)
	closing := errors.New("the service ends")
	err := attend.Follow(t.Context(), q, b, attend.Options{Closing: func() error { return closing }}, func(collect.Item) error { return nil })
	require.ErrorIs(t, err, closing)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- worker.New(worker.Options{Queue: q, Open: null.Asker{}.Opener()}).Run(ctx) }()
	n := 0
	assert.NoError(t, attend.Follow(t.Context(), q, b, attend.Options{}, func(collect.Item) error { n++; return nil }))
	assert.Equal(t, 3, n)
	cancel()
	assert.NoError(t, <-ended)
}
