package telemetry

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Settings say where telemetry goes. The zero value sends nothing.
type Settings struct {
	Disabled bool // nothing is derived at all

	Traces  *url.URL // nil: traces are not sent
	Metrics *url.URL // nil: metrics are not sent
	Headers map[string]string
	Gzip    bool
	Timeout time.Duration // of one export with its repeats
	Every   time.Duration // between exports of metrics
	Ratio   float64       // of traces that are sent, 0..1

	Resource map[string]string // attributes, service.name among them
	CA       string            // file of certificates in PEM that the collector's is checked against; empty: the system's
}

// collector is the address at which the specification expects a collector.
const collector = "http://localhost:4318"

// FromEnv reads the standard variables of OpenTelemetry from NAME=VALUE pairs, the last of a name counts. In difference to the standard,
// nothing is sent unless an endpoint is named or OTEL_TRACES_EXPORTER or OTEL_METRICS_EXPORTER says "otlp". The error lists all mistakes.
func FromEnv(environ []string) (Settings, error) {
	e := variables{values: map[string]string{}}
	for _, pair := range environ {
		if name, value, ok := strings.Cut(pair, "="); ok && strings.HasPrefix(name, "OTEL_") && value != "" {
			e.values[name] = value
		}
	}
	s := Settings{Headers: map[string]string{}, Resource: map[string]string{}}
	if s.Disabled = strings.EqualFold(e.values["OTEL_SDK_DISABLED"], "true"); s.Disabled {
		return s, nil
	}
	s.Traces, s.Metrics = e.endpoint("TRACES"), e.endpoint("METRICS")
	if s.Traces == nil && s.Metrics == nil {
		return s, errors.Join(e.errs...)
	}
	e.pairs("OTEL_EXPORTER_OTLP_HEADERS", s.Headers)
	e.pairs("OTEL_RESOURCE_ATTRIBUTES", s.Resource)
	if name := e.values["OTEL_SERVICE_NAME"]; name != "" {
		s.Resource[attrServiceName] = name
	}
	s.Timeout = e.millis("OTEL_EXPORTER_OTLP_TIMEOUT", 10*time.Second)
	s.Every = e.millis("OTEL_METRIC_EXPORT_INTERVAL", time.Minute)
	s.Gzip = e.oneOf("OTEL_EXPORTER_OTLP_COMPRESSION", "none", "gzip") == "gzip"
	s.CA = e.values["OTEL_EXPORTER_OTLP_CERTIFICATE"]
	e.oneOf("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
	s.Ratio = e.ratio()
	return s, errors.Join(e.errs...)
}

// variables collects the mistakes of an environment.
type variables struct {
	values map[string]string
	errs   []error
}

func (e *variables) wrong(name, format string, args ...any) {
	e.errs = append(e.errs, fmt.Errorf("%s: %s", name, fmt.Sprintf(format, args...)))
}

// endpoint returns the address to which a signal goes; nil: nowhere.
func (e *variables) endpoint(signal string) *url.URL {
	exporter := "OTEL_" + signal + "_EXPORTER"
	how := e.oneOf(exporter, "", "otlp", "none")
	own, all := "OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"
	name, text, path := own, e.values[own], ""
	if text == "" {
		name, text, path = all, e.values[all], "/v1/"+strings.ToLower(signal)
	}
	switch {
	case how == "none" || text == "" && how == "":
		return nil
	case text == "":
		text = collector
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		e.wrong(name, "must be an http or https URL, such as %s", collector)
		return nil
	}
	if path != "" {
		u.Path = strings.TrimSuffix(u.Path, "/") + path
	}
	return u
}

// pairs reads KEY=VALUE,KEY=VALUE with values in URL encoding. A mistake does not show a value: headers hold keys.
func (e *variables) pairs(name string, into map[string]string) {
	for i, pair := range strings.Split(e.values[name], ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		key, value, ok := strings.Cut(pair, "=")
		plain, err := url.PathUnescape(strings.TrimSpace(value))
		if key = strings.TrimSpace(key); !ok || err != nil || key == "" {
			e.wrong(name, "entry %d must be KEY=VALUE, in URL encoding", i+1)
			continue
		}
		into[key] = plain
	}
}

func (e *variables) millis(name string, otherwise time.Duration) time.Duration {
	text := e.values[name]
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 || n > 3_600_000 {
		e.wrong(name, "must be between 1 and 3600000 milliseconds, not %q", text)
		return otherwise
	}
	return time.Duration(n) * time.Millisecond
}

// oneOf returns the variable's value, which must be one of those known; the first one if it is not set.
func (e *variables) oneOf(name string, known ...string) string {
	value := e.values[name]
	for _, k := range known {
		if value == k {
			return value
		}
	}
	if value != "" {
		e.wrong(name, "must be one of: %s; not %q", strings.Join(known, ", "), value)
	}
	return known[0]
}

// ratio returns which part of the traces is sent. A question is always the root of its trace, so samplers by parent are the plain ones.
func (e *variables) ratio() float64 {
	const name = "OTEL_TRACES_SAMPLER"
	switch how := strings.TrimPrefix(e.oneOf(name, "always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"), "parentbased_"); how {
	case "always_off":
		return 0
	case "traceidratio":
		text := e.values[name+"_ARG"]
		r, err := strconv.ParseFloat(text, 64)
		if err != nil || !(r >= 0 && r <= 1) {
			e.wrong(name+"_ARG", "must be between 0 and 1, not %q", text)
			return 1
		}
		return r
	}
	return 1
}
