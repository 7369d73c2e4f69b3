package telemetry_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

// BenchmarkWatch measures what telemetry adds to a run of the quick start, sending left out.
func BenchmarkWatch(b *testing.B) {
	records := b.TempDir()
	run := asked(b, nil, records, 1)[0].Run
	kept, err := record.ReadFile(records + "/" + run + ".jsonl")
	require.NoError(b, err)
	events := slices.Collect(kept.Events())
	tel := silent(b)
	b.ReportAllocs()
	for b.Loop() {
		w := tel.Watch(run)
		for _, e := range events {
			w.Event(e)
		}
		w.Done(true)
	}
	r, err := telemetry.Derive(kept)
	require.NoError(b, err)
	b.ReportMetric(float64(len(telemetry.Spans(r, time.Time{}))), "spans")
}
