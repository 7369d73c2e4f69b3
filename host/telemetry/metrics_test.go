package telemetry_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

// exposed returns what Prometheus is told.
func exposed(t testing.TB, tel *telemetry.Telemetry) (string, map[string]*dto.MetricFamily) {
	w := httptest.NewRecorder()
	tel.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	text, err := io.ReadAll(w.Body)
	require.NoError(t, err)
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(string(text)))
	require.NoError(t, err)
	return string(text), families
}

// silent makes telemetry that sends nothing.
func silent(t testing.TB) *telemetry.Telemetry {
	tel, err := telemetry.New(telemetry.Settings{}, "test", nil)
	require.NoError(t, err)
	return tel
}

// madeUp is a run with a step of every kind, whose names all differ from those of other runs.
func madeUp(i int) *telemetry.Run {
	name := func(what string) string { return fmt.Sprintf("%s-%d", what, i) }
	r := &telemetry.Run{ID: name("run"), Question: name("question"), Policy: record.Named{Name: name("policy")}, Took: time.Second, Warnings: []string{name("code")}}
	r.Result.Verdict = []record.Verdict{record.VerdictAnswered, record.VerdictAbstained, record.VerdictRefused, record.VerdictBudget, record.VerdictFault, record.VerdictFailed, ""}[i%7]
	r.Sources = []record.SourceUse{{Name: name("source"), Calls: 2, Waits: 1, Retries: 1, Failures: 1}}
	failed := ""
	if i%3 == 0 {
		failed = "broken"
	}
	cached := i%2 == 0
	r.Root.Steps = []*telemetry.Step{{Name: "round", Round: &record.Round{Name: name("round"), Ran: cached}, Steps: []*telemetry.Step{
		{Name: "search", Cached: cached, Search: &telemetry.Search{Source: name("source"), Error: failed}},
		{Name: "plugin", Cached: cached, Fuel: 5, Call: &record.PluginCall{Plugin: name("plugin"), Error: failed}},
		{Name: "model", Cached: cached, Model: &record.ModelCall{Model: name("model"), Error: failed, TokensIn: 7, TokensOut: 3}},
		{Name: "model", Model: &record.ModelCall{Model: name("model"), Skipped: "no price"}},
	}}}
	return r
}

func TestMetricsStayUnder500SeriesAfterTenThousandQuestions(t *testing.T) {
	tel := silent(t)
	for i := range 10_000 {
		tel.Metrics.Add(madeUp(i))
	}
	text, _ := exposed(t, tel)
	series := 0
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			series++
		}
	}
	assert.LessOrEqual(t, series, 500)
	assert.Contains(t, text, `policy="other"`)
	assert.NotContains(t, text, "question-")
	assert.NotContains(t, text, "run-")
}

func TestMetricsPassPromlint(t *testing.T) {
	tel := silent(t)
	for i := range 20 {
		tel.Metrics.Add(madeUp(i))
	}
	text, _ := exposed(t, tel)
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	require.NoError(t, err)
	assert.Empty(t, problems)
}

func TestMetricsCountWhatResultsSay(t *testing.T) {
	tel := silent(t)
	results := asked(t, tel.Watcher(), "", 5)
	_, families := exposed(t, tel)
	sum := func(name string) (total float64) {
		for _, m := range families[name].GetMetric() {
			total += m.GetCounter().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
		return total
	}
	var searches, calls float64
	for _, r := range results {
		searches += float64(r.Budget.Searches)
		for _, p := range r.Plugins {
			calls += float64(p.Calls)
		}
	}
	assert.EqualValues(t, len(results), sum("sparkhost_questions_total"))
	assert.EqualValues(t, len(results), sum("sparkhost_question_duration_seconds"))
	assert.Equal(t, searches, sum("sparkhost_searches_total"))
	assert.Equal(t, calls, sum("sparkhost_plugin_calls_total"))
	assert.Positive(t, sum("sparkhost_plugin_fuel_total"))
}

func TestOTLPAndPrometheusShowTheSameNumbers(t *testing.T) {
	c := newCollector(t)
	tel := sending(t, c)
	for i := range 50 {
		tel.Metrics.Add(madeUp(i))
	}
	_, families := exposed(t, tel)
	require.NoError(t, tel.Shutdown(context.Background()))
	for name, f := range families {
		if strings.HasPrefix(name, "go_") || strings.HasPrefix(name, "process_") {
			continue // these move meanwhile
		}
		m := c.metrics[name]
		require.NotNil(t, m, name)
		switch f.GetType() {
		case dto.MetricType_COUNTER:
			assert.True(t, m.GetSum().IsMonotonic)
			require.Len(t, m.GetSum().DataPoints, len(f.Metric))
			for i, p := range m.GetSum().DataPoints {
				assert.Equal(t, f.Metric[i].GetCounter().GetValue(), p.GetAsDouble(), name)
			}
		case dto.MetricType_HISTOGRAM:
			for i, p := range m.GetHistogram().DataPoints {
				assert.Equal(t, f.Metric[i].GetHistogram().GetSampleCount(), p.Count)
				assert.Equal(t, f.Metric[i].GetHistogram().GetSampleSum(), p.GetSum())
				require.Len(t, p.BucketCounts, len(p.ExplicitBounds)+1)
				var all uint64
				for _, n := range p.BucketCounts {
					all += n
				}
				assert.Equal(t, p.Count, all)
			}
		}
	}
}

// metricName finds metrics in expressions.
var metricName = regexp.MustCompile(`\b(?:sparkhost|gen_ai|process|go)_[a-z_]+\b`)

// served are the names that a service exposes, those of its gauges among them.
func served(t *testing.T) string {
	source, err := os.ReadFile("../serve/server.go")
	require.NoError(t, err)
	tel := silent(t)
	for _, m := range regexp.MustCompile(`Metrics\.Gauge\("([a-z_]+)"`).FindAllSubmatch(source, -1) {
		tel.Metrics.Gauge(string(m[1]), "A gauge of the service.", func() float64 { return 0 })
	}
	tel.Metrics.Requests(nil)
	for i := range 9 {
		tel.Metrics.Add(madeUp(i))
	}
	text, _ := exposed(t, tel)
	return text + "\nsparkhost_http_requests_total{"
}

func assertServed(t *testing.T, text, expr string) {
	t.Helper()
	names := metricName.FindAllString(expr, -1)
	assert.NotEmpty(t, names, expr)
	for _, name := range names {
		assert.Regexp(t, `(?m)^`+name+`[ {]`, text, "of %s", expr)
	}
}

func TestTheAlertsLoadAndReadMetricsThatExist(t *testing.T) {
	data, err := os.ReadFile("../../examples/telemetry/alerts.yml")
	require.NoError(t, err)
	var file struct {
		Groups []struct {
			Name  string
			Rules []struct {
				Alert, Expr string
				For         time.Duration
				Labels      map[string]string
				Annotations map[string]string
			}
		}
	}
	d := yaml.NewDecoder(strings.NewReader(string(data)))
	d.KnownFields(true)
	require.NoError(t, d.Decode(&file))
	text := served(t)
	require.NotEmpty(t, file.Groups)
	for _, r := range file.Groups[0].Rules {
		require.NotEmpty(t, r.Alert)
		assert.NotEmpty(t, r.Annotations["summary"], r.Alert)
		assert.NotEmpty(t, r.Annotations["action"], r.Alert)
		assert.Equal(t, strings.Count(r.Expr, "("), strings.Count(r.Expr, ")"), r.Expr)
		if !strings.HasPrefix(r.Expr, "up{") {
			assertServed(t, text, r.Expr)
		}
	}
}

func TestTheDashboardLoadsAndReadsMetricsThatExist(t *testing.T) {
	data, err := os.ReadFile("../../examples/telemetry/grafana.json")
	require.NoError(t, err)
	var board struct {
		Title  string
		Panels []struct {
			ID      int
			Title   string
			Type    string
			GridPos struct{ X, Y, W, H int }
			Targets []struct{ Expr string }
		}
	}
	require.NoError(t, json.Unmarshal(data, &board))
	text := served(t)
	ids := map[int]bool{}
	require.NotEmpty(t, board.Panels)
	for _, p := range board.Panels {
		assert.False(t, ids[p.ID], "id %d is used twice", p.ID)
		ids[p.ID] = true
		assert.LessOrEqual(t, p.GridPos.X+p.GridPos.W, 24)
		require.NotEmpty(t, p.Targets, p.Title)
		for _, target := range p.Targets {
			assertServed(t, text, target.Expr)
		}
	}
}
