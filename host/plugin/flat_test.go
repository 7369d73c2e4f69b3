package plugin

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A footprint measures what the process holds after everything that can go has gone.
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

// warmUp is the number of rounds before the first footprint: pools and tables of the runtime
// have their size by then.
const warmUp = 200

// A succession is plugins each of which replaces the one before: the next is loaded before that is closed, as by a host that
// takes a new policy while it answers.
type succession struct {
	sandbox *Sandbox
	modules [2][]byte // of two versions in turn
	loaded  int
	current *Plugin
}

func newSuccession(t testing.TB) *succession {
	t.Helper()
	s := &succession{sandbox: newTestSandbox(t, Options{})}
	for i, score := range []float64{0.25, 0.75} { // hand-made modules, which answer every request with that score for one item
		m := handmade()
		m.data[answerAt] = (&contract.Response{Score: &contract.ScoreResult{Scores: []float64{score}}}).Marshal(nil)
		s.modules[i] = m.bytes()
	}
	s.next(t)
	t.Cleanup(func() { require.NoError(t, s.current.Close(context.Background())) })
	return s
}

// next loads the other version, calls it once, and closes the one before.
func (s *succession) next(t testing.TB) {
	t.Helper()
	ctx, version := context.Background(), s.loaded%2
	p, err := s.sandbox.Load(ctx, Source{Name: "a", Wasm: s.modules[version]}, Limits{Instances: 2})
	require.NoError(t, err)
	r, _, err := p.Call(ctx, oneItem())
	require.NoError(t, err)
	require.Equal(t, [2]float64{0.25, 0.75}[version], r.Score.Scores[0])
	if s.current != nil {
		require.NoError(t, s.current.Close(ctx))
	}
	s.current = p
	s.loaded++
}

func TestHundredsOfReloadsLeaveNothingBehind(t *testing.T) {
	s := newSuccession(t)
	s.next(t)
	s.sandbox.compiling.Wait()
	before := runtime.NumGoroutine()
	for range 400 {
		s.next(t)
	}
	s.sandbox.compiling.Wait()
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(time.Millisecond) // the last compilation has ended, its goroutine perhaps not yet
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before)
	assert.Len(t, s.sandbox.plugins, 1)
	assert.Len(t, s.sandbox.programs, 1)
}

// BenchmarkManyReloads replaces a plugin by another version of it, again and again, and calls each once; every reload
// compiles. Run it with -benchtime 10000x: what it holds at the end must be what it held at the start.
func BenchmarkManyReloads(b *testing.B) {
	s := newSuccession(b)
	for range warmUp {
		s.next(b)
	}
	before := takeFootprint()
	for b.Loop() {
		s.next(b)
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
