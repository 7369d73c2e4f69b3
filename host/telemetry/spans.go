package telemetry

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	trace "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/sparkhost/sparkhost/host/record"
)

// Spans returns the spans of a run: one for the question, and below it one for each step, round, search, plugin call and model call. Ids are
// digests of the run's id, its start and the event's number, so a record gives the same spans whenever it is exported. A record that does
// not say when it began is taken to have begun at otherwise.
func Spans(r *Run, otherwise time.Time) []*trace.Span {
	t := tracing{run: r, began: r.Began}
	if t.began.IsZero() {
		t.began = otherwise
	}
	t.id, t.seed = TraceID(r), ownID(r)
	root := t.span(&r.Root, t.queue())
	root.Attributes = questionAttributes(r)
	root.Kind = trace.Span_SPAN_KIND_INTERNAL
	if failed := r.failed(); failed != "" {
		t.fail(root, failed)
	}
	t.below(&r.Root, root.SpanId)
	return t.spans
}

// TraceID returns the id of a run's trace: 16 bytes.
func TraceID(r *Run) []byte {
	if r.Queued != nil {
		return r.Queued.traceID()
	}
	return ownID(r)
}

// ownID tells runs apart, also two of the same id at different times.
func ownID(r *Run) []byte {
	h := sha256.New()
	h.Write([]byte("sparkhost trace\x00" + r.ID))
	if !r.Began.IsZero() {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(r.Began.UnixMicro())))
	}
	return h.Sum(nil)[:16]
}

// failed says in a word why a question has no answer or silence to show for it; empty: it has.
func (r *Run) failed() string {
	switch r.Result.Verdict {
	case record.VerdictAnswered, record.VerdictAbstained, record.VerdictRefused:
		return ""
	case "":
		return "interrupted"
	}
	return string(r.Result.Verdict)
}

// tracing builds the spans of one run.
type tracing struct {
	run   *Run
	began time.Time
	id    []byte // of the trace
	seed  []byte // of the ids of spans
	spans []*trace.Span
}

func (t *tracing) below(s *Step, parent []byte) {
	for _, one := range s.Steps {
		span := t.span(one, parent)
		span.Attributes = attributes(one)
		if span.Kind = trace.Span_SPAN_KIND_INTERNAL; one.Search != nil || one.Model != nil {
			span.Kind = trace.Span_SPAN_KIND_CLIENT
		}
		if one.Failed() != "" {
			t.fail(span, failure(one))
		}
		t.below(one, span.SpanId)
	}
}

// fail marks a span as failed, with a word for the class of the failure. The text of an error may quote what was sent, so it stays in
// the record.
func (t *tracing) fail(span *trace.Span, class string) {
	span.Status = &trace.Status{Code: trace.Status_STATUS_CODE_ERROR, Message: class}
	span.Attributes = append(span.Attributes, text(attrErrorType, class))
}

// failure returns the class of a step's failure in a word.
func failure(s *Step) string {
	if s.Model != nil && s.Model.Class != "" {
		return s.Model.Class
	}
	return s.Name + "_failed"
}

func (t *tracing) span(s *Step, parent []byte) *trace.Span {
	h := sha256.New()
	h.Write(t.seed)
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(s.Seq)))
	h.Write([]byte(s.Name))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(t.spans)))) // two steps may follow one event
	span := &trace.Span{
		TraceId: t.id, SpanId: h.Sum(nil)[:8], ParentSpanId: parent, Name: nameOf(s),
		StartTimeUnixNano: nanos(t.began.Add(s.Start)), EndTimeUnixNano: nanos(t.began.Add(s.End)),
	}
	t.spans = append(t.spans, span)
	return span
}

func nanos(at time.Time) uint64 { return uint64(max(0, at.UnixNano())) }

// nameOf returns a span's name: few different ones, so that a backend can group by them.
func nameOf(s *Step) string {
	switch {
	case s.Round != nil:
		return "round " + s.Round.Name
	case s.Search != nil:
		return "search " + s.Search.Source
	case s.Call != nil:
		return "plugin " + s.Call.Stage
	case s.Model != nil:
		return genAIChat + " " + s.Model.Model
	}
	return s.Name
}
