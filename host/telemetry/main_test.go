package telemetry_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	metrics "go.opentelemetry.io/proto/otlp/metrics/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"go.uber.org/goleak"
	"google.golang.org/protobuf/proto"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/telemetry"
	"github.com/sparkhost/sparkhost/internal/testwasm"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const quickstart = "../../examples/quickstart/"

// A collector stands in for an OpenTelemetry collector: it takes OTLP over HTTP and keeps what it decodes.
type collector struct {
	*httptest.Server
	mu      sync.Mutex
	spans   []*trace.Span
	metrics map[string]*metrics.Metric
	bodies  bytes.Buffer // of all requests, decompressed
	asked   []*http.Request
	refuse  []int // statuses to answer with first
}

func newCollector(t testing.TB, refuse ...int) *collector {
	c := &collector{metrics: map[string]*metrics.Metric{}, refuse: refuse}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, r)
	if len(c.refuse) > 0 {
		w.WriteHeader(c.refuse[0])
		c.refuse = c.refuse[1:]
		return
	}
	if err := c.take(r); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}

func (c *collector) take(r *http.Request) error {
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(body)
		if err != nil {
			return err
		}
		body = z
	}
	data, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	c.bodies.Write(data)
	if r.URL.Path == "/v1/traces" {
		var in trace.TracesData
		err := proto.Unmarshal(data, &in)
		for _, rs := range in.ResourceSpans {
			for _, ss := range rs.ScopeSpans {
				c.spans = append(c.spans, ss.Spans...)
			}
		}
		return err
	}
	var in metrics.MetricsData
	err = proto.Unmarshal(data, &in)
	for _, rm := range in.ResourceMetrics {
		for _, sm := range rm.ScopeMetrics {
			for _, m := range sm.Metrics {
				c.metrics[m.Name] = m
			}
		}
	}
	return err
}

// sending makes telemetry that sends to the collector.
func sending(t testing.TB, c *collector, more ...string) *telemetry.Telemetry {
	s, err := telemetry.FromEnv(append([]string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + c.URL}, more...))
	require.NoError(t, err)
	tel, err := telemetry.New(s, host.Version, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { _ = tel.Shutdown(context.Background()) })
	return tel
}

// asked answers the first n questions of the quick start and returns results without elapsed times.
func asked(t testing.TB, watch record.Watcher, records string, n int) []*record.Result {
	h, err := host.Open(context.Background(), host.Config{
		Policy: "standard", Corpus: []string{quickstart + "corpus.jsonl"}, Home: home(t), RecordDir: records, Watch: watch,
	})
	require.NoError(t, err)
	defer h.Close()
	var out []*record.Result
	for _, q := range questions(t)[:n] {
		r, err := h.Ask(context.Background(), q)
		require.NoError(t, err)
		r.Budget.ElapsedMS = 0
		out = append(out, r)
	}
	return out
}

// home is a folder that has the compiled plugins of the tests.
func home(t testing.TB) string {
	dir := t.TempDir()
	testwasm.Link(t, dir)
	return dir
}

func questions(t testing.TB) []evidence.Question {
	data, err := os.ReadFile(quickstart + "questions.jsonl")
	require.NoError(t, err)
	var out []evidence.Question
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		q, err := evidence.ParseQuestion(lines.Bytes())
		require.NoError(t, err)
		out = append(out, q)
	}
	return out
}
