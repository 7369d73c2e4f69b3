package worker_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
)

func TestAWorkerKeepsToADeadlineThatIsRaisedWhileItWorks(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), ackWait)
	b, err := submit.Prepare(null.Asker{}, null.Questions(3), submit.Terms{Deadline: time.Now().Add(-time.Hour)})
	require.NoError(t, err)
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	open := func(ctx context.Context, m batch.Manifest) (worker.Asker, func() error, error) {
		_, err := q.Change(ctx, m.ID, func(m *batch.Manifest) { m.Deadline = time.Now().Add(time.Hour) })
		return null.Asker{}, func() error { return nil }, err
	}
	start(t, worker.Options{Queue: q, Open: open})
	got, poisoned := lines(t, q, b)
	assert.Len(t, got, 3)
	assert.Empty(t, poisoned)
}

// While its first question is at work, a batch gets a budget. The worker has seen it when it has opened, in two looks, two other batches.
func TestAWorkerKeepsToABudgetThatIsGivenWhileItWorks(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	q := fleettest.Queue(t, url, ackWait)
	accounts, err := account.Open(t.Context(), fleettest.Broker(t, url))
	require.NoError(t, err)
	var all []submit.Batch
	for _, n := range []int{15, 1, 2} {
		b, err := submit.Prepare(null.Asker{}, null.Questions(n), submit.Terms{})
		require.NoError(t, err)
		all = append(all, b)
	}
	b := all[0]
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	all[0].BudgetMicroUSD, all[0].WorstMicroUSD = 100_000, 10_000
	opened := make(chan string, 3)
	var once sync.Once
	limit := func(ctx context.Context, _ evidence.Question) error {
		once.Do(func() {
			assert.NoError(t, accounts.Limit(ctx, b.ID, 100_000))
			for _, one := range all {
				_, err := submit.Submit(ctx, q, one)
				assert.NoError(t, err)
				assert.Equal(t, one.ID, <-opened)
			}
		})
		return nil
	}
	asker := null.Asker{USD: 0.01, Before: limit}
	open := func(_ context.Context, m batch.Manifest) (worker.Asker, func() error, error) {
		opened <- m.ID
		return asker, func() error { return nil }, nil
	}
	start(t, worker.Options{Queue: q, Accounts: accounts, Open: open, Pause: time.Millisecond})
	got, poisoned := lines(t, q, b)
	assert.Len(t, got, 11, "the first question was asked before")
	assert.Len(t, poisoned, 4)
}

func TestABatchWhoseRecordsAreAskedForLaterIsOpenedAnewAndEachOpeningIsReleasedOnce(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), ackWait)
	b := submitted(t, q, 2)
	again := make(chan struct{})
	asker := null.Asker{Before: func(context.Context, evidence.Question) error { <-again; return nil }}
	var opened, released atomic.Int64
	open := func(ctx context.Context, m batch.Manifest) (worker.Asker, func() error, error) {
		if opened.Add(1); m.Setup.Records {
			close(again)
		}
		_, err := q.Change(ctx, m.ID, func(m *batch.Manifest) { m.Setup.Records = true })
		return asker, func() error { released.Add(1); return nil }, err
	}
	end := start(t, worker.Options{Queue: q, Open: open})
	got, _ := lines(t, q, b)
	assert.Len(t, got, 2)
	end()
	assert.EqualValues(t, 2, opened.Load())
	assert.EqualValues(t, 2, released.Load())
}

func TestADamagedJobIsPutAsideUnderItsOwnName(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	q := fleettest.Queue(t, url, 300*time.Millisecond)
	b := submitted(t, q, 3)
	require.NoError(t, q.Withdraw(t.Context(), b.ID))
	_, err := fleettest.Broker(t, url).JS.Publish(t.Context(), "job."+b.ID+".2", []byte(`{"number":1,"run":7}`))
	require.NoError(t, err)
	_, err = q.Push(t.Context(), b.ID, b.Jobs[:2])
	require.NoError(t, err)
	_, err = q.Intake(t.Context(), b.ID)
	require.NoError(t, err)
	start(t, worker.Options{Queue: q, Open: null.Asker{}.Opener(), Pause: time.Millisecond})
	got, poisoned := lines(t, q, b)
	assert.Len(t, got, 2)
	require.Len(t, poisoned, 1)
	assert.Equal(t, 2, poisoned[0].Number)
	require.Len(t, poisoned[0].Errors, queue.MostTries)
	assert.Contains(t, poisoned[0].Errors[0], "the job is damaged")
}
