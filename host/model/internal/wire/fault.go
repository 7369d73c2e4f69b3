package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// Failed returns the error of an exchange whose call returned err: ctx's cause, or a *model.Fault. Ctx is the caller's
// context, not that of the exchange, which may have ended of a time-out of its own.
func (s *Seen) Failed(ctx context.Context, err error, now time.Time) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.status >= 400:
		return s.refused(now)
	case s.err != nil:
		return s.broken(s.err)
	case s.status != 0:
		return Misshapen("the answer is not of the wire's format")
	case errors.Is(err, context.DeadlineExceeded):
		return s.broken(err)
	}
	return &model.Fault{Kind: model.ErrRejected, Detail: "not sent: " + err.Error()}
}

// Misshapen returns the fault of an answer that came, and that the wire's format does not allow.
func Misshapen(detail string) *model.Fault {
	return &model.Fault{Kind: model.ErrUnavailable, Detail: detail, Cause: outbound.Shape, Retry: true, Billable: true}
}

// broken returns the fault of an exchange that ended without an answer.
func (s *Seen) broken(err error) *model.Fault {
	var inner *url.Error // its text has the address
	if errors.As(err, &inner) {
		err = inner.Err
	}
	f := &model.Fault{Kind: model.ErrUnavailable, Retry: true, Billable: s.sent, Detail: err.Error(), Cause: outbound.CauseOf(err)}
	switch {
	case s.status >= 300 && s.status < 400:
		f.Retry, f.Cause = false, outbound.Redirected
	case errors.Is(err, outbound.ErrSwitched):
		f.Retry = false
	case errors.Is(err, errTooMany):
		f.Retry, f.Cause, f.Billable = false, outbound.Shape, true
	case errors.Is(err, errTooLarge):
		f.Retry, f.Cause = false, outbound.TooLarge
	case f.Cause == outbound.Timeout:
		f.Err = context.DeadlineExceeded
	}
	return f
}

// refused returns the fault of an answer that is an error by its status.
func (s *Seen) refused(now time.Time) *model.Fault {
	said := errorIn(s.body)
	f := &model.Fault{Status: s.status, Code: said.code(), Detail: said.Message, Wait: wait(s.header, now)}
	f.Kind, f.Retry = kind(s.status, f.Code, f.Detail)
	f.Busy = f.Retry && slices.Contains([]int{429, 503, 529}, s.status)
	switch s.header.Get("X-Should-Retry") {
	case "true":
		f.Retry = f.Kind != model.ErrQuota
	case "false":
		f.Retry = false
	}
	return f
}

// InDisguise returns the fault of a body that reports an error under a status of success, or nil if it reports none.
func (s *Seen) InDisguise() *model.Fault {
	said := errorIn(s.Body())
	if said.Message == "" && said.code() == "" {
		return nil
	}
	f := &model.Fault{Code: said.code(), Detail: said.Message, Cause: outbound.Shape, Billable: true}
	f.Kind, f.Retry = kind(said.status(), f.Code, f.Detail)
	return f
}

// kind says what a status and the endpoint's words mean. 408, 409, 429 and everything from 500 on may be tried
// again, save a quota that is gone.
func kind(status int, code, detail string) (kind error, retry bool) {
	words := strings.ToLower(code + " " + detail)
	for _, gone := range []string{"insufficient_quota", "insufficient balance", "insufficient_balance", "exceeded_current_quota", "credit balance", "billing"} {
		if strings.Contains(words, gone) {
			return model.ErrQuota, false
		}
	}
	switch {
	case status == 401, status == 403, strings.Contains(words, "authentication_error"), strings.Contains(words, "invalid_api_key"):
		return model.ErrAuth, false
	case status == 402:
		return model.ErrQuota, false
	case status == 408, status == 409, status == 429, status >= 500 && status != http.StatusNotImplemented:
		return model.ErrUnavailable, true
	case strings.Contains(words, "overloaded"), strings.Contains(words, "rate_limit"), strings.Contains(words, "server_error"), status == 0:
		return model.ErrUnavailable, true
	}
	return model.ErrRejected, false
}

// wait reads Retry-After-Ms, or Retry-After in seconds or as a date.
func wait(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	return outbound.RetryAfter(h, now)
}

// said is an error as one of the endpoints writes it.
type said struct {
	Message string          `json:"message"`
	Type    string          `json:"type"`
	Code    json.RawMessage `json:"code"` // a string or a number
	Status  string          `json:"status"`
}

func (s said) code() string {
	var text string
	if json.Unmarshal(s.Code, &text) == nil && text != "" {
		return text
	}
	if s.Type != "" {
		return s.Type
	}
	return s.Status
}

// status returns a code that is an HTTP status; 0: it is none.
func (s said) status() int {
	n, err := strconv.Atoi(strings.Trim(string(s.Code), `"`))
	if err != nil || n < 400 || n > 599 {
		return 0
	}
	return n
}

// errorIn finds the error in a body: {"error": {…}}, {"error": "…"}, either within an array, or {"object": "error",
// "message": …}. A body that is no JSON says what its first line says.
func errorIn(body []byte) said {
	var list []json.RawMessage
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) && json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0] // of one array: each within it would be read anew
	}
	text := strings.TrimSpace(string(body[:min(len(body), 1<<16)]))
	var b struct {
		Error   json.RawMessage `json:"error"`
		Object  string          `json:"object"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &b) != nil {
		line, _, _ := strings.Cut(text, "\n")
		if strings.HasPrefix(line, "<") || strings.HasPrefix(line, "{") {
			line = ""
		}
		return said{Message: line}
	}
	var s said
	switch {
	case len(b.Error) > 0 && b.Error[0] == '{':
		if json.Unmarshal(b.Error, &s) != nil || s.Message == "" && s.code() == "" {
			s.Message = string(b.Error)
		}
	case len(b.Error) > 0 && b.Error[0] == '"':
		_ = json.Unmarshal(b.Error, &s.Message) // it is a string
	case b.Object == "error":
		s = said{Message: b.Message, Type: "error"}
	case len(b.Detail) > 0 && string(b.Detail) != "null":
		s.Message = string(b.Detail)
	}
	return s
}
