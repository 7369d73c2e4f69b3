package web

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
	Status   int           // of HTTP; 0: no answer came
	Detail   string        // what went wrong; may be empty
	After    time.Duration // when asking again makes sense; 0: unknown
	Tries    int           // requests sent; 0: none
	Err      error         // the cause, if any; its own text may be longer than is safe to show
}

// Error implements error.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Reason())
	if e.After > 0 {
		fmt.Fprintf(&b, "; try again in %s", max(e.After.Round(time.Second), time.Second))
	}
	if e.Tries > 1 {
		fmt.Fprintf(&b, " (%d tries)", e.Tries)
	}
	return b.String()
}

// Reason is the error without what depends on when it happened: what records and recordings keep, so that a repetition
// without the network says the same.
func (e *Error) Reason() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Provider, strings.ReplaceAll(string(e.Class), "_", " "))
	if e.Status != 0 {
		fmt.Fprintf(&b, " (HTTP %d)", e.Status)
	}
	if e.Detail != "" {
		fmt.Fprintf(&b, ": %s", e.Detail)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is makes errors.Is(err, retrieval.ErrNotFound) true of a NotFound.
func (e *Error) Is(target error) bool {
	return target == retrieval.ErrNotFound && e.Class == NotFound
}

// Retry says whether the same request may be answered later.
func (e *Error) Retry() bool { return e.Class.Retry() }
