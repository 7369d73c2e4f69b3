package telemetry_test

import (
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	trace "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

// tape keeps what a watch of one run is told, to tell it again.
type tape struct {
	events []record.Event
	values []any
}

func (t *tape) Watch(string) record.Watch { return t }

func (t *tape) Event(e record.Event, value any) {
	e.Data = append([]byte{}, e.Data...)
	t.events, t.values = append(t.events, e), append(t.values, value)
}

func (t *tape) Done(bool) {}

func (t *tape) play(w record.Watch) {
	for n, e := range t.events {
		w.Event(e, t.values[n])
	}
	w.Done(true)
}

// BenchmarkWatch measures what telemetry adds to a run of the quick start, sending left out.
func BenchmarkWatch(b *testing.B) {
	told := &tape{}
	run := asked(b, told, "", 1)[0].Run
	tel := silent(b)
	b.ReportAllocs()
	for b.Loop() {
		told.play(tel.Watch(run))
	}
}

// BenchmarkExport measures what sending adds: the spans of a run, and their encoding.
func BenchmarkExport(b *testing.B) {
	records := b.TempDir()
	run := derived(b, records, asked(b, nil, records, 1)[0])
	b.ReportAllocs()
	for b.Loop() {
		spans := telemetry.Spans(run, time.Time{})
		data, err := proto.Marshal(&trace.ScopeSpans{Spans: spans})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(spans)), "spans")
		b.ReportMetric(float64(len(data)), "bytes")
	}
}
