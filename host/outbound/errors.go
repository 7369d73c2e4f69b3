package outbound

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/retrieval"
)

// ErrAccountRefused is matched by errors of class Unavailable when the provider blocked the caller's account
// earlier: it may still answer another one, or none.
var ErrAccountRefused = errors.New("the provider refused this account")

// An Error is a request that has no answer. Its text holds no key and no mail address.
// It matches [retrieval.ErrNotFound] if its class is NotFound.
type Error struct {
	Provider string
	Op       string // Request.Op
	Class    Class
	Status   int    // of HTTP; 0: no answer came
	Detail   string // what went wrong; may be empty
	// Raw holds the words of the system, with addresses and the like. It is for people who look at this very failure and
	// for timings, never for results; may be empty.
	Raw    string
	After  time.Duration // when asking again makes sense; 0: unknown
	Tries  int           // requests sent; 0: none
	Behind *Failure      // of class Unavailable: what the provider is left alone for; nil: not known
	Err    error         // the cause, if any; its own text may be longer than is safe to show
}

// A Failure tells others how a request ended.
type Failure struct {
	Class  Class  `json:"class"`
	Status int    `json:"status,omitempty"`
	Detail string `json:"detail,omitempty"`
	Cause  Cause  `json:"cause,omitempty"` // of models, which have no details
}

// status returns that of a failure, 0 of none.
func (f *Failure) status() int {
	if f == nil {
		return 0
	}
	return f.Status
}

// Error implements error.
func (e *Error) Error() string {
	var b strings.Builder
	e.write(&b, e.Detail)
	if e.Raw != "" {
		fmt.Fprintf(&b, ": %s", e.Raw)
	}
	if e.After > 0 {
		fmt.Fprintf(&b, "; try again in %s", max(e.After.Round(time.Second), time.Second))
	}
	if e.Tries > 1 {
		fmt.Fprintf(&b, " (%d tries)", e.Tries)
	}
	return b.String()
}

// Reason returns the error without what depends on when, where and how often it happened: what records and recordings keep, so
// that a repetition, without the network too, says the same. A provider that is left alone after failures has the reason of
// the last of them, because it depends on earlier questions which request met which.
func (e *Error) Reason() string {
	var b strings.Builder
	shown := e.Shown()
	shown.write(&b, shown.Detail)
	return b.String()
}

// The details of classes that do not depend on which request met them first.
const (
	quotaUsed      = "the quota is used up"
	accountRefused = "see that the key is valid, then `sparkhost sources check`"
)

// Shown returns the parts of a Reason. What a provider writes beside a status that speaks for itself often names the moment or the
// caller.
func (e *Error) Shown() Error {
	out := Error{Provider: e.Provider, Class: e.Class, Status: e.Status, Detail: e.Detail}
	if e.Behind != nil {
		out.Class, out.Status, out.Detail = e.Behind.Class, e.Behind.Status, e.Behind.Detail
	}
	switch {
	case out.Class == QuotaGone:
		out.Status, out.Detail = 0, quotaUsed
	case out.Class == Blocked:
		out.Detail = accountRefused
	case out.Class.Retry() && out.Status >= 400:
		out.Detail = ""
	}
	return out
}

// Failure returns the part that others are told.
func (e *Error) Failure() *Failure {
	shown := e.Shown()
	return &Failure{Class: shown.Class, Status: shown.Status, Detail: shown.Detail}
}

func (e *Error) write(b *strings.Builder, detail string) {
	fmt.Fprintf(b, "%s: %s", e.Provider, strings.ReplaceAll(string(e.Class), "_", " "))
	if e.Status != 0 {
		fmt.Fprintf(b, " (HTTP %d)", e.Status)
	}
	if detail != "" {
		fmt.Fprintf(b, ": %s", detail)
	}
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is makes errors.Is(err, retrieval.ErrNotFound) true of a NotFound.
func (e *Error) Is(target error) bool {
	return target == retrieval.ErrNotFound && e.Class == NotFound
}
