package model

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// A Class names a kind of failure in one word: a [outbound.Cause], "status_503", "quota", "auth", "rejected", "unavailable" for
// endpoints, "refusal", "safety", "truncated", "schema" for answers, "budget", "offline" and "interrupted" for calls that
// nobody made or waited for. Equal failures have equal classes, whenever and wherever they happen; "" is any other error.
type Class string

// The classes that are neither causes nor statuses, nor the kinds that recordings name.
const (
	ClassBudget      Class = "budget"
	ClassOffline     Class = "offline"
	ClassInterrupted Class = "interrupted"
	classUnavailable Class = "unavailable"
	statusPrefix           = "status_"
)

// ClassOf finds the class of an error of [Model].Complete.
func ClassOf(err error) Class {
	var failed *EndpointError
	switch {
	case err == nil:
		return ""
	case errors.Is(err, ErrBudget):
		return ClassBudget
	case errors.Is(err, ErrOffline):
		return ClassOffline
	case errors.As(err, &failed) && failed.Kind == ErrUnavailable && failed.Cause != "":
		return Class(failed.Cause)
	case errors.As(err, &failed) && failed.Kind == ErrUnavailable && failed.Status >= 400:
		return Class(statusPrefix + strconv.Itoa(failed.Status))
	}
	for _, k := range kinds {
		if errors.Is(err, k.err) {
			return Class(k.name)
		}
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return ClassInterrupted
	}
	return ""
}

// Down tells whether a failure of the class speaks against the endpoint, and not against the request or the account: the next
// request is likely to meet it again.
func (c Class) Down() bool {
	return c == classUnavailable || strings.HasPrefix(string(c), statusPrefix) || outbound.Cause(c).Text() != ""
}

// Endpoint tells whether to look at the endpoint, its key or its account.
func (c Class) Endpoint() bool { return c.Down() || c == "auth" || c == "quota" || c == "rejected" }

// Text returns the class in words; empty for the class of other errors.
func (c Class) Text() string {
	if status, ok := strings.CutPrefix(string(c), statusPrefix); ok {
		return "HTTP " + status
	}
	if text := outbound.Cause(c).Text(); text != "" {
		return text
	}
	switch c {
	case ClassBudget:
		return ErrBudget.Error()
	case ClassOffline:
		return ErrOffline.Error()
	case ClassInterrupted:
		return "the time for it was over"
	}
	for _, k := range kinds {
		if k.name == string(c) {
			return k.err.Error()
		}
	}
	return ""
}

// Reason returns an error of Complete as results and records have it: without what depends on where, when and how often it happened, which
// is in its own text.
func Reason(err error) string {
	var failed *EndpointError
	c := ClassOf(err)
	switch {
	case errors.As(err, &failed):
		return fmt.Sprintf("%s: model endpoint %q: %s", failed.Purpose, failed.Endpoint, c.Text())
	case c == ClassInterrupted, c == classUnavailable:
		return c.Text()
	}
	return err.Error()
}
