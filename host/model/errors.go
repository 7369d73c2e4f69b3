package model

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// The sentinels. Every error of Complete matches exactly one of them, or is the cause of its context.
var (
	// ErrRefused, ErrSafety and ErrTruncated are replies that are not answers; see [StopError].
	ErrRefused   = errors.New("the model refused")
	ErrSafety    = errors.New("stopped by a safety filter")
	ErrTruncated = errors.New("the reply was cut at its cap")
	// ErrSchema is an answer that the schema did not accept, nor its repair; see [SchemaError].
	ErrSchema = errors.New("the answer does not match its schema")
	// ErrUnavailable is an endpoint that did not answer, or not in time, however often it was asked.
	ErrUnavailable = errors.New("the endpoint is not available")
	// ErrQuota is an account that has used up what it may.
	ErrQuota = errors.New("the quota is used up")
	// ErrAuth is a key that is missing or refused.
	ErrAuth = errors.New("the key is missing or refused")
	// ErrRejected is a request that the endpoint will not take as it is.
	ErrRejected = errors.New("the endpoint rejects the request")
	// ErrBudget is a call that was not made since the budget has no room for its worst case, or since
	// that is not known.
	ErrBudget = errors.New("no budget for the call")
	// ErrOffline is a reply that was neither kept nor recorded, and asking is not allowed.
	ErrOffline = errors.New("offline, and not recorded")
)

// A StopError is a reply that ended before it was an answer. It matches the sentinel of its Stop.
type StopError struct {
	Purpose string
	Model   string
	Stop    Stop
	Detail  string // what the endpoint says about it; may be empty
}

// Error implements error.
func (e *StopError) Error() string {
	s := fmt.Sprintf("%s by %s: %v", e.Purpose, e.Model, e.sentinel())
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Is makes errors.Is of the sentinel true.
func (e *StopError) Is(target error) bool { return target == e.sentinel() }

func (e *StopError) sentinel() error {
	switch e.Stop {
	case Truncated:
		return ErrTruncated
	case Safety:
		return ErrSafety
	}
	return ErrRefused
}

// A SchemaError is an answer that is no JSON or not of its schema, after the repair. It matches [ErrSchema].
type SchemaError struct {
	Purpose  string
	Model    string
	Problems []string // one line each; at most maxProblems
	Text     string   // the start of the last answer
}

// maxProblems caps what is said about a wrong answer, to people and in the repair.
const maxProblems = 8

// Error implements error.
func (e *SchemaError) Error() string {
	return fmt.Sprintf("%s by %s: %v: %s", e.Purpose, e.Model, ErrSchema, strings.Join(e.Problems, "; "))
}

// Is makes errors.Is(err, ErrSchema) true.
func (e *SchemaError) Is(target error) bool { return target == ErrSchema }

// An EndpointError is an endpoint that gave no reply. It matches its Kind, which is ErrUnavailable, ErrQuota,
// ErrAuth or ErrRejected.
type EndpointError struct {
	Endpoint string
	Purpose  string
	Kind     error
	Status   int    // of the last answer; 0: there was none, or it was 200 with something else inside
	Code     string // the endpoint's own word for it, such as "overloaded_error"; may be empty
	Detail   string // for people: redacted, one line, cut
	// Cause says why the answer is missing or not whole; empty: Status says it, or Kind.
	Cause    outbound.Cause
	Attempts int
	After    time.Duration // when to come back, if the endpoint said so
	Err      error
}

// Error implements error.
func (e *EndpointError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: model endpoint %q: %v", e.Purpose, e.Endpoint, e.Kind)
	if e.Status != 0 {
		fmt.Fprintf(&b, ": HTTP %d", e.Status)
	}
	for _, s := range []string{e.Code, e.Detail} {
		if s != "" {
			b.WriteString(": " + s)
		}
	}
	if e.After > 0 {
		fmt.Fprintf(&b, " (come back in %v)", e.After.Round(time.Second))
	}
	if e.Attempts > 1 {
		fmt.Fprintf(&b, ", after %d attempts", e.Attempts)
	}
	return b.String()
}

// Is makes errors.Is of the kind true.
func (e *EndpointError) Is(target error) bool { return target == e.Kind }

// Unwrap returns the cause.
func (e *EndpointError) Unwrap() error { return e.Err }

// A MissingError names a reply that an offline run wants. It matches [ErrOffline].
type MissingError struct {
	Purpose string
	Model   string
	Key     Key
}

// Error implements error.
func (e *MissingError) Error() string {
	return fmt.Sprintf("%s by %s: %v (key %s); run it once with the endpoint to record it", e.Purpose, e.Model, ErrOffline, e.Key)
}

// Is makes errors.Is(err, ErrOffline) true.
func (e *MissingError) Is(target error) bool { return target == ErrOffline }
