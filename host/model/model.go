// Package model puts language models behind one small interface.
//
// A [Model] answers a [Request] with a [Reply]. Models are opened by package roles from a policy's
// settings; in between lie, from the outside in:
//
//	Cached     replies by content: a request that was answered is never sent again, and a
//	           run can be replayed offline ([Cached])
//	Metered    reserves the worst case before a call and settles the cost after it ([Metered])
//	Endpoint   one endpoint: limits, retries, structured output with one repair, prices ([Endpoint])
//	Wire       one exchange in one wire format (packages anthropic and openai)
//
// # Failures
//
// A refusal, a safety stop and a truncation are never an empty answer: Complete returns them as errors that
// match [ErrRefused], [ErrSafety] and [ErrTruncated]. The Reply beside an error is not zero: its Usage and Cost
// count the failed call. Every caller has a way without a model, so no error of this package need end a run.
//
// # Money
//
// [Model.WorstCase] bounds the cost of a call, all its exchanges taken together: one, and one more for a
// repair or for an exchange that broke off after it was sent. What an endpoint says about its usage is
// believed only within that bound. A model without a price has no known cost, unless the settings
// name a ceiling; see [Cost].
//
// # Secrets
//
// Keys are known to package roles and to the HTTP client below the wire. They are in no Request, Reply, Key,
// recording or error; where an endpoint repeats one in a message, it is replaced by "REDACTED".
package model

import (
	"context"
	"encoding/json"
	"time"
)

// A Role names a task of a model in a run; a policy binds roles to endpoints (C18).
type Role string

// The roles.
const (
	Planning  Role = "planning"
	Synthesis Role = "synthesis"
	Judge     Role = "judge"
	Extract   Role = "extract"
	Cheapest  Role = "cheapest"
	Fastest   Role = "fastest"
	Verify    Role = "verify"
	Rerank    Role = "rerank" // orders documents by how well they answer the question
	Embed     Role = "embed"  // makes vectors of texts
	NLI       Role = "nli"    // judges whether a sentence says or denies a statement
)

// Roles returns all roles, in the order of their names.
func Roles() []Role {
	return []Role{Cheapest, Embed, Extract, Fastest, Judge, NLI, Planning, Rerank, Synthesis, Verify}
}

// A Model answers requests. It is safe for concurrent use.
type Model interface {
	// Complete asks the model. Its errors match one of the sentinels of this package or are ctx's
	// cause. The Reply's Usage, Cost and Attempts are set beside an error, too.
	Complete(ctx context.Context, r Request) (Reply, error)
	// WorstCase returns the most that Complete of r can cost. It asks nobody.
	WorstCase(r Request) Cost
	// Describe says which model it is.
	Describe() Description
}

// A Description names a model. It is part of every [Key].
type Description struct {
	Endpoint string // the name in the settings, such as "local"
	Wire     string // "anthropic", "openai", or a form of package scorer
	Flavour  string // dialect of the wire, such as "deepseek"; empty: the wire's own
	Model    string // as the endpoint calls it
	Options  string // further settings that decide a reply, in a canonical form, such as "thinking=off"
	Window   Window `json:"window,omitzero"` // what fits; not part of a Key, since it changes requests and not replies
}

// A Window bounds the input and output of a model, in tokens; 0: not known.
type Window struct {
	Context int64 `json:"context,omitempty"` // read and written together
	Output  int64 `json:"output,omitempty"`  // written
}

// A Message is one turn. From is "user" or "assistant"; the last turn is the user's.
type Message struct {
	From string `json:"from"`
	Text string `json:"text"`
	// Stable counts the bytes of Text that other requests are likely to begin with, too; 0: none. Wires whose vendor keeps such a
	// beginning where it is marked mark it there. It is not part of the key, as it changes nothing of what a model reads.
	Stable int `json:"stable,omitempty"`
}

// The two parties of a conversation.
const (
	User      = "user"
	Assistant = "assistant"
)

// DefaultMaxOutput is the cap of a reply in tokens when the request names none.
const DefaultMaxOutput = 1024

// A Request is a task for a model. Package prompt builds them.
type Request struct {
	// Role is told to the endpoint in the header X-Sparkhost-Role, for gateways and stand-ins; it is
	// not part of the key.
	Role Role
	// Purpose names the prompt and its version, such as "evidence_gaps.v1", for records and errors; not
	// part of the key, as the prompt's text is.
	Purpose string
	System  string
	// Messages are the turns; at least one.
	Messages []Message
	// Schema is the JSON schema of the answer, an object; nil: the answer is text.
	Schema json.RawMessage
	// MaxOutput caps the reply in tokens, reasoning included; 0: DefaultMaxOutput.
	MaxOutput int
	// Temperature from 0 to 2 and Seed are sent where the endpoint takes them; nil: the endpoint's default.
	Temperature *float64
	Seed        *int64
	// Again says that further requests with the same beginning, up to Stable, follow within minutes: vendors that charge for keeping it
	// are asked to keep it only then. It is not part of the key.
	Again bool `json:"again,omitempty"`
	// Smaller makes the request with less to read, for a model whose window it does not fit; false: there is nothing to leave out.
	// Nil: as false.
	Smaller func() (Request, bool) `json:"-"`
	// Timeout ends one exchange; 0: the endpoint's. The deadline of the context holds for all of the call.
	Timeout time.Duration
}

// OutputCap returns the cap of the reply in tokens: MaxOutput, or the default.
func (r Request) OutputCap() int {
	if r.MaxOutput <= 0 {
		return DefaultMaxOutput
	}
	return r.MaxOutput
}

// A Stop says why a reply ended.
type Stop string

// The stops. Only a complete reply is an answer.
const (
	Complete  Stop = "complete"
	Truncated Stop = "truncated" // at MaxOutput or the end of the context window
	Refusal   Stop = "refusal"   // the model declined
	Safety    Stop = "safety"    // the endpoint's filter cut in
)

// A Reply is the answer of a model.
type Reply struct {
	// Text is the answer as the model wrote it. A truncated reply has what there is.
	Text string
	// JSON is the answer that Request.Schema accepts; nil without a schema, or beside an error.
	JSON json.RawMessage
	Stop Stop
	// Usage is the sum over all exchanges of this call, as far as the endpoint said it.
	Usage Usage
	// Cost is the cost of this call: 0 when Cached.
	Cost Cost
	// First is the cost when it was asked first, if it is Cached and that is known: equal runs are charged alike by it.
	First Cost
	// Model is the name that the endpoint gave in its answer, or the one asked for.
	Model string
	// Attempts counts the exchanges that were started; 0 when Cached.
	Attempts int
	// Repaired says that the first answer did not match the schema and the second did.
	Repaired bool
	// Cached says that the reply was kept or recorded earlier; Usage is then what it took at that time.
	Cached bool
	// Notes say what was odd and did no harm, such as a usage that cannot be; for the record.
	Notes []string
}

// Charge returns the cost that a run counts for a reply: its own, or what it took at first.
func (r Reply) Charge() Cost {
	if r.Cached && r.First.Basis != "" {
		return r.First
	}
	return r.Cost
}
