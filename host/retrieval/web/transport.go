package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

// A Cache keeps good bodies. It is implemented by the host on its cache; an error of it is one of fn.
type Cache interface {
	// Do returns what is kept under key, or what fn returns, which it then keeps unless it is an
	// error. Concurrent calls with one key may share one call of fn, whose context has the
	// values of one of them.
	Do(ctx context.Context, provider string, key Key, fn func(context.Context) ([]byte, error)) ([]byte, error)
	// Get returns what is kept under key.
	Get(provider string, key Key) (body []byte, ok bool, err error)
}

// Options say how a transport works. Governor is required.
type Options struct {
	Governor *Governor
	Cache    Cache // nil: nothing is kept
	// RecordDir is where exchanges are kept and looked for; empty: nowhere. Made when missing.
	RecordDir string
	// Offline answers from RecordDir and Cache only.
	Offline bool
	// UserAgent is sent with each request; empty: "sparkhost".
	UserAgent string
	// Seed makes the jitter of back-offs.
	Seed uint64
	// Tries is the most requests for one answer; 0: 5.
	Tries int
	// Timeout ends one request, from its start to the last byte; 0: 30 s. Half of it may pass until
	// the header is there, a third until the connection is.
	Timeout time.Duration
	// Clock is the time; nil: time.Now.
	Clock func() time.Time
	// Dial makes connections; nil: the network's own. For tests and proxies.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// A Transport is what the sources of a process share. It is safe for concurrent use.
type Transport struct {
	o      Options
	http   *http.Transport
	report *Report
}

// New makes a transport.
func New(o Options) (*Transport, error) {
	if o.Governor == nil {
		return nil, errors.New("web: no governor")
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.UserAgent == "" {
		o.UserAgent = "sparkhost"
	}
	if o.Tries == 0 {
		o.Tries = 5
	}
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	if o.Dial == nil {
		o.Dial = (&net.Dialer{Timeout: o.Timeout / 3}).DialContext
	}
	if o.RecordDir != "" {
		if err := os.MkdirAll(o.RecordDir, 0o755); err != nil {
			return nil, fmt.Errorf("folder of recordings: %w", err)
		}
	}
	return &Transport{o: o, report: NewReport(), http: &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: o.Dial, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: o.Timeout / 3, ResponseHeaderTimeout: o.Timeout / 2, IdleConnTimeout: time.Minute,
		MaxResponseHeaderBytes: 64 << 10,
	}}, nil
}

// Report counts what all clients of the transport did.
func (t *Transport) Report() *Report { return t.report }

// Close closes idle connections. It is safe to call twice; requests under way are not ended.
func (t *Transport) Close() error {
	t.http.CloseIdleConnections()
	return nil
}

// Client makes the client of one provider. It fails when the description cannot work.
func (t *Transport) Client(p Provider) (*Client, error) {
	base, err := p.check()
	if err != nil {
		return nil, err
	}
	c := &Client{t: t, p: p, base: base, account: accountOf(p.Secrets), secrets: newRedactor(p.Secrets)}
	c.http = &http.Client{Transport: t.http, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return c, nil
}
