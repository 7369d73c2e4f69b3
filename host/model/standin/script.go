// Package standin is a language model for tests, for CI and for trying policies without one: an HTTP server that
// speaks all wire formats, plays a script of exchanges and faults, and answers everything else by rules that look at
// nothing but the prompt. The real SDKs talk to it over loopback.
//
//	server, err := standin.New(script)
//	listener, err := net.Listen("tcp", "127.0.0.1:0")
//	go server.Serve(listener)
//	defer server.Close()
//
// Equal requests in equal order get equal answers; it has no clock and no randomness.
package standin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// A Script says how the stand-in answers. The zero value answers everything by rules.
type Script struct {
	// Exchanges are tried in order; the first that matches and is not used up is played.
	Exchanges []Exchange `json:"exchanges"`
	// Strict refuses what no exchange matches, instead of answering it by rules.
	Strict bool `json:"strict"`
	// Answer, if it is set, answers what no exchange matches, from the request alone; nil: the rules do. It is called for several requests at once.
	Answer func(Request) *Exchange `json:"-"`
}

// An Exchange is one answer, or one fault, and what it answers.
type Exchange struct {
	Match Match `json:"match"`
	// Times says how often it is played; 0: once; negative: always.
	Times int `json:"times"`

	// Text or JSON is the answer; neither: the one of the rules.
	Text string          `json:"text"`
	JSON json.RawMessage `json:"json"`
	// Stop is "complete", "truncated", "refusal" or "safety"; empty: complete.
	Stop  string `json:"stop"`
	Usage *Usage `json:"usage"` // nil: a quarter of the bytes
	Model string `json:"model"` // that answers; empty: the one asked for
	// Body is sent as it is instead of all that, for what a server says that the stand-in does not.
	Body json.RawMessage `json:"body"`

	Fault Fault `json:"fault"` // empty: none
	// Delay comes before the answer, such as "50ms".
	Delay string `json:"delay"`
	// RetryAfter and RetryAfterMs are sent as headers, as they are.
	RetryAfter   string `json:"retry_after"`
	RetryAfterMs string `json:"retry_after_ms"`
	ShouldRetry  string `json:"should_retry"` // x-should-retry
}

// Match says which requests an exchange answers; what is empty matches all.
type Match struct {
	Role     string `json:"role"`     // X-Sparkhost-Role
	Model    string `json:"model"`    // a pattern of path.Match
	Task     string `json:"task"`     // a pattern for the task and version in the prompt, such as "options.*"
	Contains string `json:"contains"` // a text within the system prompt or a message
	Wire     string `json:"wire"`     // "anthropic", "openai", "rerank", "embeddings" or "predict"
}

// Usage holds the tokens that an answer reports, in disjoint classes; negative and absurd numbers are sent as they are.
type Usage struct {
	In         int64 `json:"in"`
	CacheRead  int64 `json:"cache_read"`
	CacheWrite int64 `json:"cache_write"`
	Out        int64 `json:"out"`
	Reasoning  int64 `json:"reasoning"`
}

// A Fault is something that goes wrong.
type Fault string

// The faults.
const (
	RateLimited   Fault = "rate_limited"    // 429
	Quota         Fault = "quota"           // 429 insufficient_quota
	Unauthorized  Fault = "unauthorized"    // 401
	Rejected      Fault = "rejected"        // 400
	Timeout408    Fault = "request_timeout" // 408
	Conflict      Fault = "conflict"        // 409
	ServerError   Fault = "server_error"    // 500
	Overloaded    Fault = "overloaded"      // 529
	Redirect      Fault = "redirect"        // 302 to elsewhere
	HTML          Fault = "html"            // a page with status 200
	Null          Fault = "null"            // a good status and the body null
	ManyChoices   Fault = "many_choices"    // an answer with 30,000 choices and as many blocks
	NotJSON       Fault = "not_json"        // a good status and half of a JSON object, sent whole
	CutOff        Fault = "cut_off"         // a body that ends before its length
	Reset         Fault = "reset"           // the connection is closed without an answer
	Switched      Fault = "switched"        // 101, and a connection that stays open
	Endless       Fault = "endless"         // a body without end
	ErrorIn200    Fault = "error_in_200"    // an error object with status 200
	NoChoices     Fault = "no_choices"      // an answer without content
	NoUsage       Fault = "no_usage"        // a good answer that does not say its usage
	InvalidAnswer Fault = "invalid_answer"  // a good answer whose text is no JSON
	WrongSchema   Fault = "wrong_schema"    // a good answer whose JSON is of no schema
	EmptyAnswer   Fault = "empty_answer"    // a good answer with an empty text
	UnknownStop   Fault = "unknown_stop"    // a good answer that ended for a reason that nobody knows
)

// Faults returns all faults.
func Faults() []Fault {
	return []Fault{
		RateLimited, Quota, Unauthorized, Rejected, Timeout408, Conflict, ServerError, Overloaded, Redirect, HTML, Null, ManyChoices, NotJSON, CutOff, Reset, Switched, Endless,
		ErrorIn200, NoChoices, NoUsage, InvalidAnswer, WrongSchema, EmptyAnswer, UnknownStop,
	}
}

// ParseScript reads a script. Unknown fields are mistakes.
func ParseScript(b []byte) (Script, error) {
	var s Script
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return Script{}, fmt.Errorf("script of the model stand-in: %w", err)
	}
	return s, s.check()
}

func (s Script) check() error {
	for i, e := range s.Exchanges {
		if err := e.check(); err != nil {
			return fmt.Errorf("script of the model stand-in: exchanges[%d]: %w", i, err)
		}
	}
	return nil
}

func (e Exchange) check() error {
	if e.Fault != "" && !slices.Contains(Faults(), e.Fault) {
		return fmt.Errorf("no fault %q", e.Fault)
	}
	if !slices.Contains([]string{"", "complete", "truncated", "refusal", "safety"}, e.Stop) {
		return fmt.Errorf(`stop is "complete", "truncated", "refusal" or "safety", not %q`, e.Stop)
	}
	if e.Text != "" && e.JSON != nil {
		return fmt.Errorf("text and json: give one")
	}
	for _, pattern := range []string{e.Match.Model, e.Match.Task} {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("pattern %q: %w", pattern, err)
		}
	}
	if d, err := e.delay(); err != nil || d < 0 {
		return fmt.Errorf("delay is a duration such as \"50ms\", not %q", e.Delay)
	}
	return nil
}

func (e Exchange) delay() (time.Duration, error) {
	if e.Delay == "" {
		return 0, nil
	}
	return time.ParseDuration(e.Delay)
}

// matches tells whether an exchange answers a request.
func (m Match) matches(q Request) bool {
	task, _ := path.Match(m.Task, q.Task) // patterns were checked
	name, _ := path.Match(m.Model, q.Model)
	return (m.Role == "" || m.Role == q.Role) && (m.Wire == "" || m.Wire == q.Wire) &&
		(m.Task == "" || task) && (m.Model == "" || name) && (m.Contains == "" || strings.Contains(q.Text(), m.Contains))
}
