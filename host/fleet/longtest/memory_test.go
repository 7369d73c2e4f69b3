//go:build linux

package longtest

import (
	"context"
	"fmt"
	"os"
	"slices"
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

// resident is the memory of this process, in MB.
func resident(t *testing.T) (mb int) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	require.NoError(t, err)
	var size, pages int
	_, err = fmt.Sscan(string(text), &size, &pages)
	require.NoError(t, err)
	return pages * os.Getpagesize() >> 20
}

// settled is when the server has begun to drop blocks of files that it cached: it keeps them 10 s, of more jobs the faster they go.
const settled = 12 * time.Second

// A server, a submitter and a worker without work in one process: what it holds once it has settled it holds after 100,000 jobs more.
func TestMemoryStaysFlatOverAHundredThousandJobs(t *testing.T) {
	const jobs, step = 300_000, 10_000
	q, closing := fleettest.Embedded(t, t.TempDir(), 0)
	defer closing()
	b, err := submit.Prepare(null.Asker{}, null.Questions(jobs), submit.Terms{})
	require.NoError(t, err)
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	began := time.Now()
	go func() {
		ended <- worker.New(worker.Options{Queue: q, Open: null.Asker{}.Opener(), Slots: 8}).Run(ctx)
	}()
	var sizes []int
	n, from := 0, -1
	require.NoError(t, collect.Follow(ctx, q, b.Manifest, func(n int) batch.Job { return b.Jobs[n] }, func(collect.Item) error {
		if n++; n%step == 0 {
			if sizes = append(sizes, resident(t)); from < 0 && time.Since(began) >= settled {
				from = len(sizes) - 1
			}
		}
		return nil
	}))
	t.Logf("%.0f answers a second; settled after %d of them; MB after each %d: %v", jobs/time.Since(began).Seconds(), (from+1)*step, step, sizes)
	cancel()
	require.NoError(t, <-ended)
	require.Len(t, sizes, jobs/step)
	require.True(t, from >= 0 && len(sizes)-1-from >= 100_000/step, "too fast: fewer than 100,000 jobs follow")
	assert.LessOrEqual(t, float64(slices.Max(sizes[from:])), 1.1*float64(sizes[from]))
}
