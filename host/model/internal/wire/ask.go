package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// A Call is one request to an endpoint: a body that is sent as JSON, with headers beside those that every call has.
type Call struct {
	HTTP    *http.Client
	URL     string
	Headers map[string]string // empty values are not sent
	Body    any
	Clock   func() time.Time // for dates in Retry-After
}

// Ask sends the call once and decodes what comes back. Its error is a *model.Fault, or ctx's cause.
func (c Call) Ask(ctx context.Context, into any) error {
	watched, seen := Watch(ctx)
	if err := c.Post(watched); err != nil {
		return seen.Failed(ctx, err, c.Clock())
	}
	if err := read(seen.Body(), into); err != nil {
		return Misshapen("the answer is not of the wire's format")
	}
	if fault := seen.InDisguise(); fault != nil {
		return fault
	}
	return nil
}

var errRefused = errors.New("the server refused the request")

// Post sends the call once; what comes back is in the context's [Seen].
func (c Call) Post(ctx context.Context) error {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(c.Body); err != nil {
		return fmt.Errorf("the request cannot be written as JSON: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, &body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "sparkhost")
	for name, value := range c.Headers {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	if err := resp.Body.Close(); err != nil {
		return err
	}
	if resp.StatusCode >= http.StatusBadRequest {
		return errRefused
	}
	return nil
}

// read decodes an answer. A field of another type than its own stays empty: servers that copy a format differ in fields that
// nobody needs.
func read(body []byte, into any) error {
	if text := bytes.TrimSpace(body); len(text) == 0 || text[0] != '{' {
		return errors.New("not a JSON object")
	}
	err := json.Unmarshal(body, into)
	if mistyped := (*json.UnmarshalTypeError)(nil); errors.As(err, &mistyped) {
		return nil
	}
	return err
}
