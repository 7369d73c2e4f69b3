package worker_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
)

// Each question costs a cent, and the batch may cost ten.
func TestQuestionsBeyondTheBudgetOfABatchAreNotAsked(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	q := fleettest.Queue(t, url, 300*time.Millisecond)
	accounts, err := account.Open(t.Context(), fleettest.Broker(t, url))
	require.NoError(t, err)
	b, err := submit.Prepare(null.Asker{}, null.Questions(15), submit.Terms{BudgetMicroUSD: 100_000, WorstMicroUSD: 10_000})
	require.NoError(t, err)
	require.NoError(t, accounts.Limit(t.Context(), b.ID, b.BudgetMicroUSD))
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	start(t, worker.Options{Queue: q, Accounts: accounts, Open: null.Asker{USD: 0.01}.Opener(), Slots: 2, Pause: time.Millisecond})
	got, poisoned := lines(t, q, b)
	assert.Len(t, got, 10)
	require.Len(t, poisoned, 5)
	for _, p := range poisoned {
		assert.True(t, p.Budget)
		assert.Contains(t, p.Errors[0], account.ErrExhausted.Error())
	}
}

// Three questions cost three cents of a dollar; a block is a sixteenth of what is left.
func TestAWorkerWithoutJobsGivesItsMoneyBack(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	q := fleettest.Queue(t, url, 300*time.Millisecond)
	accounts, err := account.Open(t.Context(), fleettest.Broker(t, url))
	require.NoError(t, err)
	b, err := submit.Prepare(null.Asker{}, null.Questions(3), submit.Terms{BudgetMicroUSD: 1_000_000, WorstMicroUSD: 10_000})
	require.NoError(t, err)
	require.NoError(t, accounts.Limit(t.Context(), b.ID, b.BudgetMicroUSD))
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	start(t, worker.Options{Queue: q, Accounts: accounts, Open: null.Asker{USD: 0.01}.Opener()})
	got, _ := lines(t, q, b)
	assert.Len(t, got, 3)
	assert.EventuallyWithT(t, func(c *assert.CollectT) {
		s, _, err := accounts.State(t.Context(), b.ID)
		assert.NoError(c, err)
		assert.Equal(c, int64(30_000), s.Charged)
		assert.Equal(c, int64(970_000), s.Left(), "the worker still runs")
	}, 30*time.Second, 50*time.Millisecond)
}
