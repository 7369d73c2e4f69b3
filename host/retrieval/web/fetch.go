package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// mostRedirects limits how many redirects a request follows.
const mostRedirects = 3

// backoff is the wait after a failure whose provider names none.
var backoff = outbound.Backoff{First: time.Second, Most: time.Minute}

// fetch asks the provider, again where that makes sense, and counts what happened.
func (c *Client) fetch(ctx context.Context, r Request, check func([]byte) error) ([]byte, error) {
	var last *outbound.Error
	for try := 1; ; try++ {
		body, err := c.follow(ctx, r, check, try)
		if err == nil {
			return body, nil
		}
		var e *outbound.Error
		if !errors.As(err, &e) { // ctx ended
			return nil, err
		}
		if e.Class == outbound.TooLate && last != nil { // the wait after a failure: the failure says more
			e = last
			e.Tries = try - 1
			return nil, c.gaveUp(ctx, e)
		}
		if last = e; e.Class != outbound.TooLate && e.Class != outbound.Unavailable {
			e.Tries = try
		}
		if !e.Retry() || try == c.p.Tries {
			return nil, c.gaveUp(ctx, e)
		}
		if err := c.pause(ctx, e); err != nil {
			return nil, c.gaveUp(ctx, err)
		}
		c.count(ctx, func(n *outbound.Counters) { n.Retries++ })
	}
}

// gaveUp counts a request that has no answer.
func (c *Client) gaveUp(ctx context.Context, err error) error {
	var e *outbound.Error
	if errors.As(err, &e) {
		c.count(ctx, func(n *outbound.Counters) {
			n.Failures++
			n.Last, n.Raw = e.Class, e.Raw
		})
	}
	return err
}

// pause sleeps before the next try, unless the governor makes everybody wait anyway. When the
// deadline comes first, it returns the error at once.
func (c *Client) pause(ctx context.Context, e *outbound.Error) error {
	if deadline, ok := ctx.Deadline(); ok && c.t.o.Clock().Add(e.After).After(deadline) {
		return e
	}
	if e.Class == outbound.RateLimited {
		return nil
	}
	timer := time.NewTimer(e.After)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// follow sends one request and those that it is redirected to, each with a permit of its own.
func (c *Client) follow(ctx context.Context, r Request, check func([]byte) error, try int) ([]byte, error) {
	to := c.base.String() + r.Path
	if q := r.Query.Encode(); q != "" {
		to += "?" + q
	}
	for range mostRedirects + 1 {
		got, err := c.once(ctx, r, to, check, try)
		if err != nil || got.redirect == "" {
			return got.body, err
		}
		to = got.redirect
	}
	return nil, c.fail(r, outbound.Error{Class: outbound.Malformed, Detail: "too many redirects"})
}

// once sends one request, with the governor's leave.
func (c *Client) once(ctx context.Context, r Request, to string, check func([]byte) error, try int) (answered, error) {
	permit, err := c.t.o.Governor.Acquire(ctx, c.line, c.account, c.p.Limits)
	if err != nil {
		var e *outbound.Error
		if errors.As(err, &e) {
			err = c.fail(r, *e)
		}
		return answered{}, err
	}
	defer permit.End(outbound.Outcome{}) // if a reader panics; else it has ended below
	c.count(ctx, func(n *outbound.Counters) {
		n.Calls++
		if permit.Waited >= time.Millisecond { // less is bookkeeping
			n.Waits++
			n.Waited += permit.Waited
		}
	})
	got, err := c.send(ctx, r, to, permit)
	if left := got.budget.Remaining; left != nil {
		c.count(ctx, func(n *outbound.Counters) { n.Left = left })
	}
	out := outbound.Outcome{Class: got.verdict.Class, Budget: got.budget}
	if err != nil { // the caller gave up: it says nothing about the provider
		permit.End(outbound.Outcome{})
		return answered{}, err
	}
	if out.Class == outbound.OK && got.redirect == "" {
		if perr := check(got.body); perr != nil {
			got.verdict = outbound.Verdict{Class: outbound.Malformed, Detail: perr.Error()}
			out.Class = outbound.Malformed
		}
	}
	var failed *outbound.Error
	if got.verdict.Class != outbound.OK {
		failed = c.failed(r, got, try)
		out.Failure = failed.Failure()
		if failed.Class == outbound.RateLimited || failed.Class == outbound.QuotaGone || got.verdict.Wait > 0 {
			out.Pause = failed.After
		}
	}
	permit.End(out)
	if failed != nil {
		return answered{}, failed
	}
	if got.redirect == "" && !r.Free {
		c.count(ctx, func(n *outbound.Counters) { n.CostMicroUSD += c.t.o.Prices[c.p.Name] })
	}
	return got, nil
}

// failed makes the error of a request that got no usable answer.
func (c *Client) failed(r Request, got answered, try int) *outbound.Error {
	v := got.verdict
	e := outbound.Error{Class: v.Class, Status: got.status, Detail: v.Detail, Raw: v.Raw, After: v.Wait, Err: got.cause}
	if v.Class.Retry() && e.After == 0 {
		e.After = backoff.After(try, c.t.o.Seed, keyOf(c.p.Name, c.canonical(r)))
	}
	if got.status == http.StatusOK {
		e.Status = 0 // "HTTP 200" would not explain anything
	}
	return c.fail(r, e)
}

func (c *Client) count(ctx context.Context, change func(*outbound.Counters)) {
	c.t.report.Add(c.p.Name, change)
	if c.t.o.Report != nil {
		c.t.o.Report.Add(c.p.Name, change)
	}
	if r := outbound.ReportOf(ctx); r != nil {
		r.Add(c.p.Name, change)
	}
}
