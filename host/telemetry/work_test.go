package telemetry

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

const base = "OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost"

// kinds are those of the events that telemetry reads.
var kinds = []record.Kind{record.KindRun, record.KindQuery, record.KindPluginCall, record.KindModelCall, record.KindRound, record.KindWarning, record.KindResult, record.KindTiming}

// TestTheWorkOfTheEnvironmentGrowsWithIt has many variables, many pairs in one, and mistakes in all of them, which are all told.
func TestTheWorkOfTheEnvironmentGrowsWithIt(t *testing.T) {
	for _, name := range []string{"OTEL_EXPORTER_OTLP_HEADERS", "OTEL_RESOURCE_ATTRIBUTES"} {
		doubling.Repeated(t, base+"\n"+name+"=a=b", ",k#=%20v", "", func(text string) {
			s, err := FromEnv(strings.Split(text, "\n"))
			assert.NoError(t, err)
			assert.Greater(t, len(s.Headers)+len(s.Resource), 10)
		})
		doubling.Repeated(t, base+"\n"+name+"=", "x,=%zz,", "", func(text string) {
			_, err := FromEnv(strings.Split(text, "\n"))
			assert.ErrorContains(t, err, "must be KEY=VALUE")
		})
	}
	doubling.Repeated(t, base, "\nOTEL_V#=x", "", func(text string) { _, _ = FromEnv(strings.Split(text, "\n")) })
	doubling.Repeated(t, base, "/a%20", "", func(text string) { _, _ = FromEnv([]string{text}) })
	doubling.Text(t, "00-", func(text string) { _ = CheckTraceparent(text) })
}

// TestTheWorkOfARecordGrowsWithItsEvents has many events of each kind, each with a time, and the spans of the run that they tell of.
func TestTheWorkOfARecordGrowsWithItsEvents(t *testing.T) {
	texts := map[record.Kind]string{
		record.KindQuery: `{"round":"r%d","hits":[{}]}`, record.KindPluginCall: `{"plugin":"p%d"}`, record.KindModelCall: `{"role":"m%d"}`, record.KindRound: `{"name":"r%d"}`, record.KindWarning: `{"code":"c%d"}`,
	}
	for kind, text := range texts {
		doubling.Numbered(t, 200, func(n int) {
			d := newDeriver()
			for i := range n {
				d.event(record.Event{Seq: i, Kind: kind, Data: fmt.Appendf(nil, text, i)}, nil)
				d.event(record.Event{Seq: i, Kind: record.KindTiming, Data: fmt.Appendf(nil, `{"what":"%s.x","elapsed_us":1,"at_us":%d}`, kind, i)}, nil)
			}
			run := d.end(true)
			assert.NoError(t, d.err)
			assert.GreaterOrEqual(t, len(Spans(run, time.Unix(1, 0))), 1)
		})
	}
}

// FuzzWork holds environments and events of records to work that grows with them and not faster.
func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		_, _ = FromEnv(append(strings.Split(text, "\n"), base))
		_ = CheckTraceparent(text)
		d := newDeriver()
		for i, kind := range kinds {
			d.event(record.Event{Seq: i, Kind: kind, Data: []byte(text)}, nil)
		}
		Spans(d.end(true), time.Unix(1, 0))
	}, "OTEL_EXPORTER_OTLP_HEADERS=k#=%20v,x\nOTEL_RESOURCE_ATTRIBUTES=a#=b\nOTEL_TRACES_SAMPLER=traceidratio\nOTEL_TRACES_SAMPLER_ARG=0.5\nOTEL_METRIC_EXPORT_INTERVAL=1000",
		"00-0123456789abcdef0123456789abcdef-0123456789abcdef-01",
		`{"id":"r","question":{"id":"q"},"name":"n","round":"r#","what":"source","at_us":1,"source":{"source":"s"},"hits":[{"id":"d#"}],"injected":["i#"],"code":"c"}`)
}
