package queue_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/serve/queue"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// blocked is a queue whose one place is taken until release is called.
func blocked(t *testing.T, most int) (q *queue.Queue, release func()) {
	t.Helper()
	q = queue.New(1, most)
	began, gate := make(chan struct{}), make(chan struct{})
	_, err := q.Submit("first", func(context.Context) { close(began); <-gate }, func() {})
	require.NoError(t, err)
	<-began
	return q, sync.OnceFunc(func() { close(gate) })
}

func TestAClientWithManyTasksDoesNotHoldUpAnother(t *testing.T) {
	q, release := blocked(t, 100)
	var mu sync.Mutex
	var order []string
	submit := func(client string) *queue.Task {
		task, err := q.Submit(client, func(context.Context) {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, client)
		}, func() {})
		require.NoError(t, err)
		return task
	}
	for range 5 {
		submit("many")
	}
	one := submit("one")
	assert.Equal(t, 2, one.Position())
	release()
	require.NoError(t, q.Shutdown(context.Background()))
	assert.Equal(t, []string{"many", "one", "many", "many", "many", "many"}, order)
	assert.Zero(t, one.Position())
}

func TestAFullQueueRefuses(t *testing.T) {
	q, release := blocked(t, 1)
	_, err := q.Submit("a", func(context.Context) {}, func() {})
	require.NoError(t, err)
	_, err = q.Submit("a", func(context.Context) {}, func() {})
	assert.ErrorIs(t, err, queue.ErrFull)
	release()
	require.NoError(t, q.Shutdown(context.Background()))
	_, err = q.Submit("a", func(context.Context) {}, func() {})
	assert.ErrorIs(t, err, queue.ErrClosed)
}

func TestACancelledTaskThatWaitsIsDroppedAndOneThatRunsEnds(t *testing.T) {
	q, release := blocked(t, 10)
	dropped := false
	waits, err := q.Submit("a", func(context.Context) { t.Error("it was dropped") }, func() { dropped = true })
	require.NoError(t, err)
	waits.Cancel()
	assert.True(t, dropped)
	began := make(chan struct{})
	runs, err := q.Submit("a", func(ctx context.Context) { close(began); <-ctx.Done() }, func() {})
	require.NoError(t, err)
	release()
	<-began
	assert.False(t, runs.Withdraw(), "it runs")
	runs.Cancel()
	require.NoError(t, q.Shutdown(context.Background()))
}

// Each task is run or dropped, never both and never neither.
func TestShutdownUnderLoadAnswersOrHandsBackEveryTask(t *testing.T) {
	q := queue.New(2, 1000)
	var mu sync.Mutex
	ended := make([]int, 200)
	count := func(i int) { mu.Lock(); defer mu.Unlock(); ended[i]++ }
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	for i := range ended {
		_, err := q.Submit("a", func(ctx context.Context) {
			if i == 50 {
				stop(errors.New("time is up"))
			}
			if i >= 50 {
				<-ctx.Done()
			}
			count(i)
		}, func() { count(i) })
		require.NoError(t, err)
	}
	assert.EqualError(t, q.Shutdown(ctx), "time is up")
	for i, n := range ended {
		assert.Equal(t, 1, n, i)
	}
	running, waiting := q.Load()
	assert.Zero(t, running+waiting)
}
