package runscmd

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/sparkhost/sparkhost/host/record"
)

// exported runs `runs export` and returns what it says.
func exported(args ...string) (stdout, stderr string, err error) {
	var out, said bytes.Buffer
	c := New()
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetArgs(append([]string{"export"}, args...))
	c.SetOut(&out)
	c.SetErr(&said)
	err = c.Execute()
	return out.String(), said.String(), err
}

// oldRecord writes a record as a version wrote it that did not know when things happened.
func oldRecord(t *testing.T, dir string) {
	f, err := record.OpenFolder(dir)
	require.NoError(t, err)
	w, err := f.Begin("0123456789abcdef0123")
	require.NoError(t, err)
	require.NoError(t, w.Append(record.KindRun, record.Run{ID: "0123456789abcdef0123", Question: []byte(`{"id":"q1","question":"Is ice dense?"}`)}))
	require.NoError(t, w.Append(record.KindQuery, record.Query{Round: "primary", Source: "local", Text: "ice dense", Hits: []record.Hit{{Rank: 1}}}))
	require.NoError(t, w.Append(record.KindRound, record.Round{Name: "primary", Ran: true}))
	require.NoError(t, w.Append(record.KindTiming, record.Timing{What: "retrieve", ElapsedUS: 900}))
	require.NoError(t, w.Append(record.KindResult, record.Result{ID: "q1", Verdict: record.VerdictAnswered}))
	require.NoError(t, w.Append(record.KindTiming, record.Timing{What: record.TimingRun, ElapsedUS: 1500}))
	require.NoError(t, w.Finish())
}

func TestExportSendsATraceForEachRecordAndNamesThoseItCannotRead(t *testing.T) {
	var got trace.TracesData
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		if err == nil {
			err = proto.Unmarshal(data, &got)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	}))
	defer collector.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	dir := t.TempDir()
	oldRecord(t, dir)
	stdout, _, err := exported("--otlp", dir)
	require.NoError(t, err)
	assert.Equal(t, "1 traces with 4 spans were sent\n", stdout)
	spans := got.ResourceSpans[0].ScopeSpans[0].Spans
	require.Len(t, spans, 4)
	for i, name := range []string{"question", "retrieve", "round primary", "search local"} {
		assert.Equal(t, name, spans[i].Name)
		if i > 0 {
			assert.Equal(t, spans[i-1].SpanId, spans[i].ParentSpanId)
		}
	}
	assert.EqualValues(t, 1_500_000, spans[0].EndTimeUnixNano-spans[0].StartTimeUnixNano)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bad.jsonl"), []byte("{}\n{}\n"), 0o600))
	_, stderr, err := exported("--otlp", dir)
	require.ErrorContains(t, err, "1 of 2 records could not be exported")
	assert.Contains(t, stderr, "bad.jsonl")
}

func TestExportNeedsToKnowWhereTo(t *testing.T) {
	_, _, err := exported(t.TempDir())
	require.ErrorContains(t, err, "--otlp")
}
