package policy

import (
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/model/flavour"
)

// A Model names a language model at an endpoint. Zero values leave it to the endpoint's defaults (package model).
type Model struct {
	Name            string
	Endpoint        string // "anthropic" or "openai": the wire that it speaks
	Flavour         string // of wire "openai": whose dialect
	BaseURL         string
	Model           string // as the endpoint calls it
	KeyEnv          string // the environment variable with the key; empty: none is sent
	Schema          string // how structured answers are asked for: "native", "object" or "prompt"
	Temperature     string // "send" or "omit"
	Thinking        string // "on" or "off"
	Effort          string
	Free            bool          // calls cost nothing
	CeilingMicroUSD int64         // what one exchange is counted at where its price is not known; 0: it is refused
	AllowHTTP       bool          // send the key without TLS to another machine
	Interval        time.Duration // least time between two requests
	InFlight        int           // most requests at once
	Timeout         time.Duration // of one exchange
	Tries           int
	At              Pos
}

// A Role binds what a model is asked to do to one of the policy's models.
type Role struct {
	Role  string
	Model string
	At    Pos
}

// An Unbound is a block that would ask the model of a role which is bound to none; it goes its way without.
type Unbound struct {
	Role  string
	Block string // such as `gap "probe"`
	At    Pos
}

// roleDocs says what each role is for.
var roleDocs = map[string]string{
	"planning":  "takes questions apart and looks for gaps",
	"synthesis": "writes the answer",
	"judge":     "decides between the answers of two solvers",
	"extract":   "reads claims out of documents",
	"cheapest":  "what costs little and is asked often",
	"fastest":   "what others wait for",
}

// enumerated are words in a sentence.
func enumerated(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func modelSchema() block {
	return block{
		Name: "model", Label: "name",
		Doc: "A language model at an endpoint. Roles of a policy are bound to it; without any, every step is done by rules.",
		Attrs: []attr{
			{Name: "endpoint", Kind: kindWord, Required: true, OneOf: []string{"anthropic", "openai"}, Doc: "the wire format; openai: every server that speaks its chat completions"},
			{Name: "flavour", Kind: kindWord, OneOf: flavour.Names(nil), Doc: "whose dialect of openai; default: OpenAI's own"},
			{Name: "base_url", Kind: kindText, Doc: "where it is, such as http://127.0.0.1:11434/v1; default: the provider's own address"},
			{Name: "name", Kind: kindText, Required: true, Doc: "the model, as the endpoint calls it"},
			{Name: "key", Kind: kindSecret, Doc: "the key; a run looks it up in the environment and the file of credentials"},
			{Name: "schema", Kind: kindWord, OneOf: flavour.SchemaModes(), Doc: "how structured answers are asked for; default: the flavour's way"},
			{Name: "temperature", Kind: kindWord, OneOf: []string{"send", "omit"}, Doc: "omit: for models that refuse one; default: the flavour's way"},
			{Name: "thinking", Kind: kindWord, OneOf: []string{"on", "off"}, Doc: "of the flavours " + enumerated(flavour.Names(func(f flavour.Flavour) bool { return f.Thinking != "" })) + "; default: not said"},
			{Name: "effort", Kind: kindText, Doc: `how long the model should think, such as "low"; default: not said`},
			{Name: "free", Kind: kindBool, Default: false, Doc: "calls cost nothing; so do those of " + enumerated(flavour.Names(func(f flavour.Flavour) bool { return f.Local })) + " without it"},
			{Name: "ceiling", Kind: kindMoney, Doc: "what one exchange is counted at where the model's price is not known; without it such calls are refused"},
			{Name: "allow_http", Kind: kindBool, Default: false, Doc: "send the key without TLS to another machine"},
			{Name: "interval", Kind: kindDuration, Doc: "least time between two requests"},
			{Name: "in_flight", Kind: kindInt, Min: 1, Max: 100, Doc: "most requests at once; the host's default is 4"},
			{Name: "timeout", Kind: kindDuration, Doc: "of one exchange; the host's default is 60s"},
			{Name: "tries", Kind: kindInt, Min: 1, Max: 10, Doc: "most exchanges for one answer; the host's default is 4"},
		},
	}
}

func rolesSchema() block {
	b := block{
		Name: "roles",
		Doc:  "Which model does what (C18). A block that names a role which is bound to none goes its way without a model.",
	}
	for _, role := range modelRoles {
		b.Attrs = append(b.Attrs, attr{Name: role, Kind: kindModel, Doc: roleDocs[role]})
	}
	return b
}
