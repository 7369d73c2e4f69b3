// Package flavour is the table of what servers that copy OpenAI's chat completions do otherwise. The wire, the settings of roles and the
// policy language all read it, and it imports none of them: a new flavour is a row here, and one in docs/models.md.
package flavour

import (
	"regexp"
	"slices"
)

// SchemaMode says how an endpoint is held to a schema.
type SchemaMode string

// The modes.
const (
	SchemaNative SchemaMode = "native" // response_format json_schema
	SchemaObject SchemaMode = "object" // response_format json_object, and the schema in the prompt
	SchemaPrompt SchemaMode = "prompt" // the schema in the prompt
)

// SchemaModes are their names, for settings.
func SchemaModes() []string {
	return []string{string(SchemaNative), string(SchemaObject), string(SchemaPrompt)}
}

// A Flavour is what a server does otherwise than OpenAI's.
type Flavour struct {
	Name   string // empty: OpenAI's own
	Base   string // its address; empty: the settings must say it. That of a local server is its program's default
	Schema SchemaMode
	// MaxTokens is the cap's name: max_tokens instead of max_completion_tokens.
	MaxTokens bool
	Seed      bool // takes a seed
	// Temperature tells whether the model takes one.
	Temperature func(model string) bool
	// Thinking is the field that switches thinking, as {"type": "disabled"}; empty: there is none.
	Thinking string
	// Local is a program that people run on their own machines, which costs nothing by the token and needs no key.
	Local bool
}

func always(string) bool { return true }
func never(string) bool  { return false }

// reasons are OpenAI's models that refuse a temperature.
var reasons = regexp.MustCompile(`^(o[0-9]|gpt-5)`)

// All are the flavours by name, OpenAI's own first.
func All() []Flavour {
	return []Flavour{
		{Base: "https://api.openai.com/v1", Schema: SchemaNative, Seed: true, Temperature: func(m string) bool { return !reasons.MatchString(m) }},
		{Name: "compatible", Schema: SchemaPrompt, MaxTokens: true, Temperature: always},
		{Name: "deepseek", Base: "https://api.deepseek.com", Schema: SchemaObject, MaxTokens: true, Temperature: always, Thinking: "thinking"},
		{Name: "gemini", Base: "https://generativelanguage.googleapis.com/v1beta/openai", Schema: SchemaNative, MaxTokens: true, Temperature: always},
		// With thinking, any temperature but 1 is an error, without it any but another one.
		{Name: "kimi", Base: "https://api.moonshot.ai/v1", Schema: SchemaObject, MaxTokens: true, Temperature: never, Thinking: "thinking"},
		{Name: "llamacpp", Base: "http://localhost:8080/v1", Schema: SchemaNative, MaxTokens: true, Seed: true, Temperature: always, Local: true},
		{Name: "ollama", Base: "http://localhost:11434/v1", Schema: SchemaNative, MaxTokens: true, Seed: true, Temperature: always, Local: true},
		{Name: "vllm", Base: "http://localhost:8000/v1", Schema: SchemaNative, MaxTokens: true, Seed: true, Temperature: always, Local: true},
	}
}

// Of finds a flavour by its name.
func Of(name string) (Flavour, bool) {
	all := All()
	i := slices.IndexFunc(all, func(f Flavour) bool { return f.Name == name })
	if i < 0 {
		return Flavour{}, false
	}
	return all[i], true
}

// Names are the names that settings may say, in order: all but OpenAI's own. Of those, which tells the ones that are wanted; nil: all.
func Names(which func(Flavour) bool) []string {
	var out []string
	for _, f := range All() {
		if f.Name != "" && (which == nil || which(f)) {
			out = append(out, f.Name)
		}
	}
	return out
}

// Local tells whether a flavour is a local program's.
func Local(name string) bool {
	f, _ := Of(name)
	return f.Local
}
