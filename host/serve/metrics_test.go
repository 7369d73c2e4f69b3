package serve_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

const oneQuestion = `{"id":"m1","type":"claim","question":"Rapamycin inhibits mTORC1."}`

func TestMetricsNeedATokenAndCountQuestionsAndRequests(t *testing.T) {
	tel, err := telemetry.New(telemetry.Settings{}, "", nil)
	require.NoError(t, err)
	secret := auth.NewSecret()
	keys, err := auth.NewKeyring([]auth.Token{{Name: "p", Hash: auth.Hash(secret), Role: auth.Ask}})
	require.NoError(t, err)
	s := start(t, serve.Options{Keys: keys, Telemetry: tel})
	status, _, _ := s.do("GET", "/metrics", "", "")
	assert.Equal(t, http.StatusUnauthorized, status)
	s.token = secret
	status, _, _ = s.do("POST", "/v1/ask", "application/json", oneQuestion)
	require.Equal(t, http.StatusOK, status)
	var body []byte
	good := 1                           // requests before the next one that were answered
	require.Eventually(t, func() bool { // an answer is sent before its question and its request are counted as ended
		_, _, body = s.do("GET", "/metrics", "", "")
		ended := strings.Contains(string(body), fmt.Sprintf("sparkhost_http_requests_total{code=\"200\"} %d\n", good)) &&
			strings.Contains(string(body), "sparkhost_questions_running 0\n")
		good++
		return ended
	}, time.Minute, 10*time.Millisecond, "%s", body)
	for _, want := range []string{
		`sparkhost_questions_total{policy="standard",verdict="answered"} 1`, `sparkhost_http_requests_total{code="401"} 1`,
		"sparkhost_questions_waiting 0", "sparkhost_streams_open 0", "sparkhost_connections_open 1",
	} {
		assert.Contains(t, string(body), want+"\n")
	}
	assert.NotContains(t, string(body), secret)
	assert.NotContains(t, string(body), "apamycin")
}

func TestAServiceWithoutTelemetryHasNoMetrics(t *testing.T) {
	s := start(t, serve.Options{})
	status, _, _ := s.do("GET", "/metrics", "", "")
	assert.Equal(t, http.StatusNotFound, status)
}

func TestAServiceSendsTheTracesOfItsQuestions(t *testing.T) {
	var mu sync.Mutex
	var got bytes.Buffer
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = io.Copy(&got, r.Body)
	}))
	defer collector.Close()
	settings, err := telemetry.FromEnv([]string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + collector.URL, "OTEL_METRICS_EXPORTER=none"})
	require.NoError(t, err)
	tel, err := telemetry.New(settings, "", nil)
	require.NoError(t, err)
	s := start(t, serve.Options{Telemetry: tel})
	_, _, body := s.do("POST", "/v1/ask", "application/json", oneQuestion)
	require.NoError(t, s.stop())
	require.NoError(t, tel.Shutdown(t.Context()))
	assert.Equal(t, 1, strings.Count(got.String(), "sparkhost.verdict"), "one root span for the question")
	run := strings.SplitN(strings.SplitN(string(body), `"run":"`, 2)[1], `"`, 2)[0]
	assert.Contains(t, got.String(), run)
	assert.NotContains(t, got.String(), "apamycin")
}
