package web_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

func TestEachErrorOfTheNetworkHasOneCause(t *testing.T) {
	for want, errs := range map[outbound.Cause][]error{
		"":                   {nil},
		outbound.Refused:     {&net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}},
		outbound.DNS:         {&net.DNSError{Name: "nowhere.test", IsNotFound: true}, &net.DNSError{Name: "slow.test", IsTimeout: true}},
		outbound.Timeout:     {context.DeadlineExceeded, os.ErrDeadlineExceeded, &net.OpError{Op: "dial", Err: syscall.ETIMEDOUT}},
		outbound.Unreachable: {syscall.EHOSTUNREACH, syscall.ENETUNREACH},
		outbound.TLS:         {http.ErrSchemeMismatch, x509.UnknownAuthorityError{}, tls.AlertError(40), &tls.CertificateVerificationError{Err: errors.New("no")}},
		outbound.Reset:       {io.EOF, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE, errors.New("malformed HTTP response")},
	} {
		for _, err := range errs {
			if err != nil {
				err = &url.Error{Op: "Get", URL: "http://127.0.0.1:4711/", Err: fmt.Errorf("inner: %w", err)}
			}
			assert.Equal(t, want, outbound.CauseOf(err), "%v", err)
			assert.Equal(t, want != "", want.Text() != "")
		}
	}
}

// faultyAt asks a provider at an address once, and returns what it says and what is left of it in a folder of recordings.
func faultyAt(t *testing.T, base string) (reason, raw, recording string) {
	t.Helper()
	governor, err := outbound.NewGovernor(outbound.GovernorOptions{})
	require.NoError(t, err)
	dir := t.TempDir()
	transport, err := web.New(web.Options{Governor: governor, Tries: 1, RecordDir: dir})
	require.NoError(t, err)
	defer func() { require.NoError(t, transport.Close()) }()
	client, err := transport.Client(web.Provider{Name: "p", Base: base, Format: web.JSON, MaxBytes: 1 << 10})
	require.NoError(t, err)
	_, err = web.Get(t.Context(), client, web.Request{Op: "search", Path: "/search"}, parse)
	e := failure(t, err)
	files, err := filepath.Glob(filepath.Join(dir, "p", "*.json"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	data, err := os.ReadFile(files[0])
	require.NoError(t, err)
	return e.Reason(), e.Raw, string(data)
}

// closed is an address of loopback where nobody listens any more.
func closed(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	return l.Addr().String()
}

func TestTheSameFailureAtTwoAddressesIsToldInTheSameWords(t *testing.T) {
	serving := func(handler http.HandlerFunc) func(*testing.T) string {
		return func(t *testing.T) string {
			s := httptest.NewServer(handler)
			t.Cleanup(s.Close)
			return s.URL
		}
	}
	for name, at := range map[string]func(*testing.T) string{
		"nobody listens":         func(t *testing.T) string { return "http://" + closed(t) },
		"no TLS where it is due": func(t *testing.T) string { return strings.Replace(serving(nil)(t), "http:", "https:", 1) },
		"a connection that ends": serving(func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }),
		"half a body":            serving(standin.Truncated(good)),
		"another host": serving(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://"+closed(t), http.StatusFound)
		}),
		"an error page": serving(func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "no "+r.Host, http.StatusServiceUnavailable)
		}),
		"an account that is not": serving(func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "not from "+r.RemoteAddr, http.StatusForbidden)
		}),
		"a quota that is used up": serving(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "86400")
			http.Error(w, r.Host, http.StatusTooManyRequests)
		}),
		"more than may come":       serving(standin.Endless()),
		"a page of another format": serving(standin.HTML()),
	} {
		t.Run(name, func(t *testing.T) {
			reason, _, recording := faultyAt(t, at(t))
			again, _, recordedAgain := faultyAt(t, at(t))
			assert.Equal(t, reason, again)
			assert.Equal(t, recording, recordedAgain)
			assert.NotContains(t, reason+recording, "127.0.0.1")
		})
	}
}

func TestWhatTheSystemSaidIsKeptApart(t *testing.T) {
	address := closed(t)
	reason, raw, _ := faultyAt(t, "http://"+address)
	assert.Equal(t, "p: transient: the connection was refused", reason)
	assert.Contains(t, raw, address)
}

func TestAProviderThatIsLeftAloneHasTheReasonThatItIsLeftAloneFor(t *testing.T) {
	for name, fault := range map[string]http.HandlerFunc{"breaker": standin.Status(503), "account": standin.Status(403)} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world, o *web.Options) { o.Tries, w.provider.Limits.Failures = 1, 1 }, func(t *testing.T, w *world) {
				w.server.Fail("p", -1, fault)
				_, err := w.get(t, t.Context())
				first := failure(t, err)
				_, err = w.get(t, t.Context())
				second := failure(t, err)
				assert.Equal(t, outbound.Unavailable, second.Class)
				assert.Equal(t, first.Reason(), second.Reason())
				assert.NotEqual(t, first.Error(), second.Error())
			})
		})
	}
}
