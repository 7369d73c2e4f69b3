// Package problem writes errors as problem details (RFC 9457).
package problem

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// A Problem is an error of the service, as its clients get it. Detail is for people and never holds secrets.
type Problem struct {
	Type        string        `json:"type"`   // urn:sparkhost:problem: and one of the words below
	Title       string        `json:"title"`  // of the type
	Status      int           `json:"status"` // of HTTP
	Detail      string        `json:"detail,omitempty"`
	ID          string        `json:"id,omitempty"`          // of the question that it concerns
	Run         string        `json:"run,omitempty"`         // that it concerns
	Diagnostics []diag.Report `json:"diagnostics,omitempty"` // of a policy

	// Retry says when to try again, as the header Retry-After; 0: it is not known.
	Retry time.Duration `json:"-"`
}

// Kinds of problems.
const (
	BadRequest   = "bad-request"
	Unauthorized = "unauthorized"
	Forbidden    = "forbidden"
	NotFound     = "not-found"
	Method       = "method-not-allowed"
	TooLarge     = "too-large"
	MediaType    = "media-type"
	Policy       = "policy" // the policy or its variables are wrong
	Quota        = "quota"  // the budget of the client or key is spent
	Busy         = "busy"   // the queue is full
	Closing      = "closing"
	TimedOut     = "timed-out"
	Cancelled    = "cancelled"
	HandedBack   = "handed-back" // accepted, and not answered because the service ends
	Failed       = "failed"      // a question of a batch that failed too often
	Internal     = "internal"
)

var kinds = map[string]struct {
	status int
	title  string
}{
	BadRequest: {http.StatusBadRequest, "The request is wrong"}, Unauthorized: {http.StatusUnauthorized, "A token is required"},
	Forbidden: {http.StatusForbidden, "Not allowed"}, NotFound: {http.StatusNotFound, "Not found"},
	Method: {http.StatusMethodNotAllowed, "Method not allowed"}, TooLarge: {http.StatusRequestEntityTooLarge, "The request is too large"},
	MediaType: {http.StatusUnsupportedMediaType, "Unsupported content type"}, Policy: {http.StatusUnprocessableEntity, "The policy is wrong"},
	Quota: {http.StatusTooManyRequests, "The budget is spent"}, Busy: {http.StatusServiceUnavailable, "The queue is full"},
	Closing: {http.StatusServiceUnavailable, "The service is shutting down"}, TimedOut: {http.StatusGatewayTimeout, "Out of time"},
	Cancelled: {http.StatusConflict, "The run was cancelled"}, HandedBack: {http.StatusServiceUnavailable, "Handed back unanswered"},
	Failed: {http.StatusInternalServerError, "The question failed too often"}, Internal: {http.StatusInternalServerError, "Internal error"},
}

// New makes a problem of a kind.
func New(kind, detail string) *Problem {
	k := kinds[kind]
	return &Problem{Type: "urn:sparkhost:problem:" + kind, Title: k.title, Status: k.status, Detail: detail}
}

// Error implements error.
func (p *Problem) Error() string {
	if p.Detail == "" {
		return p.Title
	}
	return p.Title + ": " + p.Detail
}

// Of says whether the problem is of a kind.
func (p *Problem) Of(kind string) bool { return p.Type == "urn:sparkhost:problem:"+kind }

// Write answers a request with the problem.
func (p *Problem) Write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	if p.Retry > 0 {
		h.Set("Retry-After", strconv.Itoa(int((p.Retry+time.Second-1)/time.Second)))
	}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="sparkhost"`)
	}
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // a client that has gone does not read it
}
