package collect_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
)

func TestMain(m *testing.M) { fleettest.VerifyTestMain(m) }

// capped puts a batch of five questions on a queue of its own. Each wants an upgrade, and two get one.
func capped(t *testing.T) (*queue.Queue, submit.Batch) {
	t.Helper()
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 300*time.Millisecond)
	b, err := submit.Prepare(null.Asker{Cap: 2}, null.Questions(5), submit.Terms{})
	require.NoError(t, err)
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	return q, b
}

// stored says of each question that has ended what it has: a first answer, a second one, or none after all tries.
func stored(t *testing.T, q *queue.Queue, id string) (ends map[int]string, missing int) {
	t.Helper()
	m, err := q.Manifest(t.Context(), id)
	require.NoError(t, err)
	ends = map[int]string{}
	missing, err = collect.Stored(t.Context(), q, m, func(i collect.Item) error {
		switch {
		case i.Poison != nil:
			ends[i.Number] = "none"
		case i.Result.Budget.FirstPass != nil:
			ends[i.Number] = "second"
		default:
			ends[i.Number] = "first"
		}
		return nil
	})
	require.NoError(t, err)
	return ends, missing
}

func state(t *testing.T, q *queue.Queue, id string) string {
	t.Helper()
	m, err := q.Manifest(t.Context(), id)
	require.NoError(t, err)
	s, err := collect.StateOf(t.Context(), q, m)
	require.NoError(t, err)
	return s.State
}

func TestABatchIsDoneOnceAllIsAnsweredThoughAWorkerHasNotHeardThatYet(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), time.Minute)
	b, err := submit.Prepare(null.Asker{}, null.Questions(1), submit.Terms{})
	require.NoError(t, err)
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	assert.Equal(t, "open", state(t, q, b.ID))
	_, err = q.Deliver(t.Context(), b.ID, batch.Name(0, false), queue.Answer{Line: []byte(`{}`), Digest: "d"})
	require.NoError(t, err)
	waiting, err := q.Waiting(t.Context(), b.ID)
	require.NoError(t, err)
	require.Len(t, waiting, 1, "the job is still on the queue")
	assert.Equal(t, "done", state(t, q, b.ID))
}

func TestWorkersDealOutTheUpgradesOfABatchThatNobodyWaitsFor(t *testing.T) {
	q, b := capped(t)
	assert.Equal(t, "open", state(t, q, b.ID))
	work := func(a null.Asker) {
		require.NoError(t, worker.New(worker.Options{Queue: q, Open: a.Opener(), UntilEmpty: true, Pause: time.Millisecond}).Run(t.Context()))
	}
	work(null.Asker{Cap: 2, Before: func(_ context.Context, question evidence.Question) error {
		if question.ID == "q0" {
			return errors.New("its source is down")
		}
		return nil
	}})
	ends, missing := stored(t, q, b.ID)
	assert.Equal(t, map[int]string{0: "none", 1: "second", 2: "second", 3: "first", 4: "first"}, ends)
	assert.Zero(t, missing)
	assert.Equal(t, "failed", state(t, q, b.ID))

	_, err := submit.Retry(t.Context(), q, b.ID)
	require.NoError(t, err)
	_, missing = stored(t, q, b.ID)
	assert.Equal(t, 5, missing, "who gets an upgrade is open again")
	work(null.Asker{Cap: 2})
	ends, missing = stored(t, q, b.ID)
	assert.Equal(t, map[int]string{0: "second", 1: "second", 2: "first", 3: "first", 4: "first"}, ends, "as one process would have dealt")
	assert.Zero(t, missing)
	assert.Equal(t, "done", state(t, q, b.ID))
}

func TestWhoFollowsABatchFromItsSubmissionOnNotesThatItsUpgradesAreDealt(t *testing.T) {
	q, b := capped(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- worker.New(worker.Options{Queue: q, Open: null.Asker{Cap: 2}.Opener(), Only: b.ID}).Run(ctx)
	}()
	require.NoError(t, collect.Follow(t.Context(), q, b.Manifest, func(n int) batch.Job { return b.Jobs[n] }, func(collect.Item) error { return nil }))
	cancel()
	require.NoError(t, <-ended)
	assert.Equal(t, "done", state(t, q, b.ID))
}

func TestASecondTurnThatFailedTooOftenIsAskedAgainByARetry(t *testing.T) {
	q, b := capped(t)
	turns := 0
	work := func(before func(context.Context, evidence.Question) error) {
		a := null.Asker{Cap: 2, Before: before}
		require.NoError(t, worker.New(worker.Options{Queue: q, Open: a.Opener(), UntilEmpty: true, Pause: time.Millisecond}).Run(t.Context()))
	}
	work(func(_ context.Context, question evidence.Question) error {
		if question.ID != "q1" {
			return nil
		}
		if turns++; turns > 1 {
			return errors.New("its source is down")
		}
		return nil
	})
	ends, _ := stored(t, q, b.ID)
	require.Equal(t, map[int]string{0: "second", 1: "none", 2: "first", 3: "first", 4: "first"}, ends)
	r, err := submit.Retry(t.Context(), q, b.ID)
	require.NoError(t, err)
	assert.Equal(t, 1, r.Added)
	waiting, err := q.Waiting(t.Context(), b.ID)
	require.NoError(t, err)
	assert.Equal(t, map[string]bool{"1-again": true}, waiting, "whatever workers know of the batch")
	work(nil)
	ends, _ = stored(t, q, b.ID)
	assert.Equal(t, "second", ends[1])
	assert.Equal(t, "done", state(t, q, b.ID))
}

func TestAnAnswerThatWaitsForItsUpgradeIsNoResult(t *testing.T) {
	q, b := capped(t)
	answer := func(n int, again bool) {
		r, err := null.Asker{Cap: 2}.AskWith(t.Context(), b.Jobs[n].Question, host.AskOptions{WithholdUpgrade: !again})
		require.NoError(t, err)
		a, err := queue.NewAnswer(r, "w")
		require.NoError(t, err)
		_, err = q.Deliver(t.Context(), b.ID, batch.Name(n, again), a)
		require.NoError(t, err)
	}
	answer(0, false)
	answer(2, false)
	ends, missing := stored(t, q, b.ID)
	assert.Empty(t, ends)
	assert.Equal(t, 5, missing)
	answer(0, true)
	answer(1, false)
	answer(1, true)
	answer(4, false)
	ends, missing = stored(t, q, b.ID)
	assert.Equal(t, map[int]string{0: "second", 1: "second", 2: "first", 4: "first"}, ends, "no upgrade is left")
	assert.Equal(t, 1, missing)
	_, dealt, err := collect.Deal(t.Context(), q, b.Manifest)
	require.NoError(t, err)
	assert.True(t, dealt)
}

func TestALateAnswerCountsMoreThanItsFailedTries(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 0)
	b, err := submit.Prepare(null.Asker{}, null.Questions(1), submit.Terms{})
	require.NoError(t, err)
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	require.NoError(t, q.PutPoison(t.Context(), b.ID, "0", queue.Poison{Tries: 5}))
	ends, _ := stored(t, q, b.ID)
	require.Equal(t, map[int]string{0: "none"}, ends)
	r, err := null.Asker{}.AskWith(t.Context(), b.Jobs[0].Question, host.AskOptions{})
	require.NoError(t, err)
	a, err := queue.NewAnswer(r, "cut off for a while")
	require.NoError(t, err)
	_, err = q.Deliver(t.Context(), b.ID, "0", a)
	require.NoError(t, err)
	ends, _ = stored(t, q, b.ID)
	assert.Equal(t, map[int]string{0: "first"}, ends)
}
