package plugin

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A footprint is what the process holds after everything that can go has gone.
type footprint struct {
	heap, rss  float64 // MiB; rss is 0 where the system does not tell
	goroutines float64
}

func takeFootprint() footprint {
	runtime.GC()
	debug.FreeOSMemory() // collects again, so that finalizers have run
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return footprint{float64(m.HeapAlloc) / (1 << 20), residentMiB(), float64(runtime.NumGoroutine())}
}

// residentMiB reads the process's resident memory on Linux.
func residentMiB() float64 {
	b, err := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(b))
	if err != nil || len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseFloat(fields[1], 64)
	return pages * float64(os.Getpagesize()) / (1 << 20)
}

// report shows what the process held at the start and holds at the end.
func (before footprint) report(b *testing.B) {
	after := takeFootprint()
	b.ReportMetric(before.heap, "heap-MiB-start")
	b.ReportMetric(after.heap, "heap-MiB-end")
	b.ReportMetric(before.rss, "rss-MiB-start")
	b.ReportMetric(after.rss, "rss-MiB-end")
	b.ReportMetric(before.goroutines, "goroutines-start")
	b.ReportMetric(after.goroutines, "goroutines-end")
}

// warmUp is how many rounds come before the first footprint: pools and tables of the runtime
// have their size by then.
const warmUp = 200

// BenchmarkManyReloads loads two modules in turn into one slot and calls each once; every reload
// compiles. Run it with -benchtime 10000x: what it holds at the end must be what it held at the start.
func BenchmarkManyReloads(b *testing.B) {
	modules := [][]byte{scoring(0.25).bytes(), scoring(0.75).bytes()}
	s := newTestSlot(b, modules[0], nil)
	n := 0
	round := func() {
		n++
		require.NoError(b, s.reload(modules[n%2]))
		lease := acquire(b, s)
		scoreOf(b, lease.Plugin)
		lease.Release()
	}
	for range warmUp {
		round()
	}
	before := takeFootprint()
	for b.Loop() {
		round()
	}
	s.sandbox.compiling.Wait()
	before.report(b)
}

// BenchmarkManyCalls calls a guest of stock Go. Run it with -benchtime 100000x: as above, and the guest's
// own memory must not grow.
func BenchmarkManyCalls(b *testing.B) {
	p := loadGuest(b, Limits{Instances: 1})
	request, ctx := guestRequest(b, p, "mean"), context.Background()
	round := func() {
		if _, _, err := p.Call(ctx, request); err != nil {
			b.Fatal(err)
		}
	}
	for range warmUp {
		round()
	}
	guest, before := p.Stats().MaxMemory, takeFootprint()
	for b.Loop() {
		round()
	}
	before.report(b)
	b.ReportMetric(float64(guest)/(1<<20), "guest-MiB-start")
	b.ReportMetric(float64(p.Stats().MaxMemory)/(1<<20), "guest-MiB-end")
	b.ReportMetric(float64(p.Stats().Started), "instances")
}
