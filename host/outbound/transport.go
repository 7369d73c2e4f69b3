// Package outbound holds what requests to other machines share, whether they go to sources, models or plugin registries: limits
// and a [Governor] that all processes of the machine obey, the retry rule of sources ([Class.Retry], [Backoff]), [RetryAfter], the [Class] and [Cause] of
// failures, credentials and their redaction, and a [Transport] through which no server can hold a caller longer than the caller's
// context.
package outbound

import (
	"errors"
	"fmt"
	"net/http"
)

// ErrSwitched is matched by the error of an exchange whose server answered 101: it wants to speak another protocol,
// which nobody here asked for.
var ErrSwitched = errors.New("the server switched to another protocol (HTTP 101)")

// A Transport is an http.RoundTripper that refuses an answer of 101. The body of such an answer is the bare connection, whose
// reads no context and no time-out ends. It is safe for concurrent use.
type Transport struct{ inner *http.Transport }

// New makes a transport that sends by inner.
func New(inner *http.Transport) *Transport { return &Transport{inner} }

// RoundTrip implements http.RoundTripper. Its errors are those of net/http, or match [ErrSwitched].
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.inner.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusSwitchingProtocols {
		if err := resp.Body.Close(); err != nil { // closes the connection
			return nil, fmt.Errorf("%w; closing it: %v", ErrSwitched, err)
		}
		return nil, ErrSwitched
	}
	return resp, nil
}

// CloseIdleConnections lets http.Client.CloseIdleConnections reach the connections.
func (t *Transport) CloseIdleConnections() { t.inner.CloseIdleConnections() }
