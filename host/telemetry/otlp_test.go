package telemetry_test

import (
	"bytes"
	"context"
	"encoding/pem"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/telemetry"
)

func TestSpansAreSentAgainWhereTheCollectorAsksForIt(t *testing.T) {
	c := newCollector(t, http.StatusServiceUnavailable, http.StatusTooManyRequests)
	s, err := telemetry.FromEnv([]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT=" + c.URL + "/", "OTEL_EXPORTER_OTLP_HEADERS=x-key=a%20b", "OTEL_EXPORTER_OTLP_COMPRESSION=gzip", "OTEL_SERVICE_NAME=lab",
	})
	require.NoError(t, err)
	client, err := telemetry.NewClient(s, "1.2.3")
	require.NoError(t, err)
	defer client.Close()
	require.NoError(t, client.SendSpans(context.Background(), telemetry.Spans(madeUp(1), time.Unix(1, 0))))
	require.Len(t, c.asked, 3)
	assert.Len(t, c.spans, 6)
	assert.Equal(t, "a b", c.asked[2].Header.Get("X-Key"))
	assert.Equal(t, "gzip", c.asked[2].Header.Get("Content-Encoding"))
	assert.Equal(t, "/v1/traces", c.asked[2].URL.Path)
	assert.Contains(t, c.bodies.String(), "lab")
}

func TestARefusalIsAnErrorWithoutSecrets(t *testing.T) {
	c := newCollector(t, http.StatusUnauthorized)
	s, err := telemetry.FromEnv([]string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + strings.Replace(c.URL, "http://", "http://user:hunter2@", 1), "OTEL_EXPORTER_OTLP_HEADERS=authorization=hunter3"})
	require.NoError(t, err)
	client, err := telemetry.NewClient(s, "")
	require.NoError(t, err)
	defer client.Close()
	err = client.SendSpans(context.Background(), telemetry.Spans(madeUp(1), time.Unix(1, 0)))
	require.ErrorContains(t, err, "401")
	assert.NotContains(t, err.Error(), "hunter")
	assert.Len(t, c.asked, 1, "there is no use in another try")
}

func TestACollectorThatIsGoneHoldsNothingUp(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	var log bytes.Buffer
	s, err := telemetry.FromEnv([]string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + strings.Replace(gone.URL, "//", "//me:hunter2@", 1), "OTEL_EXPORTER_OTLP_TIMEOUT=50"})
	require.NoError(t, err)
	tel, err := telemetry.New(s, "", slog.New(slog.NewTextHandler(&log, nil)))
	require.NoError(t, err)
	results := asked(t, tel.Watcher(), "", 2)
	require.NoError(t, tel.Shutdown(context.Background()))
	assert.EqualValues(t, "answered", results[0].Verdict)
	assert.Contains(t, log.String(), "telemetry is not sent")
	assert.NotContains(t, log.String(), "hunter2")
}

func TestACollectorByTLSIsCheckedAgainstTheGivenCertificate(t *testing.T) {
	c := &collector{}
	secure := httptest.NewTLSServer(c)
	defer secure.Close()
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	ca := filepath.Join(t.TempDir(), "ca.pem")
	require.NoError(t, os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw}), 0o600))
	for _, env := range [][]string{nil, {"OTEL_EXPORTER_OTLP_CERTIFICATE=" + ca}} {
		s, err := telemetry.FromEnv(append(env, "OTEL_EXPORTER_OTLP_ENDPOINT="+secure.URL, "OTEL_EXPORTER_OTLP_TIMEOUT=300"))
		require.NoError(t, err)
		client, err := telemetry.NewClient(s, "")
		require.NoError(t, err)
		err = client.SendSpans(context.Background(), telemetry.Spans(madeUp(1), time.Unix(1, 0)))
		client.Close()
		assert.Equal(t, env == nil, err != nil, "%v", err)
	}
	assert.Len(t, c.spans, 6)
}

func TestTheEnvironmentSaysWhereTelemetryGoes(t *testing.T) {
	for _, c := range []struct{ name, env, traces, metrics, wrong string }{
		{"nothing is sent unasked", "", "", "", ""},
		{"one endpoint for both", "OTEL_EXPORTER_OTLP_ENDPOINT=http://c:1/x", "http://c:1/x/v1/traces", "http://c:1/x/v1/metrics", ""},
		{"an own endpoint is taken as it is", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=https://c/t", "https://c/t", "", ""},
		{"a signal can be left out", "OTEL_EXPORTER_OTLP_ENDPOINT=http://c:1;OTEL_METRICS_EXPORTER=none", "http://c:1/v1/traces", "", ""},
		{"the standard's default on request", "OTEL_TRACES_EXPORTER=otlp", "http://localhost:4318/v1/traces", "", ""},
		{"disabled", "OTEL_SDK_DISABLED=true;OTEL_EXPORTER_OTLP_ENDPOINT=http://c:1", "", "", ""},
		{"no URL", "OTEL_EXPORTER_OTLP_ENDPOINT=c:4318", "", "", "OTEL_EXPORTER_OTLP_ENDPOINT: must be an http or https URL"},
		{"grpc", "OTEL_EXPORTER_OTLP_ENDPOINT=http://c:1;OTEL_EXPORTER_OTLP_PROTOCOL=grpc", "", "", `must be one of: http/protobuf; not "grpc"`},
		{"a time with a unit", "OTEL_EXPORTER_OTLP_ENDPOINT=http://c:1;OTEL_EXPORTER_OTLP_TIMEOUT=10s", "", "", "OTEL_EXPORTER_OTLP_TIMEOUT: must be between"},
		{"headers do not show", "OTEL_EXPORTER_OTLP_ENDPOINT=http://c:1;OTEL_EXPORTER_OTLP_HEADERS=hunter2", "", "", "entry 1 must be KEY=VALUE"},
		{"a ratio over 1", "OTEL_EXPORTER_OTLP_ENDPOINT=http://c:1;OTEL_TRACES_SAMPLER=traceidratio;OTEL_TRACES_SAMPLER_ARG=2", "", "", "OTEL_TRACES_SAMPLER_ARG: must be between 0 and 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := telemetry.FromEnv(strings.Split(c.env, ";"))
			if c.wrong != "" {
				require.ErrorContains(t, err, c.wrong)
				assert.NotContains(t, err.Error(), "hunter2")
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.traces == "", s.Traces == nil)
			if s.Traces != nil {
				assert.Equal(t, c.traces, s.Traces.String())
			}
			assert.Equal(t, c.metrics == "", s.Metrics == nil)
			if s.Metrics != nil {
				assert.Equal(t, c.metrics, s.Metrics.String())
			}
		})
	}
}

func TestASamplerSendsItsPartOfTheTraces(t *testing.T) {
	c := newCollector(t)
	tel := sending(t, c, "OTEL_TRACES_SAMPLER=parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG=0.25", "OTEL_METRICS_EXPORTER=none")
	for i := range 400 {
		tel.Add(madeUp(i))
	}
	require.NoError(t, tel.Shutdown(context.Background()))
	assert.InDelta(t, 100, len(c.spans)/6, 30)
}
