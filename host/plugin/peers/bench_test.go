package peers

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkPeers reports of each peer the median and the 99th percentile of a call in milliseconds, objects that the host
// allocates, and its median as a multiple of the native kernel's with messages.
func BenchmarkPeers(b *testing.B) {
	for _, size := range []struct {
		name  string
		items int
	}{{"10-documents", 10}, {"1000-documents", 1000}} {
		b.Run(size.name, func(b *testing.B) { compare(b, peersOf(b, newWork(size.items))) })
	}
}

// A sample holds the measurements of one peer.
type sample struct {
	took    []time.Duration
	objects uint64
}

func compare(b *testing.B, all []peer) {
	for _, p := range all { // the first call is not what a run pays
		for range 3 {
			_, err := p.do()
			require.NoError(b, err, p.name)
		}
	}
	samples := make([]sample, len(all))
	for b.Loop() {
		for i, p := range all {
			samples[i].measure(b, p)
		}
	}
	b.ReportMetric(0, "ns/op") // of all together: says nothing
	native := samples[1].at(0.5)
	for i, p := range all {
		s := &samples[i]
		b.ReportMetric(s.at(0.5).Seconds()*1e3, p.name+":p50-ms")
		b.ReportMetric(s.at(0.99).Seconds()*1e3, p.name+":p99-ms")
		b.ReportMetric(float64(s.objects)/float64(len(s.took)), p.name+":allocs")
		b.ReportMetric(s.at(0.5).Seconds()/native.Seconds(), p.name+":ratio")
	}
}

func (s *sample) measure(b *testing.B, p peer) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := time.Now()
	_, err := p.do()
	s.took = append(s.took, time.Since(begin))
	runtime.ReadMemStats(&after)
	s.objects += after.Mallocs - before.Mallocs
	if err != nil {
		b.Fatal(p.name, err)
	}
}

// at is a quantile of the times, by the nearest rank.
func (s *sample) at(q float64) time.Duration {
	sorted := slices.Sorted(slices.Values(s.took))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}
