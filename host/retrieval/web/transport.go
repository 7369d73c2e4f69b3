package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
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
	Governor *outbound.Governor
	Cache    Cache // nil: nothing is kept
	// RecordDir is the folder that keeps exchanges; empty: none. Made when missing.
	RecordDir string
	// Recordings are further folders of exchanges, which are read when offline and never written to.
	Recordings []string
	// Offline answers from Recordings, RecordDir and Cache only, in this order.
	Offline bool
	// Prices lists the cost of a request that succeeds, in millionths of a USD, by the name of its provider;
	// what is not listed costs nothing.
	Prices map[string]int64
	// Report is counted in as well; nil: only the transport's own. For hosts with several transports.
	Report *outbound.Report
	// AskAnew forgets, as each client is made, that its provider is out: the first request finds out anew.
	AskAnew bool
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

// A Transport holds what the sources of a process share. It is safe for concurrent use.
type Transport struct {
	o      Options
	http   *outbound.Transport
	report *outbound.Report
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
	for _, dir := range o.Recordings {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("folder of recordings: there is no folder %s", dir)
		}
	}
	if o.RecordDir != "" && !o.Offline {
		if err := os.MkdirAll(o.RecordDir, 0o755); err != nil {
			return nil, fmt.Errorf("folder of recordings: %w", err)
		}
	}
	return &Transport{o: o, report: outbound.NewReport(), http: outbound.New(&http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: o.Dial, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: o.Timeout / 3, ResponseHeaderTimeout: o.Timeout / 2, IdleConnTimeout: time.Minute,
		MaxResponseHeaderBytes: 64 << 10,
	})}, nil
}

// Report counts what all clients of the transport did.
func (t *Transport) Report() *outbound.Report { return t.report }

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
	p.Tries, p.Timeout = cmp.Or(p.Tries, t.o.Tries), cmp.Or(p.Timeout, t.o.Timeout)
	c := &Client{t: t, p: p, base: base, line: outbound.LineOf(p.Name, base), account: outbound.AccountOf(p.Secrets) + p.Edition, secrets: outbound.NewRedactor(p.Secrets)}
	if t.o.AskAnew {
		if err := t.o.Governor.Reset(context.Background(), p.Name); err != nil { // a state file is small and its lock brief
			return nil, err
		}
	}
	c.http = &http.Client{Transport: t.http, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return c, nil
}
