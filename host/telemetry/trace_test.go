package telemetry_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

// traced asks three questions with a collector, and returns what it got.
func traced(t *testing.T) (c *collector, results []*record.Result, records string) {
	c, records = newCollector(t), t.TempDir()
	tel := sending(t, c)
	results = asked(t, tel.Watcher(), records, 3)
	require.NoError(t, tel.Shutdown(context.Background()))
	return c, results, records
}

func TestAQuestionIsOneTraceWhoseSpansAreItsRecord(t *testing.T) {
	c, results, records := traced(t)
	byTrace := map[string][]*trace.Span{}
	for _, s := range c.spans {
		byTrace[string(s.TraceId)] = append(byTrace[string(s.TraceId)], s)
	}
	require.Len(t, byTrace, len(results))
	for _, res := range results {
		run := derived(t, records, res)
		spans := byTrace[string(telemetry.TraceID(run))]
		require.NotEmpty(t, spans)
		assertTree(t, spans)
		count := map[string]int64{}
		for _, s := range spans {
			first, _, _ := strings.Cut(s.Name, " ")
			count[first]++
		}
		assert.Equal(t, res.Budget.Searches, count["search"])
		assert.EqualValues(t, len(res.Rounds), count["round"])
		var calls int64
		for _, p := range res.Plugins {
			calls += int64(p.Calls)
		}
		assert.Equal(t, calls, count["plugin"])
		root := spans[0]
		assert.Equal(t, "question", root.Name)
		assert.Equal(t, res.Run, attribute(root, "sparkhost.run.id").GetStringValue())
		assert.Equal(t, string(res.Verdict), attribute(root, "sparkhost.verdict").GetStringValue())
		assert.Equal(t, res.Budget.Searches, attribute(root, "sparkhost.searches").GetIntValue())
	}
}

// assertTree: one root, every other span lies in its parent's time, and searches lie in rounds.
func assertTree(t *testing.T, spans []*trace.Span) {
	byID := map[string]*trace.Span{}
	roots := 0
	for _, s := range spans {
		require.NotContains(t, byID, string(s.SpanId), "ids are different")
		byID[string(s.SpanId)] = s
	}
	for _, s := range spans {
		assert.LessOrEqual(t, s.StartTimeUnixNano, s.EndTimeUnixNano, s.Name)
		if len(s.ParentSpanId) == 0 {
			roots++
			continue
		}
		parent := byID[string(s.ParentSpanId)]
		require.NotNil(t, parent, s.Name)
		assert.LessOrEqual(t, parent.StartTimeUnixNano, s.StartTimeUnixNano, "%s in %s", s.Name, parent.Name)
		assert.LessOrEqual(t, s.EndTimeUnixNano, parent.EndTimeUnixNano+uint64(time.Millisecond), "%s in %s", s.Name, parent.Name)
		if strings.HasPrefix(s.Name, "search ") {
			assert.Equal(t, "round "+attribute(s, "sparkhost.round.name").GetStringValue(), parent.Name)
		}
		if strings.HasPrefix(s.Name, "plugin ") {
			assert.NotEqual(t, "question", parent.Name, "a call belongs to a step")
			assert.Positive(t, attribute(s, "sparkhost.policy.line").GetIntValue())
			assert.Len(t, attribute(s, "sparkhost.plugin.digest").GetStringValue(), 64)
		}
	}
	assert.Equal(t, 1, roots)
}

func attribute(s *trace.Span, key string) *common.AnyValue {
	for _, a := range s.Attributes {
		if a.Key == key {
			return a.Value
		}
	}
	return nil
}

// derived reads the run of a result from the folder of its record.
func derived(t testing.TB, records string, res *record.Result) *telemetry.Run {
	kept, err := record.ReadFile(filepath.Join(records, res.Run+".jsonl"))
	require.NoError(t, err)
	run, err := telemetry.Derive(kept)
	require.NoError(t, err)
	return run
}

func TestARecordGivesTheSpansThatItsRunGave(t *testing.T) {
	c, results, records := traced(t)
	var want []*trace.Span
	for _, res := range results {
		want = append(want, telemetry.Spans(derived(t, records, res), time.Time{})...)
	}
	require.Len(t, c.spans, len(want))
	for i := range want {
		assert.True(t, proto.Equal(want[i], c.spans[i]), "span %d: %v, sent was %v", i, want[i], c.spans[i])
	}
}

func TestNoTextLeavesTheProcess(t *testing.T) {
	c, results, _ := traced(t)
	sent := c.bodies.String()
	require.Contains(t, sent, results[0].Run)
	for _, res := range results {
		texts := []string{res.Question}
		for _, o := range res.Options {
			texts = append(texts, o.Text)
		}
		for _, cite := range res.Citations {
			texts = append(texts, cite.Quote, cite.Title, cite.Doc)
		}
		for _, r := range res.Rounds {
			texts = append(texts, r.Queries...)
		}
		for _, text := range texts {
			if len(text) > 3 {
				assert.NotContains(t, sent, text)
			}
		}
	}
}

func TestResultsAreEqualWithTelemetry(t *testing.T) {
	c := newCollector(t)
	tel := sending(t, c)
	with, err := record.Canonical(asked(t, tel.Watcher(), "", 6))
	require.NoError(t, err)
	without, err := record.Canonical(asked(t, nil, "", 6))
	require.NoError(t, err)
	assert.Equal(t, string(without), string(with))
}

func TestTelemetryThatIsOffAllocatesNothing(t *testing.T) {
	s, err := telemetry.FromEnv([]string{"OTEL_SDK_DISABLED=true", "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1"})
	require.NoError(t, err)
	off, err := telemetry.New(s, "", nil)
	require.NoError(t, err)
	ctx := context.Background()
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		if off.Watcher() != nil || off.Shutdown(ctx) != nil {
			panic("it is on")
		}
	}))
}
