package worker_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
)

// BenchmarkNullWorker measures jobs through the embedded queue: pushed, taken, answered, collected in order. It reports jobs a second, and the
// live memory of the process in bytes a job when they are done.
func BenchmarkNullWorker(b *testing.B) {
	q, closing := fleettest.Embedded(b, b.TempDir(), 0)
	defer closing()
	all, err := submit.Prepare(null.Asker{}, null.Questions(b.N), submit.Terms{})
	require.NoError(b, err)
	live := memory()
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	b.ResetTimer()
	began := time.Now()
	_, err = submit.Submit(ctx, q, all)
	require.NoError(b, err)
	pushed := time.Since(began)
	ended := make(chan error, 1)
	go func() {
		ended <- worker.New(worker.Options{Queue: q, Open: null.Asker{}.Opener(), Slots: 8}).Run(ctx)
	}()
	got := 0
	require.NoError(b, collect.Follow(ctx, q, all.Manifest, func(n int) batch.Job { return all.Jobs[n] }, func(collect.Item) error { got++; return nil }))
	b.StopTimer()
	b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), "jobs/s")
	b.ReportMetric(float64(b.N)/(time.Since(began)-pushed).Seconds(), "answers/s")
	b.ReportMetric(float64(memory()-live)/1e6, "MB-more")
	cancel()
	require.NoError(b, <-ended)
	assert.Equal(b, b.N, got)
}

func memory() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
