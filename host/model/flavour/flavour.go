// Package flavour is the table of what servers that copy OpenAI's chat completions do otherwise, and of servers that only score texts. The wire, the settings of roles and the
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

// A Form is a wire format of models that score texts and write none (package scorer).
type Form string

// The forms.
const (
	Rerank     Form = "rerank"     // query and documents
	Embeddings Form = "embeddings" // texts
	Predict    Form = "predict"    // pairs of premise and hypothesis
)

// Forms are their names, for settings.
func Forms() []string { return []string{string(Embeddings), string(Predict), string(Rerank)} }

// A Flavour describes how a server differs from OpenAI's.
type Flavour struct {
	Name   string // empty: OpenAI's own
	Base   string // its address; empty: the settings must say it. That of a local server is its program's default
	Schema SchemaMode
	// MaxTokens is the cap's name: max_tokens instead of max_completion_tokens.
	MaxTokens bool
	Seed      bool // takes a seed
	// Temperature tells whether the model takes one.
	Temperature func(model string) bool
	// Thinking is the field that switches thinking; empty: there is none.
	Thinking string
	// Switch is the value of that field; nil: {"type": "enabled"} or {"type": "disabled"}.
	Switch func(on bool) any
	// Local is a program that people run on their own machines, which costs nothing by the token and needs no key.
	Local bool
	// Paths are the forms that it has beside chat, each with its path behind the address.
	Paths map[Form]string
	// OnlyScores is a server without chat.
	OnlyScores bool
	// Texts calls the documents of a reranker texts, and takes no name of a model.
	Texts bool
}

// FormOf returns the form that serves a role; empty: chat does.
func FormOf(role string) Form {
	return map[string]Form{"rerank": Rerank, "embed": Embeddings, "nli": Predict}[role]
}

// Serves tells whether a wire can serve a role. Chat models can do what other forms do, but for making vectors.
func Serves(wire, role string) bool {
	form := FormOf(role)
	if slices.Contains(Forms(), wire) {
		return wire == string(form)
	}
	return form != Embeddings
}

// Has tells whether the flavour has a form.
func (f Flavour) Has(form Form) bool { return f.Paths[form] != "" }

// Thinks returns the value that switches thinking on or off.
func (f Flavour) Thinks(on bool) any {
	if f.Switch != nil {
		return f.Switch(on)
	}
	return map[string]string{"type": map[bool]string{true: "enabled", false: "disabled"}[on]}
}

// byTemplate switches thinking where the model's template of prompts does, as those of Qwen and most open models that think.
func byTemplate(on bool) any { return map[string]bool{"enable_thinking": on} }

func always(string) bool { return true }
func never(string) bool  { return false }

// reasons are OpenAI's models that refuse a temperature.
var reasons = regexp.MustCompile(`^(o[0-9]|gpt-5)`)

// All returns the flavours by name, OpenAI's own first.
func All() []Flavour {
	return []Flavour{
		{Base: "https://api.openai.com/v1", Schema: SchemaNative, Seed: true, Temperature: func(m string) bool { return !reasons.MatchString(m) }, Paths: embeds()},
		{
			Name: "cohere", Base: "https://api.cohere.com/v2", Schema: SchemaPrompt, Temperature: always, OnlyScores: true,
			Paths: map[Form]string{Rerank: "/rerank"},
		},
		{
			Name: "compatible", Schema: SchemaPrompt, MaxTokens: true, Temperature: always,
			Paths: map[Form]string{Rerank: "/rerank", Embeddings: "/embeddings", Predict: "/predict"},
		},
		{Name: "deepseek", Base: "https://api.deepseek.com", Schema: SchemaObject, MaxTokens: true, Temperature: always, Thinking: "thinking"},
		{Name: "gemini", Base: "https://generativelanguage.googleapis.com/v1beta/openai", Schema: SchemaNative, MaxTokens: true, Temperature: always, Paths: embeds()},
		{Name: "jina", Base: "https://api.jina.ai/v1", Schema: SchemaPrompt, Temperature: always, OnlyScores: true, Paths: ranks()},
		// With thinking, any temperature but 1 is an error, without it any but another one.
		{Name: "kimi", Base: "https://api.moonshot.ai/v1", Schema: SchemaObject, MaxTokens: true, Temperature: never, Thinking: "thinking"},
		{Name: "llamacpp", Base: "http://localhost:8080/v1", Schema: SchemaNative, MaxTokens: true, Seed: true, Temperature: always, Thinking: "chat_template_kwargs", Switch: byTemplate, Local: true, Paths: ranks()},
		{Name: "ollama", Base: "http://localhost:11434/v1", Schema: SchemaNative, MaxTokens: true, Seed: true, Temperature: always, Local: true, Paths: embeds()},
		{
			Name: "tei", Base: "http://localhost:8080", Schema: SchemaPrompt, Temperature: always, Local: true, OnlyScores: true, Texts: true,
			Paths: map[Form]string{Rerank: "/rerank", Embeddings: "/v1/embeddings", Predict: "/predict"},
		},
		{Name: "vllm", Base: "http://localhost:8000/v1", Schema: SchemaNative, MaxTokens: true, Seed: true, Temperature: always, Thinking: "chat_template_kwargs", Switch: byTemplate, Local: true, Paths: ranks()},
	}
}

func embeds() map[Form]string { return map[Form]string{Embeddings: "/embeddings"} }

func ranks() map[Form]string {
	return map[Form]string{Rerank: "/rerank", Embeddings: "/embeddings"}
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

// Names returns the names that settings may say, in order: all but OpenAI's own. Of those, which tells the ones that are wanted; nil: all.
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
