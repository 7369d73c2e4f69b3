package telemetry

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	metrics "go.opentelemetry.io/proto/otlp/metrics/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A Client sends telemetry to a collector by OTLP over HTTP, in protobuf. It may be used by many goroutines.
type Client struct {
	s        Settings
	http     *http.Client
	resource *resource.Resource
	scope    *common.InstrumentationScope
}

// NewClient makes a client; version is the host's.
func NewClient(s Settings, version string) (*Client, error) {
	c := &Client{s: s, scope: &common.InstrumentationScope{Name: "sparkhost", Version: version}, resource: &resource.Resource{}}
	all := map[string]string{attrServiceName: "sparkhost", attrServiceVersion: version}
	maps.Copy(all, s.Resource)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		c.resource.Attributes = append(c.resource.Attributes, text(key, all[key]))
	}
	t := &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true}
	if s.CA != "" {
		pem, err := bounded.ReadFile(s.CA, bounded.Settings)
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: %w", err)
		}
		t.TLSClientConfig = &tls.Config{RootCAs: x509.NewCertPool(), MinVersion: tls.VersionTLS12}
		if !t.TLSClientConfig.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: %s holds no certificate in PEM", s.CA)
		}
	}
	c.http = &http.Client{Transport: outbound.New(t), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return c, nil
}

// Close lets go of idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// SendSpans sends spans. Errors name the collector and what it said; nothing of the spans is in them.
func (c *Client) SendSpans(ctx context.Context, spans []*trace.Span) error {
	if c.s.Traces == nil || len(spans) == 0 {
		return nil
	}
	return c.send(ctx, c.s.Traces, &trace.TracesData{ResourceSpans: []*trace.ResourceSpans{{
		Resource: c.resource, SchemaUrl: schemaURL, ScopeSpans: []*trace.ScopeSpans{{Scope: c.scope, Spans: spans, SchemaUrl: schemaURL}},
	}}})
}

// SendMetrics sends what was counted so far.
func (c *Client) SendMetrics(ctx context.Context, all []*metrics.Metric) error {
	if c.s.Metrics == nil || len(all) == 0 {
		return nil
	}
	return c.send(ctx, c.s.Metrics, &metrics.MetricsData{ResourceMetrics: []*metrics.ResourceMetrics{{
		Resource: c.resource, SchemaUrl: schemaURL, ScopeMetrics: []*metrics.ScopeMetrics{{Scope: c.scope, Metrics: all, SchemaUrl: schemaURL}},
	}}})
}

// Between repeats, send waits up to firstWait, then up to twice as long each time, or as long as the collector asks for.
const (
	firstWait = 200 * time.Millisecond
	mostWait  = 5 * time.Second
)

// send posts a message, again where the collector says that it may take it later, until the time-out.
func (c *Client) send(ctx context.Context, to *url.URL, m proto.Message) error {
	body, err := proto.Marshal(m)
	if err == nil && c.s.Gzip {
		body, err = compressed(body)
	}
	if err != nil {
		return fmt.Errorf("telemetry: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.s.Timeout)
	defer cancel()
	for most := firstWait; ; most = min(2*most, mostWait) {
		wait, err := c.post(ctx, to, body)
		if err == nil || wait < 0 {
			return err
		}
		if wait == 0 {
			wait = 1 + rand.N(most)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return err
		}
	}
}

// post sends a body once. After an error, wait says how long to wait before the next try; 0: the collector does not say, negative: there is
// no use in another one.
func (c *Client) post(ctx context.Context, to *url.URL, body []byte) (wait time.Duration, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to.String(), bytes.NewReader(body))
	if err != nil {
		return -1, fmt.Errorf("telemetry: %w", err)
	}
	for key, value := range c.s.Headers {
		req.Header.Set(key, value)
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	if c.s.Gzip {
		req.Header.Set("Content-Encoding", "gzip")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		var dialled *url.Error
		if errors.As(err, &dialled) {
			err = dialled.Err // without the URL, which may hold a password
		}
		return 0, fmt.Errorf("telemetry: %s: %w", to.Host, err)
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20)) // so that the connection can be used again
	_ = resp.Body.Close()                                        // nothing more is read
	if resp.StatusCode/100 == 2 {
		return 0, nil
	}
	err = fmt.Errorf("telemetry: %s answered %s", to.Host, resp.Status)
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // 0 where there is none
		return time.Duration(max(0, seconds)) * time.Second, err
	}
	return -1, err
}

func compressed(body []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(body)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}
