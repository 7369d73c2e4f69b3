package openai

import (
	"regexp"
	"strings"
)

// SchemaMode says how an endpoint is held to a schema.
type SchemaMode string

// The modes.
const (
	SchemaNative SchemaMode = "native" // response_format json_schema
	SchemaObject SchemaMode = "object" // response_format json_object, and the schema in the prompt
	SchemaPrompt SchemaMode = "prompt" // the schema in the prompt
)

// A dialect is what a server does otherwise than OpenAI's.
type dialect struct {
	base      string // empty: the settings must say it
	schema    SchemaMode
	maxTokens bool // max_tokens instead of max_completion_tokens
	seed      bool // takes a seed
	// temperature tells whether the model takes one.
	temperature func(model string) bool
	// thinking is the field that switches thinking, as {"type": "disabled"}; empty: there is none.
	thinking string
}

func always(string) bool { return true }
func never(string) bool  { return false }

// reasons are OpenAI's models that refuse a temperature.
var reasons = regexp.MustCompile(`^(o[0-9]|gpt-5)`)

// dialects by flavour. The addresses of local servers are the defaults of their programs.
func dialectOf(flavour string) (dialect, bool) {
	d, ok := map[string]dialect{
		"":         {base: "https://api.openai.com/v1", schema: SchemaNative, seed: true, temperature: func(m string) bool { return !reasons.MatchString(m) }},
		"deepseek": {base: "https://api.deepseek.com", schema: SchemaObject, maxTokens: true, temperature: always, thinking: "thinking"},
		// With thinking, any temperature but 1 is an error, without it any but another one.
		"kimi":       {base: "https://api.moonshot.ai/v1", schema: SchemaObject, maxTokens: true, temperature: never, thinking: "thinking"},
		"gemini":     {base: "https://generativelanguage.googleapis.com/v1beta/openai", schema: SchemaNative, maxTokens: true, temperature: always},
		"ollama":     {base: "http://localhost:11434/v1", schema: SchemaNative, maxTokens: true, seed: true, temperature: always},
		"llamacpp":   {base: "http://localhost:8080/v1", schema: SchemaNative, maxTokens: true, seed: true, temperature: always},
		"vllm":       {base: "http://localhost:8000/v1", schema: SchemaNative, maxTokens: true, seed: true, temperature: always},
		"compatible": {schema: SchemaPrompt, maxTokens: true, temperature: always},
	}[flavour]
	return d, ok
}

// Flavours are the names of dialects, in order; the empty one is OpenAI's own.
func Flavours() []string {
	return []string{"", "compatible", "deepseek", "gemini", "kimi", "llamacpp", "ollama", "vllm"}
}

// Local tells whether a flavour is a program that people run on their own machines, which costs nothing by the token and
// needs no key.
func Local(flavour string) bool {
	return flavour == "llamacpp" || flavour == "ollama" || flavour == "vllm"
}

// withoutThoughts drops the reasoning that servers put before the answer when they do not know the model's marks.
func withoutThoughts(text string) string {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "<think>")
	if !ok {
		return text
	}
	if _, after, ok := strings.Cut(rest, "</think>"); ok {
		return strings.TrimSpace(after)
	}
	return ""
}
