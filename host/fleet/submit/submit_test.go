package submit_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
)

func prepared(t *testing.T, n int) submit.Batch {
	t.Helper()
	b, err := submit.Prepare(null.Asker{}, null.Questions(n), submit.Terms{})
	require.NoError(t, err)
	return b
}

// collected runs a worker until the whole batch is there.
func collected(t *testing.T, q *queue.Queue, b submit.Batch) (ids []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		ended <- worker.New(worker.Options{Queue: q, Open: null.Asker{}.Opener(), Slots: 2}).Run(ctx)
	}()
	require.NoError(t, collect.Follow(ctx, q, b.Manifest, func(n int) batch.Job { return b.Jobs[n] }, func(i collect.Item) error {
		ids = append(ids, i.Result.ID)
		return nil
	}))
	cancel()
	require.NoError(t, <-ended)
	return ids
}

func wanted(n int) (ids []string) {
	for i := range n {
		ids = append(ids, fmt.Sprintf("q%d", i))
	}
	return ids
}

// The submission is killed after any number of its messages, several times, and repeated at last.
func TestASubmissionThatIsKilledAtAnyPointAndRepeatedAsksEachQuestionOnce(t *testing.T) {
	const n = 60
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 0)
	for seed := range uint64(10) {
		b := prepared(t, n)
		b.ID = fmt.Sprintf("%016x", seed)
		random := rand.New(rand.NewPCG(seed, 1))
		for range 3 {
			ctx, cancel := context.WithTimeoutCause(t.Context(), time.Duration(random.IntN(8_000))*time.Microsecond, errors.New("killed"))
			_, _ = submit.Submit(ctx, q, b) // the next submission has to cope with its end
			cancel()
		}
		r, err := submit.Submit(t.Context(), q, b)
		require.NoError(t, err)
		assert.Equal(t, n, r.Waiting+r.Added, "%+v", r)
		assert.Empty(t, r.Lost)
		waiting, err := q.Waiting(t.Context(), b.ID)
		require.NoError(t, err)
		require.Len(t, waiting, n)
		require.NoError(t, q.Withdraw(t.Context(), b.ID))
	}
}

func TestSubmittingAnsweredQuestionsAgainAsksNothing(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 0)
	b := prepared(t, 20)
	_, err := submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	assert.Equal(t, wanted(20), collected(t, q, b))
	r, err := submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	assert.Equal(t, submit.Receipt{Known: true, Answered: 20}, r)
}

func TestASubmissionByAnotherClientChangesNothing(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 0)
	b := prepared(t, 3)
	b.By, b.BudgetMicroUSD = "one", 7
	_, err := submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	before, err := submit.Cancel(t.Context(), q, b.ID)
	require.NoError(t, err)
	b.By, b.BudgetMicroUSD, b.Deadline = "two", 9, time.Now()
	r, err := submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	assert.Equal(t, submit.Receipt{Known: true}, r, "it stays cancelled")
	after, err := q.Manifest(t.Context(), b.ID)
	require.NoError(t, err)
	assert.Equal(t, before, after)
}

func TestWhoFollowsABatchMendsItsDamagedManifest(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	q := fleettest.Queue(t, url, 0)
	b := prepared(t, 3)
	_, err := submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	manifests, err := fleettest.Broker(t, url).JS.KeyValue(t.Context(), "batches")
	require.NoError(t, err)
	_, err = manifests.Put(t.Context(), b.ID, []byte(`{"id":`))
	require.NoError(t, err)
	r, err := submit.Repair(t.Context(), q, b)
	require.NoError(t, err)
	assert.Equal(t, submit.Receipt{Known: true, Waiting: 3}, r)
	m, err := q.Manifest(t.Context(), b.ID)
	require.NoError(t, err)
	assert.Equal(t, 3, m.Questions)
	assert.True(t, m.Pushed)
}

// The same of jobs that wait: the servers forget questions that nobody has answered.
func TestEachJobThatTheServersLoseIsNamedAndAskedAgain(t *testing.T) {
	const n = 50
	dir := t.TempDir()
	q, closing := fleettest.Embedded(t, dir, 0)
	b := prepared(t, n)
	_, err := submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	closing()
	cut(t, filepath.Join(dir, "jetstream", "$G", "streams", "JOBS", "msgs"))

	q, closing = fleettest.Embedded(t, dir, 0)
	defer closing()
	waiting, err := q.Waiting(t.Context(), b.ID)
	require.NoError(t, err)
	require.Less(t, len(waiting), n, "nothing was lost")
	r, err := submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	assert.Len(t, r.Lost, n-len(waiting))
	assert.Equal(t, wanted(n), collected(t, q, b))
}

// Files of the server are cut, as by a disk that lost what it had acknowledged.
func TestEachLossOfTheServersIsNamedAndAskedAgain(t *testing.T) {
	const n = 50
	dir := t.TempDir()
	q, closing := fleettest.Embedded(t, dir, 0)
	b := prepared(t, n)
	_, err := submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	collected(t, q, b)
	closing()
	cut(t, filepath.Join(dir, "jetstream", "$G", "streams", "RESULTS", "msgs"))

	q, closing = fleettest.Embedded(t, dir, 0)
	defer closing()
	answered, err := q.Answered(t.Context(), b.ID)
	require.NoError(t, err)
	require.Less(t, len(answered), n, "nothing was lost")
	r, err := submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	require.Len(t, r.Lost, n-len(answered))
	for i, id := range wanted(n) {
		assert.NotEqual(t, answered[batch.Name(i, false)], slices.Contains(r.Lost, id), id)
	}
	assert.Equal(t, wanted(n), collected(t, q, b))
}

// cut halves the files of a folder and removes what the server derives from them.
func cut(t *testing.T, dir string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		if filepath.Ext(path) != ".blk" {
			require.NoError(t, os.Remove(path))
			continue
		}
		info, err := f.Info()
		require.NoError(t, err)
		require.NoError(t, os.Truncate(path, info.Size()/2))
	}
}
