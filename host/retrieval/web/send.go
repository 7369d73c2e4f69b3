package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// answered holds the outcome of one request.
type answered struct {
	status   int
	body     []byte
	redirect string // where to go instead
	verdict  outbound.Verdict
	budget   outbound.Budget
	cause    error // when no whole answer came
}

// send sends one request and judges the answer. Its error is that of ctx only.
func (c *Client) send(ctx context.Context, r Request, to string, permit *outbound.Permit) (answered, error) {
	limited, cancel := context.WithTimeout(ctx, c.p.Timeout)
	defer cancel()
	limited = httptrace.WithClientTrace(limited, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { permit.Sent() }})
	req, err := c.build(limited, r, to)
	if err != nil {
		return answered{verdict: outbound.Verdict{Class: outbound.BadRequest, Detail: err.Error()}}, nil
	}
	resp, err := c.http.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return answered{}, context.Cause(ctx)
		}
		return broken(0, err), nil
	}
	defer resp.Body.Close()
	now := c.t.o.Clock()
	got := answered{status: resp.StatusCode, budget: c.p.Budget(resp.Header, now)}
	if resp.StatusCode >= 300 && resp.StatusCode < 400 {
		got.redirect, got.verdict = c.redirect(resp)
		return got, nil
	}
	body, err := c.read(resp)
	switch {
	case err != nil && ctx.Err() != nil:
		return answered{}, context.Cause(ctx)
	case errors.Is(err, errTooLarge):
		got.verdict = outbound.Verdict{Class: outbound.Malformed, Detail: fmt.Sprintf("the body is larger than %d bytes", c.p.MaxBytes)}
		return got, nil
	case err != nil && resp.StatusCode < 300:
		return broken(resp.StatusCode, err), nil
	}
	var undecoded error
	if c.p.Decode != nil && resp.StatusCode < 300 {
		body, undecoded = c.decode(limited, body)
	}
	if undecoded != nil && ctx.Err() != nil {
		return answered{}, context.Cause(ctx)
	}
	got.body = c.secrets.Bytes(body)
	got.verdict = c.judge(Answer{resp.StatusCode, resp.Header, got.body, now})
	if got.verdict.Class == outbound.OK && undecoded != nil {
		got.verdict, got.cause = outbound.Verdict{Class: outbound.Malformed, Detail: undecoded.Error()}, undecoded
	}
	return got, nil
}

// decode makes text of a body. What it cannot be made of comes back as it is, since it may be an error of the provider's in plain text.
func (c *Client) decode(ctx context.Context, body []byte) ([]byte, error) {
	text, err := c.p.Decode(ctx, body)
	if err != nil {
		return bytes.ToValidUTF8(body, nil), err
	}
	return bytes.ToValidUTF8(text, nil), nil
}

// build makes the request that goes out. Off the provider's own host it carries no secret.
func (c *Client) build(ctx context.Context, r Request, to string) (*http.Request, error) {
	var body io.Reader
	if r.Body != "" {
		body = strings.NewReader(r.Body)
	}
	req, err := http.NewRequestWithContext(ctx, r.method(), to, body)
	if err != nil {
		return nil, errors.New("the request has no valid address")
	}
	for name, values := range c.p.Header {
		req.Header[name] = slices.Clone(values)
	}
	req.Header.Set("User-Agent", c.t.o.UserAgent)
	if r.Body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.p.Authorize != nil && req.URL.Host == c.base.Host && req.URL.Scheme == c.base.Scheme {
		c.p.Authorize(req)
	}
	return req, nil
}

// redirect says where an answer sends us, if we may go there.
func (c *Client) redirect(resp *http.Response) (string, outbound.Verdict) {
	to, err := resp.Location()
	if err != nil {
		return "", outbound.Verdict{Class: outbound.Malformed, Detail: "a redirect without address"}
	}
	to.RawQuery, to.Fragment = c.withoutSecrets(to.Query()), ""
	if to.Host != c.base.Host && !slices.Contains(c.p.Hosts, to.Hostname()) {
		return "", outbound.Verdict{Class: outbound.Malformed, Detail: "redirected to another host", Raw: to.Host}
	}
	if to.Scheme != "https" && to.Scheme != c.base.Scheme {
		return "", outbound.Verdict{Class: outbound.Malformed, Detail: fmt.Sprintf("redirected to %q", to.Scheme)}
	}
	return to.String(), outbound.Verdict{Class: outbound.OK}
}

// withoutSecrets drops the parameters that hold one; Authorize adds them again where they belong.
func (c *Client) withoutSecrets(q url.Values) string {
	for name, values := range q {
		if slices.ContainsFunc(values, func(v string) bool { return slices.Contains(c.p.Secrets, v) }) {
			delete(q, name)
		}
	}
	return q.Encode()
}

var errTooLarge = errors.New("too large")

// broken returns the verdict of a request that got no whole answer.
func broken(status int, err error) answered {
	var inner *url.Error // its text has the address, and with it keys
	if errors.As(err, &inner) {
		err = inner.Err
	}
	if errors.Is(err, outbound.ErrSwitched) {
		return answered{status: http.StatusSwitchingProtocols, cause: err, verdict: outbound.Verdict{Class: outbound.Malformed, Detail: err.Error()}}
	}
	return answered{status: status, cause: err, verdict: outbound.Verdict{Class: outbound.Transient, Detail: outbound.CauseOf(err).Text(), Raw: err.Error()}}
}

// judge classifies an answer and checks that a good one has the promised content.
func (c *Client) judge(a Answer) outbound.Verdict {
	v := c.p.Classify(a)
	if v.Class == "" {
		v.Class = outbound.Malformed
	}
	if v.Class != outbound.OK {
		if v.Detail == "" {
			v.Detail = firstLine(a.Body)
		}
		return v
	}
	if !plain(a.Header) {
		return outbound.Verdict{Class: outbound.Malformed, Detail: fmt.Sprintf("packed as %q", a.Header.Get("Content-Encoding"))}
	}
	if a.Status == http.StatusPartialContent {
		return outbound.Verdict{Class: outbound.Malformed, Detail: "a part where the whole is due"}
	}
	if c.p.Format != Any && len(bytes.TrimSpace(a.Body)) == 0 {
		return outbound.Verdict{Class: outbound.Transient, Detail: "a blank answer"} // services send such for a moment
	}
	if what := c.p.Format.mistaken(a.Body); what != "" {
		return outbound.Verdict{Class: outbound.Malformed, Detail: fmt.Sprintf("%s where %s is due", what, strings.ToUpper(string(c.p.Format)))}
	}
	return v
}

// mistaken says what a body is when it is not of the format.
func (f Format) mistaken(body []byte) string {
	start := strings.ToLower(string(bytes.TrimSpace(body[:min(len(body), 512)])))
	html := strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html")
	switch {
	case f == Any:
		return ""
	case start == "":
		return "nothing"
	case html && f != HTML:
		return "an HTML page"
	case f == HTML && start[0] != '<':
		return "other text"
	case f == JSON && start[0] != '{' && start[0] != '[', f == XML && start[0] != '<':
		return "other text"
	}
	return ""
}

// firstLine returns the text of an error body for people: nothing when it is HTML.
func firstLine(body []byte) string {
	if JSON.mistaken(body) == "an HTML page" {
		return ""
	}
	s := strings.TrimSpace(string(body[:min(len(body), 2000)]))
	s, _, _ = strings.Cut(s, "\n")
	return strings.ToValidUTF8(s, "")
}
