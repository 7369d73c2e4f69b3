// Package telemetry tells OpenTelemetry and Prometheus what runs did. Everything is derived from records, so a record that is exported
// months later gives the spans that the run gave: one trace for a question, with spans for steps, rounds, searches, plugin calls and model
// calls. No text of a question, document, prompt or answer leaves the process.
//
//	settings, err := telemetry.FromEnv(os.Environ())
//	t, err := telemetry.New(settings, host.Version, slog.Default())
//	h, err := host.Open(ctx, host.Config{Policy: "standard", Watch: t.Watcher()})
//	…
//	err = t.Shutdown(ctx)
package telemetry

import (
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/sparkhost/sparkhost/host/record"
)

// A Telemetry derives traces and metrics from the runs that it watches. Nil is one that is off. It may be used by many goroutines.
type Telemetry struct {
	Metrics *Metrics

	settings Settings
	client   *Client // nil: nothing is sent
	log      *slog.Logger
	began    time.Time

	queue    chan []*trace.Span
	dropped  atomic.Int64
	failed   atomic.Bool // the last export failed, and the log says so
	expected sync.Map    // id of a run that comes from a queue -> *Queued
	stop     chan struct{}
	done     sync.WaitGroup
	once     sync.Once
}

// Spans wait for the collector in traces of one question each. When more wait, new ones are dropped and counted: a collector that is slow
// or gone must not hold up answers.
const (
	mostWaiting = 2048
	mostSpans   = 512 // of one request, if one trace is not larger
	flushEvery  = time.Second
)

// New makes telemetry as set; nil without an error where it is disabled. log gets what goes wrong with exports. With an endpoint, it sends in
// the background until [Telemetry.Shutdown].
func New(s Settings, version string, log *slog.Logger) (*Telemetry, error) {
	if s.Disabled {
		return nil, nil
	}
	t := &Telemetry{Metrics: NewMetrics(), settings: s, log: log, began: time.Now(), stop: make(chan struct{}), queue: make(chan []*trace.Span, mostWaiting)}
	t.Metrics.Gauge("telemetry_traces_dropped", "Traces that were dropped because the collector did not take them.", func() float64 { return float64(t.dropped.Load()) })
	if s.Traces == nil && s.Metrics == nil {
		return t, nil
	}
	var err error
	if t.client, err = NewClient(s, version); err != nil {
		return nil, err
	}
	t.done.Go(t.sendTraces)
	t.done.Go(t.sendMetrics)
	return t, nil
}

// Watcher is t as [host.Config].Watch takes it; nil where t is off.
func (t *Telemetry) Watcher() record.Watcher {
	if t == nil {
		return nil
	}
	return t
}

// Watch implements [record.Watcher].
func (t *Telemetry) Watch(string) record.Watch { return &watch{deriver: newDeriver(), to: t} }

// A watch derives one run while it is recorded.
type watch struct {
	*deriver
	to *Telemetry
}

// Event implements [record.Watch].
func (w *watch) Event(e record.Event, value any) { w.event(e, value) }

// Done implements [record.Watch].
func (w *watch) Done(whole bool) { w.to.Add(w.end(whole)) }

// Add counts a run and hands its spans to the sender.
func (t *Telemetry) Add(r *Run) {
	if r.Queued == nil {
		r.Queued = t.came(r.ID)
	}
	t.Metrics.Add(r)
	if t.client == nil || t.settings.Traces == nil || !t.sampled(r) {
		return
	}
	select {
	case t.queue <- Spans(r, time.Now().Add(-r.Took)):
	default:
		t.dropped.Add(1)
	}
}

// sampled decides by the trace's id, as the sampler traceidratio does.
func (t *Telemetry) sampled(r *Run) bool {
	return float64(binary.BigEndian.Uint64(TraceID(r)[8:])>>1) < t.settings.Ratio*(1<<63)
}

// sendTraces sends what waits until the end, several traces at a time.
func (t *Telemetry) sendTraces() {
	tick := time.NewTicker(flushEvery)
	defer tick.Stop()
	var batch []*trace.Span
	flush := func() {
		t.told(t.client.SendSpans(context.Background(), batch), len(batch))
		batch = nil
	}
	for {
		select {
		case spans := <-t.queue:
			if batch = append(batch, spans...); len(batch) >= mostSpans {
				flush()
			}
		case <-tick.C:
			flush()
		case <-t.stop:
			for len(t.queue) > 0 {
				batch = append(batch, <-t.queue...)
			}
			flush()
			return
		}
	}
}

// sendMetrics sends the metrics now and then, and at the end.
func (t *Telemetry) sendMetrics() {
	if t.settings.Metrics == nil {
		return
	}
	tick := time.NewTicker(t.settings.Every)
	defer tick.Stop()
	for ended := false; !ended; {
		select {
		case <-tick.C:
		case <-t.stop:
			ended = true
		}
		families, err := t.Metrics.registry.Gather()
		if err == nil {
			err = t.client.SendMetrics(context.Background(), converted(families, t.began, time.Now()))
		}
		t.told(err, len(families))
	}
}

// told logs the first of several failures, and that exports work again.
func (t *Telemetry) told(err error, n int) {
	if n == 0 {
		return
	}
	if failed := err != nil; t.failed.Swap(failed) == failed {
		return
	}
	if err != nil {
		t.log.Warn("telemetry is not sent", "error", err)
		return
	}
	t.log.Info("telemetry is sent again")
}

// Handler answers with the metrics in Prometheus's text format.
func (t *Telemetry) Handler() http.Handler {
	return promhttp.HandlerFor(t.Metrics.registry, promhttp.HandlerOpts{EnableOpenMetrics: true})
}

// Shutdown sends what waits and ends the senders. It may be called on nil and twice. The error says that ctx ended before; the rest is then
// sent in the background until the time-out of an export.
func (t *Telemetry) Shutdown(ctx context.Context) error {
	if t == nil || t.client == nil {
		return nil
	}
	t.once.Do(func() { close(t.stop) })
	ended := make(chan struct{})
	go func() { t.done.Wait(); t.client.Close(); close(ended) }()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return errors.Join(errors.New("telemetry was not sent to its end"), context.Cause(ctx))
	}
}
