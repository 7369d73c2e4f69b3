package web

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"

	"github.com/sparkhost/sparkhost/host/internal/written"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// A Client asks one provider. It is safe for concurrent use.
type Client struct {
	t       *Transport
	p       Provider
	base    *url.URL
	line    string // where the governor lets it wait
	account string
	secrets outbound.Redactor
	http    *http.Client
}

// Get asks for r and returns what parse makes of the body. Parse is called before the body is
// cached, so what it refuses is never kept: it holds the body to all that the source relies on. It must not
// keep or change the slice. Errors are *[Error] or ctx's cause.
func Get[T any](ctx context.Context, c *Client, r Request, parse func(body []byte) (T, error)) (T, error) {
	var none T
	var parsed *T // what check made of the body that was got
	check := func(body []byte) error {
		v, err := parse(body)
		if err == nil {
			parsed = &v
		}
		return err
	}
	body, fresh, err := c.get(ctx, r, check)
	switch {
	case err != nil:
		return none, err
	case fresh && parsed != nil:
		return *parsed, nil
	}
	v, err := parse(body)
	if err != nil && !fresh && !c.t.o.Offline { // kept by another version, or imported: it is asked for anew
		if body, err = c.fetch(ctx, r, check); err != nil {
			return none, err
		}
		v, err = parse(body)
	}
	if err != nil {
		return none, c.fail(r, outbound.Error{Class: outbound.Malformed, Detail: "kept answer: " + err.Error(), Err: err})
	}
	return v, nil
}

// canonical identifies a request among those of all services that go by the provider's name.
func (c *Client) canonical(r Request) string {
	if c.p.Realm == "" {
		return r.canonical()
	}
	return c.p.Realm + "\n" + r.canonical()
}

// kept returns the place where the cache keeps an answer: by the address that gave it, too, so that what a stand-in or a mirror says
// is never served for the provider's. Recordings, which are chosen one by one, answer for any address.
func (c *Client) kept(key Key) Key {
	return sha256.Sum256([]byte("kept of\x00" + c.base.String() + "\x00" + string(key[:])))
}

// get finds the body in the recordings, the cache or the network. Fresh says that this very call
// got it, so that check has seen it.
func (c *Client) get(ctx context.Context, r Request, check func([]byte) error) (body []byte, fresh bool, err error) {
	key := keyOf(c.p.Name, c.canonical(r))
	if c.t.o.Offline {
		body, err = c.offline(ctx, r, key)
		return body, false, err
	}
	body, fresh, err = c.cached(ctx, r, key, check)
	if rerr := c.record(r, key, body, err); rerr != nil {
		return nil, false, rerr
	}
	return body, fresh, err
}

// cached asks the cache and, when it does not know, the provider.
func (c *Client) cached(ctx context.Context, r Request, key Key, check func([]byte) error) (body []byte, fresh bool, err error) {
	if c.t.o.Cache == nil {
		body, err = c.fetch(ctx, r, check)
		return body, true, err
	}
	var own atomic.Bool // another goroutine sets it, which may outlive this call
	for {
		body, err = c.t.o.Cache.Do(ctx, c.p.Name, c.kept(key), func(shared context.Context) ([]byte, error) {
			own.Store(true)
			if at, ok := ctx.Deadline(); ok { // a flight is shared and knows no deadline
				var cancel context.CancelFunc
				shared, cancel = context.WithDeadline(shared, at)
				defer cancel()
			}
			return c.fetch(shared, r, check)
		})
		fresh = own.Load()
		if !fresh && err != nil && ctx.Err() == nil && ended(err) {
			continue // another caller's flight, whose deadline was nearer than ours
		}
		if !fresh && err == nil {
			c.count(ctx, func(n *outbound.Counters) { n.CacheHits++ })
		}
		return body, fresh, err
	}
}

// ended tells whether a request failed for want of time and not by its provider.
func ended(err error) bool {
	var e *outbound.Error
	if errors.As(err, &e) {
		return e.Class == outbound.TooLate
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// fail completes an error and takes secrets out of its text.
func (c *Client) fail(r Request, e outbound.Error) *outbound.Error {
	e.Provider, e.Op = c.p.Name, r.Op
	e.Detail, e.Raw = written.Line(c.secrets.Text(e.Detail), 300), written.Line(c.secrets.Text(e.Raw), 300)
	return &e
}

// offline finds the answer without the network.
func (c *Client) offline(ctx context.Context, r Request, key Key) ([]byte, error) {
	body, found, err := c.recorded(r, key)
	if !found && err == nil && c.t.o.Cache != nil {
		body, found, err = c.t.o.Cache.Get(c.p.Name, c.kept(key))
	}
	switch {
	case err != nil:
		return nil, c.gaveUp(ctx, err)
	case !found:
		return nil, c.gaveUp(ctx, c.fail(r, outbound.Error{Class: outbound.Missing, Detail: fmt.Sprintf("offline, and this request was neither recorded nor cached: %s", c.canonical(r))}))
	}
	c.count(ctx, func(n *outbound.Counters) { n.CacheHits++ })
	return body, nil
}
