package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// download reads a module from an https address.
func (m *Module) download(ctx context.Context, o Options) error {
	text := m.Reference.Text
	client := &http.Client{Transport: transport(o), CheckRedirect: sameHost}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.Reference.URL.String(), nil)
	if err != nil {
		return &Error{Reference: text, Reason: "cannot be asked for", Err: err}
	}
	resp, err := client.Do(req)
	if err != nil {
		return unavailable(ctx, text, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return answered(text, resp.StatusCode)
	}
	if resp.ContentLength > o.MaxBytes {
		return about(text, tooLarge(o.MaxBytes))
	}
	if m.Wasm, err = readCapped(resp.Body, o.MaxBytes); err != nil {
		return unavailable(ctx, text, err)
	}
	return nil
}

// transport makes connections that end with their request, so that nothing stays behind, through
// the proxy of the options alone.
func transport(o Options) *outbound.Transport {
	t := &http.Transport{
		DisableKeepAlives: true, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: 15 * time.Second, ResponseHeaderTimeout: 30 * time.Second,
	}
	if o.Proxy != nil {
		t.Proxy = func(r *http.Request) (*url.URL, error) {
			if loopback(r.URL.Hostname()) {
				return nil, nil
			}
			return o.Proxy, nil
		}
	}
	return outbound.New(t)
}

const maxRedirects = 5

// sameHost follows redirects on the host that was named only, and never from https to http.
func sameHost(r *http.Request, via []*http.Request) error {
	first := via[0].URL
	switch {
	case len(via) > maxRedirects:
		return fmt.Errorf("it redirects more than %d times", maxRedirects)
	case r.URL.Host != first.Host || r.URL.Scheme != first.Scheme:
		return fmt.Errorf("it redirects to another host, %s://%s: name the final address", r.URL.Scheme, r.URL.Host)
	}
	return nil
}

// encrypted follows the redirects of a registry, whose blobs may lie elsewhere and are checked by
// digest, but never to plain http on another machine.
func encrypted(r *http.Request, via []*http.Request) error {
	switch {
	case len(via) > maxRedirects:
		return fmt.Errorf("it redirects more than %d times", maxRedirects)
	case r.URL.Scheme != "https" && !loopback(r.URL.Hostname()):
		return fmt.Errorf("it redirects to %s://%s, which is not encrypted", r.URL.Scheme, r.URL.Host)
	}
	return nil
}

// answered returns the error of an answer that holds no module.
func answered(text string, status int) error {
	e := &Error{Reference: text, Reason: fmt.Sprintf("was answered with %d %s", status, http.StatusText(status)), Status: status}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		e.Next = "log in to the registry, as with `docker login`: credentials are read from the Docker config file"
	case status == http.StatusNotFound:
		e.Next = "check the address; what is not public may look missing without credentials"
	case status == http.StatusTooManyRequests || status >= 500:
		e.Kind, e.Next = ErrUnavailable, "try again later"
	}
	return e
}

// unavailable returns the error of a server that could not be reached or broke off.
func unavailable(ctx context.Context, text string, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	if known := about(text, err); known != nil { // such as a body that is too large
		return known
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return &Error{
		Reference: text, Reason: "could not be read from its server", Kind: ErrUnavailable, Err: err,
		Next: "check the address and the network, and try again",
	}
}

// about puts the reference on an error of this package, nil if err is none.
func about(text string, err error) error {
	var known *Error
	if !errors.As(err, &known) {
		return nil
	}
	known.Reference = text
	return known
}
