package worker_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
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

// ackWait is short in these tests.
const ackWait = 900 * time.Millisecond

func TestMain(m *testing.M) { fleettest.VerifyTestMain(m) }

func submitted(t *testing.T, q *queue.Queue, n int) submit.Batch {
	t.Helper()
	b, err := submit.Prepare(null.Asker{}, null.Questions(n), submit.Terms{})
	require.NoError(t, err)
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	return b
}

// start runs a worker; the returned function ends it and waits.
func start(t *testing.T, o worker.Options) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { assert.NoError(t, worker.New(o).Run(ctx)) })
	end = sync.OnceFunc(func() { cancel(); running.Wait() })
	t.Cleanup(end)
	return end
}

// lines are all items of a batch, in order.
func lines(t *testing.T, q *queue.Queue, b submit.Batch) (out []string, poisoned []queue.Poison) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	require.NoError(t, collect.Follow(ctx, q, b.Manifest, func(n int) batch.Job { return b.Jobs[n] }, func(i collect.Item) error {
		if i.Poison != nil {
			poisoned = append(poisoned, *i.Poison)
			return nil
		}
		out = append(out, string(i.Line))
		return nil
	}))
	return out, poisoned
}

func TestEveryQuestionIsAnsweredOnceAndInOrder(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), ackWait)
	b := submitted(t, q, 300)
	var asked atomic.Int64
	count := null.Asker{Before: func(context.Context, evidence.Question) error { asked.Add(1); return nil }}
	var taken atomic.Int64
	take := func(try worker.Try) {
		assert.Equal(t, b.ID, try.Batch)
		assert.Equal(t, 1, try.Number)
		assert.WithinDuration(t, time.Now(), try.Since, time.Minute)
		taken.Add(1)
	}
	start(t, worker.Options{Queue: q, Open: count.Opener(), Slots: 3, Take: take})
	start(t, worker.Options{Queue: q, Open: count.Opener(), Slots: 2, Take: take})
	got, poisoned := lines(t, q, b)
	require.Len(t, got, 300)
	assert.Empty(t, poisoned)
	for i, line := range got {
		require.Contains(t, line, fmt.Sprintf(`"id":"q%d"`, i))
	}
	assert.EqualValues(t, 300, asked.Load())
	assert.EqualValues(t, 300, taken.Load())
}

func TestAQuestionThatAlwaysFailsIsPutAsideWithItsErrorsAndHoldsUpNobody(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 300*time.Millisecond)
	b := submitted(t, q, 5)
	bad := null.Asker{Before: func(_ context.Context, question evidence.Question) error {
		if question.ID == "q2" {
			return errors.New("the disk is full")
		}
		return nil
	}}
	end := start(t, worker.Options{Queue: q, Open: bad.Opener(), Slots: 2, Pause: time.Millisecond})
	got, poisoned := lines(t, q, b)
	assert.Len(t, got, 4)
	require.Len(t, poisoned, 1)
	assert.Equal(t, "q2", poisoned[0].Question)
	assert.Equal(t, queue.MostTries, poisoned[0].Tries)
	require.Len(t, poisoned[0].Errors, queue.MostTries)
	assert.Contains(t, poisoned[0].Errors[0], "the disk is full")

	end()
	r, err := submit.Retry(t.Context(), q, b.ID)
	require.NoError(t, err)
	assert.Equal(t, 1, r.Added)
	waiting, err := q.Waiting(t.Context(), b.ID)
	require.NoError(t, err)
	assert.Len(t, waiting, 1)
}

// exhausted takes the questions of a batch and never acknowledges them, as workers that are killed, until the servers give none out any more.
func exhausted(t *testing.T, q *queue.Queue, b submit.Batch) {
	t.Helper()
	line, err := q.Intake(t.Context(), b.ID)
	require.NoError(t, err)
	for range queue.MostTries * len(b.Jobs) {
		page, err := line.Fetch(1)
		require.NoError(t, err)
		for range page.Messages() {
		}
	}
	require.Eventually(t, func() bool {
		_, _ = line.FetchNoWait(1) // without a request the servers do not look
		open, err := q.Open(t.Context())
		return err == nil && len(open) == 1 && open[0].Waiting+open[0].AtWork == 0
	}, time.Minute, 50*time.Millisecond)
}

// The leader that should tell of the last try may die with the worker. Its message is then lost, and the question stays in the stream.
func TestAQuestionWhoseLastTryNobodyToldOfIsPutAsideToo(t *testing.T) {
	servers := fleettest.Start(t, 1, nil)
	q := fleettest.Queue(t, servers.URL(), 150*time.Millisecond)
	b := submitted(t, q, 2)
	exhausted(t, q, b)
	events, err := fleettest.Broker(t, servers.URL()).JS.Stream(t.Context(), "EVENTS")
	require.NoError(t, err)
	require.NoError(t, events.Purge(t.Context()))
	require.NoError(t, worker.New(worker.Options{Queue: q, Open: null.Asker{}.Opener(), UntilEmpty: true}).Run(t.Context()))
	waiting, err := q.Waiting(t.Context(), b.ID)
	require.NoError(t, err)
	assert.Empty(t, waiting, "a worker until empty leaves no question behind")
	got, poisoned := lines(t, q, b)
	assert.Empty(t, got)
	assert.Len(t, poisoned, 2)
}

// A worker that dies tells nothing: the servers find out, and a live worker puts the question aside.
func TestAQuestionWhoseWorkersDieIsPutAside(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 150*time.Millisecond)
	b := submitted(t, q, 1)
	exhausted(t, q, b)
	start(t, worker.Options{Queue: q, Open: null.Asker{}.Opener()})
	got, poisoned := lines(t, q, b)
	assert.Empty(t, got)
	require.Len(t, poisoned, 1)
	assert.Contains(t, poisoned[0].Errors[0], "in 5 tries the worker ended")
	require.Eventually(t, func() bool {
		waiting, err := q.Waiting(t.Context(), b.ID)
		return err == nil && len(waiting) == 0
	}, time.Minute, 20*time.Millisecond, "an exhausted message would stay in the stream for ever")
}

func TestAWorkerThatIsStoppedFinishesItsQuestionsOrHandsThemBack(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), time.Minute)
	b := submitted(t, q, 40)
	atWork, gaveUp := make(chan struct{}, 40), make(chan time.Time, 1)
	slow := null.Asker{Before: func(ctx context.Context, question evidence.Question) error {
		atWork <- struct{}{}
		if question.ID == "q0" { // never ends by itself
			<-ctx.Done()
			gaveUp <- time.Now()
			return context.Cause(ctx)
		}
		return nil
	}}
	const drain = 3 * time.Second
	end := start(t, worker.Options{Queue: q, Open: slow.Opener(), Slots: 2, Drain: drain})
	<-atWork
	<-atWork
	began := time.Now()
	end()
	took := (<-gaveUp).Sub(began)
	assert.Greater(t, took, drain/2)
	assert.Less(t, took, drain, "some of the time is left for handing back")
	start(t, worker.Options{Queue: q, Open: null.Asker{}.Opener(), Slots: 2})
	got, poisoned := lines(t, q, b) // within a minute: it was handed back, and not left to its time
	assert.Len(t, got, 40)
	assert.Empty(t, poisoned)
}

func TestAWorkerThatWouldAnswerOtherwiseTakesNoQuestion(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 0)
	b, err := submit.Prepare(null.Asker{}, null.Questions(3), submit.Terms{})
	require.NoError(t, err)
	old := b
	b.Sample.Run = "another"
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	old.ID, old.Host = "00000000000000ff", "0.0.1"
	_, err = submit.Submit(t.Context(), q, old)
	require.NoError(t, err)
	told := make(chan string, 10)
	start(t, worker.Options{Queue: q, Open: null.Asker{}.Opener(), Notify: func(m string) { told <- m }})
	assert.Contains(t, <-told+<-told, "policy, plugins, corpus or settings differ here")
	require.Eventually(t, func() bool {
		workers, err := q.Workers(t.Context())
		return assert.NoError(t, err) && len(workers) == 1 && len(workers[0].Lacks) == 2
	}, q.Renew-time.Second, 20*time.Millisecond, "it is told before the next sign of life")
	for _, id := range []string{b.ID, old.ID} {
		waiting, err := q.Waiting(t.Context(), id)
		require.NoError(t, err)
		assert.Len(t, waiting, 3)
	}
}

func TestTwoDifferentAnswersAreADeterminismFaultAndBothAreKept(t *testing.T) {
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), ackWait)
	b := submitted(t, q, 1)
	first, err := null.Asker{}.AskWith(t.Context(), b.Jobs[0].Question, host.AskOptions{})
	require.NoError(t, err)
	one, err := queue.NewAnswer(first, "one")
	require.NoError(t, err)
	slower := *first
	slower.Budget.ElapsedMS = 99
	same, err := queue.NewAnswer(&slower, "two")
	require.NoError(t, err)
	other := *first
	other.Confidence = 0.5
	differs, err := queue.NewAnswer(&other, "three")
	require.NoError(t, err)
	for i, want := range []queue.Delivery{queue.First, queue.Equal, queue.Differs} {
		got, err := q.Deliver(t.Context(), b.ID, "0", []queue.Answer{one, same, differs}[i])
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	kept, err := q.Answer(t.Context(), b.ID, "0")
	require.NoError(t, err)
	assert.Equal(t, one, kept)
	faults, err := q.Faults(t.Context(), b.ID)
	require.NoError(t, err)
	require.Len(t, faults, 1)
	assert.JSONEq(t, string(one.Line), string(faults[0].First.Result))
	assert.JSONEq(t, string(differs.Line), string(faults[0].Second.Result))
}
