// Package wire holds what the wire formats share: an HTTP client that watches an exchange, and the reading of what
// went wrong in it. Good answers are decoded into what is read of them; what failed is read
// from the bytes themselves.
package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// DefaultMaxBytes caps a body.
const DefaultMaxBytes = 8 << 20

// Options say how a client connects. The zero value is the network's own way.
type Options struct {
	// Dial makes connections; nil: the network's own.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// MaxBytes caps a body, unpacked; 0: DefaultMaxBytes.
	MaxBytes int64
}

// Client makes the HTTP client of the wires. It follows no redirect, as keys would go along.
func Client(o Options) *http.Client {
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.Dial == nil {
		o.Dial = (&net.Dialer{Timeout: 10 * time.Second}).DialContext
	}
	inner := &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: o.Dial, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: 8, MaxResponseHeaderBytes: 64 << 10,
	}
	return &http.Client{
		Transport:     watcher{outbound.New(inner), o.MaxBytes},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Seen records what an exchange looked like on the wire. It may be read when the call has returned.
type Seen struct {
	mu     sync.Mutex
	most   int // values of the body; 0: maxValues
	sent   bool
	status int
	header http.Header
	body   []byte
	err    error
}

type seenKey struct{}

// WatchMany is [Watch] for a body with more values than those of chat have, of which the caller decodes each in little memory.
func WatchMany(ctx context.Context, most int) (context.Context, *Seen) {
	ctx, s := Watch(ctx)
	s.most = most
	return ctx, s
}

// Watch returns a context whose exchange fills in the Seen.
func Watch(ctx context.Context) (context.Context, *Seen) {
	s := &Seen{}
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() {
		s.mu.Lock()
		s.sent = true
		s.mu.Unlock()
	}})
	return context.WithValue(ctx, seenKey{}, s), s
}

// Body returns the body that came back, whole or up to the place where it broke off.
func (s *Seen) Body() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.body
}

// set keeps what came back; resp is nil when nothing did.
func (s *Seen) set(resp *http.Response, body []byte, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if resp != nil {
		s.status, s.header = resp.StatusCode, resp.Header.Clone()
	}
	s.body, s.err = body, err
}

var errTooLarge = errors.New("the body is too large")

// watcher reads bodies whole, so that an answer is seen whole or not at all.
type watcher struct {
	inner *outbound.Transport
	most  int64
}

// RoundTrip implements http.RoundTripper.
func (w watcher) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := w.inner.RoundTrip(req)
	s, _ := req.Context().Value(seenKey{}).(*Seen)
	if s == nil {
		s = &Seen{}
	}
	if err != nil {
		s.set(nil, nil, err)
		return nil, err
	}
	body, err := w.read(resp) // not under the lock, which the trace takes while the request is still being written
	if err == nil && resp.StatusCode >= 300 && resp.StatusCode < 400 {
		err = errors.New("it redirects, and keys are not sent elsewhere: check base_url")
	}
	if err == nil {
		err = checked(body, s.most)
	}
	s.set(resp, body, err)
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

func (w watcher) read(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close() // what is left of it does not matter
	body, err := io.ReadAll(io.LimitReader(resp.Body, w.most+1))
	if int64(len(body)) > w.most {
		return body[:w.most], fmt.Errorf("%w: more than %d bytes", errTooLarge, w.most)
	}
	return body, err
}

// CloseIdleConnections lets http.Client.CloseIdleConnections reach the connections.
func (w watcher) CloseIdleConnections() { w.inner.CloseIdleConnections() }
