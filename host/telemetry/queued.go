package telemetry

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	trace "go.opentelemetry.io/proto/otlp/trace/v1"
)

// A Queued tells how a question came to this process through a queue of batches. All tries of a question, on whatever machines, are in one
// trace, whose id is a digest of batch and job.
type Queued struct {
	Batch, Job string    // ids
	Worker     string    // that took the job
	Try        int       // from 1
	Since      time.Time // the queue has had the job since then, by the clock of its servers
	Submission string    // W3C traceparent of what submitted the batch, which is linked to; empty: not known
}

// Expect says that the next run with this id comes from a queue. It may be called on nil.
func (t *Telemetry) Expect(run string, q Queued) {
	if t != nil {
		t.expected.Store(run, &q)
	}
}

// came returns how a run came to this process; nil: not through a queue.
func (t *Telemetry) came(run string) *Queued {
	q, found := t.expected.LoadAndDelete(run)
	if !found {
		return nil
	}
	return q.(*Queued)
}

// traceID returns the id of all tries of the question.
func (q *Queued) traceID() []byte {
	sum := sha256.Sum256([]byte("sparkhost batch\x00" + q.Batch + "\x00" + q.Job))
	return sum[:16]
}

// queue adds the span of the time that the question waited for this try, and returns its id; nil: it did not wait in a queue.
func (t *tracing) queue() []byte {
	q := t.run.Queued
	if q == nil {
		return nil
	}
	span := t.span(&Step{Name: stepQueue, Start: min(0, q.Since.Sub(t.began))}, nil)
	span.Kind = trace.Span_SPAN_KIND_CONSUMER
	span.Attributes = append(span.Attributes, text(attrMessagingSystem, "nats"), text(attrMessagingName, "JOBS"), text(attrBatch, q.Batch), text(attrJob, q.Job),
		text(attrWorker, q.Worker), number(attrTry, q.Try))
	if id, parent, ok := parseTraceparent(q.Submission); ok {
		span.Links = []*trace.Span_Link{{TraceId: id, SpanId: parent}}
	}
	return span.SpanId
}

// parseTraceparent reads the header of W3C Trace Context, version 00.
func parseTraceparent(header string) (trace, span []byte, ok bool) {
	parts := strings.Split(header, "-")
	if len(parts) != 4 || parts[0] != "00" || len(parts[1]) != 32 || len(parts[2]) != 16 {
		return nil, nil, false
	}
	trace, terr := hex.DecodeString(parts[1])
	span, serr := hex.DecodeString(parts[2])
	return trace, span, terr == nil && serr == nil
}

// CheckTraceparent refuses what is not the header of W3C Trace Context. Empty is right: there is none.
func CheckTraceparent(header string) error {
	if _, _, ok := parseTraceparent(header); !ok && header != "" {
		return fmt.Errorf("%q is not a traceparent as 00-<32 digits>-<16 digits>-01", header)
	}
	return nil
}
