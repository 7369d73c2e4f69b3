package telemetry

import (
	"net/http"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/sparkhost/sparkhost/host/record"
)

// Most values of a label that metrics tell apart; further ones count as "other". With these, all metrics together stay under 500 series.
const (
	mostPolicies = 12
	mostPlugins  = 24
	mostSources  = 8
	mostModels   = 4
	mostWarnings = 16
)

// other stands for the values of a label that came after the most that are told apart.
const other = "other"

// Metrics count runs. No question, run or document is a label. They may be used by many goroutines.
type Metrics struct {
	registry *prometheus.Registry
	labels   limiter

	questions   *prometheus.CounterVec
	seconds     prometheus.Histogram
	cost        *prometheus.CounterVec
	rounds      *prometheus.CounterVec
	searches    *prometheus.CounterVec
	search      prometheus.Histogram
	requests    *prometheus.CounterVec
	calls       *prometheus.CounterVec
	call        prometheus.Histogram
	fuel        *prometheus.CounterVec
	models      *prometheus.CounterVec
	model       *prometheus.HistogramVec
	tokens      *prometheus.CounterVec
	warnings    *prometheus.CounterVec
	interrupted prometheus.Counter
}

var (
	questionBuckets = []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300}
	stepBuckets     = []float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5, 10, 30}
	// modelBuckets are those that the conventions advise for gen_ai.client.operation.duration, every second one.
	modelBuckets = []float64{.02, .08, .32, 1.28, 5.12, 20.48, 81.92}
)

// NewMetrics makes metrics that have counted nothing, and those of the process.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), labels: limiter{seen: map[string]map[string]bool{}}}
	m.questions = m.counter("questions_total", "Questions with a result, by policy and verdict.", "policy", "verdict")
	m.interrupted = m.counter("questions_interrupted_total", "Questions that ended without a result.").WithLabelValues()
	m.seconds = m.histogram("question_duration_seconds", "Time from the start of a question to its result, without the queue.", questionBuckets).WithLabelValues().(prometheus.Histogram)
	m.cost = m.counter("cost_usd_total", "Money spent on questions, as their results account for it.", "policy")
	m.rounds = m.counter("rounds_total", "Rounds, by whether they ran.", "outcome")
	m.searches = m.counter("searches_total", "Searches by source; cached: an earlier run had asked the same.", "source", "outcome")
	m.search = m.histogram("search_duration_seconds", "Time of a search.", stepBuckets).WithLabelValues().(prometheus.Histogram)
	m.requests = m.counter("source_requests_total", "Requests to live sources: sent, retried, held back by limits, failed in the end.", "source", "kind")
	m.calls = m.counter("plugin_calls_total", "Plugin calls; cached: an earlier run had sent the same input.", "plugin", "outcome")
	m.call = m.histogram("plugin_call_duration_seconds", "Time of a plugin call.", stepBuckets).WithLabelValues().(prometheus.Histogram)
	m.fuel = m.counter("plugin_fuel_total", "Instructions that plugins used, those of cached calls left out.", "plugin")
	m.models = m.counter("model_calls_total", "Questions to language models; skipped: nobody was asked.", "model", "outcome")
	m.tokens = m.counter("model_tokens_total", "Tokens that models read and wrote, those of cached replies left out.", "model", "type")
	m.warnings = m.counter("warnings_total", "Warnings of results, by code.", "code")
	m.model = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: genAIDuration, Help: "GenAI operation duration.", Buckets: modelBuckets,
	}, []string{"gen_ai_operation_name", "gen_ai_request_model"})
	m.registry.MustRegister(m.model, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *Metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "sparkhost", Name: name, Help: help}, labels)
	m.registry.MustRegister(c)
	return c
}

func (m *Metrics) histogram(name, help string, buckets []float64) *prometheus.HistogramVec {
	h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: "sparkhost", Name: name, Help: help, Buckets: buckets}, nil)
	m.registry.MustRegister(h)
	return h
}

// Gauge adds a value that is read whenever metrics are: name and help as in "queue_waiting", "Questions that wait.". It panics where the name is taken.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "sparkhost", Name: name, Help: help}, read))
}

// Requests counts what a handler answers, by status.
func (m *Metrics) Requests(next http.Handler) http.Handler {
	return promhttp.InstrumentHandlerCounter(m.counter("http_requests_total", "Requests over HTTP, by status.", "code"), next)
}

// Add counts a run.
func (m *Metrics) Add(r *Run) {
	if r.Result.Verdict == "" {
		m.interrupted.Inc()
	} else {
		policy := m.labels.of("policy", r.Policy.Name, mostPolicies)
		m.questions.WithLabelValues(policy, string(r.Result.Verdict)).Inc()
		m.cost.WithLabelValues(policy).Add(max(0, r.Result.Budget.CostUSD))
		m.seconds.Observe(r.Took.Seconds())
	}
	for _, code := range r.Warnings {
		m.warnings.WithLabelValues(m.labels.of("code", code, mostWarnings)).Inc()
	}
	for _, s := range r.Sources {
		m.addSource(s)
	}
	r.Root.Walk(m.addStep)
}

func (m *Metrics) addSource(s record.SourceUse) {
	source := m.labels.of("source", s.Name, mostSources)
	for kind, n := range map[string]int{"sent": s.Calls, "retried": s.Retries, "held_back": s.Waits, "failed": s.Failures} {
		m.requests.WithLabelValues(source, kind).Add(float64(n))
	}
}

func (m *Metrics) addStep(s *Step) {
	switch {
	case s.Round != nil && s.Round.Ran:
		m.rounds.WithLabelValues("ran").Inc()
	case s.Round != nil:
		m.rounds.WithLabelValues("skipped").Inc()
	case s.Search != nil:
		m.searches.WithLabelValues(m.labels.of("source", s.Search.Source, mostSources), outcome(s, s.Cached)).Inc()
		m.search.Observe(s.Took().Seconds())
	case s.Call != nil:
		m.addCall(s)
	case s.Model != nil:
		m.addModel(s)
	}
}

func (m *Metrics) addCall(s *Step) {
	plugin := m.labels.of("plugin", s.Call.Plugin, mostPlugins)
	m.calls.WithLabelValues(plugin, outcome(s, s.Cached)).Inc()
	m.call.Observe(s.Took().Seconds())
	if !s.Cached {
		m.fuel.WithLabelValues(plugin).Add(float64(s.Fuel))
	}
}

func (m *Metrics) addModel(s *Step) {
	model := m.labels.of("model", s.Model.Model, mostModels)
	if s.Model.Skipped != "" {
		m.models.WithLabelValues(model, "skipped").Inc()
		return
	}
	cached := s.Cached || s.Model.Cached
	m.models.WithLabelValues(model, outcome(s, cached)).Inc()
	if !cached {
		m.model.WithLabelValues(genAIChat, model).Observe(s.Took().Seconds())
		m.tokens.WithLabelValues(model, "input").Add(float64(s.Model.TokensIn))
		m.tokens.WithLabelValues(model, "output").Add(float64(s.Model.TokensOut))
	}
}

func outcome(s *Step, cached bool) string {
	switch {
	case s.Failed() != "":
		return "error"
	case cached:
		return "cached"
	}
	return "ok"
}

// A limiter bounds the values of labels.
type limiter struct {
	mu   sync.Mutex
	seen map[string]map[string]bool
}

// of returns the value, or "other" once a label has most others.
func (l *limiter) of(label, value string, most int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.seen[label]
	if all == nil {
		all = map[string]bool{}
		l.seen[label] = all
	}
	if !all[value] && len(all) >= most {
		return other
	}
	all[value] = true
	return value
}
