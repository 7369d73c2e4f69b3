package model

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// A Wire speaks one wire format with one model. Package anthropic and package openai have the two there are. An
// [Endpoint] implements [Model] on it. It is safe for concurrent use.
type Wire interface {
	// Exchange sends one request, once, and reads the answer. Its error is a *[Fault], or ctx's cause.
	Exchange(ctx context.Context, r Request) (Answer, error)
	// Describe says which model it asks; Endpoint is empty.
	Describe() Description
}

// An Encoder is a [Wire] of a model that scores texts and writes none, such as a reranker. What it says is the same each time, so
// that an answer which its schema refuses is not asked for again.
type Encoder interface {
	Wire
	// TokensAtMost bounds the tokens that the endpoint reads for r. It writes none.
	TokensAtMost(r Request) int64
}

// An Answer holds the outcome of one exchange.
type Answer struct {
	Text   string
	Stop   Stop
	Detail string // why it stopped, in the endpoint's words; may be empty
	Usage  *Usage // nil: the endpoint did not say it, or not whole
	Model  string // as the endpoint names itself; may be empty
}

// A Fault is an exchange that gave no answer.
type Fault struct {
	// Kind is ErrUnavailable, ErrQuota, ErrAuth or ErrRejected.
	Kind   error
	Status int    // 0: no answer came
	Code   string // the endpoint's own word
	Detail string // for people
	// Cause says why the answer is missing or not whole; empty: Status says it.
	Cause outbound.Cause
	// Retry says that the same request may be sent again.
	Retry bool
	// Busy says that the endpoint has too much to do: nobody should ask for now.
	Busy bool
	// Wait is the time for which the endpoint asks to be left alone; 0: it does not say.
	Wait time.Duration
	// Billable says that the endpoint may have answered, and may charge for it.
	Billable bool
	// Err is the cause without addresses and headers; may be nil.
	Err error
}

// Error implements error.
func (f *Fault) Error() string {
	return fmt.Sprintf("%v: HTTP %d %s: %s", f.Kind, f.Status, f.Code, f.Detail)
}

// Is makes errors.Is of the kind true.
func (f *Fault) Is(target error) bool { return target == f.Kind }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// SchemaPrompt asks for JSON of a schema in words, for endpoints that cannot be held to one. Wires add it to the
// end of the first message.
func SchemaPrompt(schema json.RawMessage) string {
	return "Answer with one JSON value and nothing else: no explanation, no code fence. It must match this JSON schema:\n" + string(schema)
}
