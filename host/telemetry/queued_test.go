package telemetry_test

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/sparkhost/sparkhost/host/telemetry"
)

const submission = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

// tried sends the spans of a run that came from a queue.
func tried(t *testing.T, c *collector, worker string, try int) []*trace.Span {
	t.Helper()
	tel, before := sending(t, c), len(c.spans)
	r := madeUp(1)
	r.Root.Name, r.Began = "question", time.Unix(1000, int64(try)*1000)
	tel.Expect(r.ID, telemetry.Queued{Batch: "b", Job: "7", Worker: worker, Try: try, Since: time.Unix(990, 0), Submission: submission})
	tel.Add(r)
	require.NoError(t, tel.Shutdown(t.Context()))
	return c.spans[before:]
}

func TestAllTriesOfAQuestionOfABatchAreOneTrace(t *testing.T) {
	c := newCollector(t)
	first, second := tried(t, c, "w1", 1), tried(t, c, "w2", 2)
	ids := map[string]bool{}
	for _, s := range append(first, second...) {
		assert.Equal(t, first[0].TraceId, s.TraceId)
		assert.False(t, ids[string(s.SpanId)], "two spans have one id")
		ids[string(s.SpanId)] = true
	}
	for n, spans := range [][]*trace.Span{first, second} {
		queue, question := spans[0], spans[1]
		assert.Equal(t, "queue", queue.Name)
		assert.Equal(t, "question", question.Name)
		assert.Equal(t, queue.SpanId, question.ParentSpanId)
		assert.EqualValues(t, time.Unix(990, 0).UnixNano(), queue.StartTimeUnixNano)
		assert.Equal(t, question.StartTimeUnixNano, queue.EndTimeUnixNano)
		assert.EqualValues(t, n+1, attribute(queue, "sparkhost.try").GetIntValue())
		require.Len(t, queue.Links, 1)
		assert.Equal(t, submission[3:35], hex.EncodeToString(queue.Links[0].TraceId))
	}
}

func TestARunThatNoQueueBroughtIsATraceOfItsOwn(t *testing.T) {
	c := newCollector(t)
	tried(t, c, "w1", 1)
	spans := telemetry.Spans(madeUp(1), time.Unix(1, 0))
	assert.Len(t, spans, len(c.spans)-1)
	assert.NotEqual(t, c.spans[0].TraceId, spans[0].TraceId)
}

func TestWhatIsNoTraceparentIsRefused(t *testing.T) {
	assert.NoError(t, telemetry.CheckTraceparent(""))
	assert.NoError(t, telemetry.CheckTraceparent(submission))
	for _, wrong := range []string{"x", submission[1:], "00-" + submission[4:] + "0", submission + "-1"} {
		assert.ErrorContains(t, telemetry.CheckTraceparent(wrong), "is not a traceparent", wrong)
	}
}
