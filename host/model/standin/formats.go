package standin

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
)

// A Request is one that the stand-in got, whatever the wire.
type Request struct {
	Wire      string
	Role      string
	Model     string
	Task      string // of package prompt or scorer, from the line that names it
	System    string
	Messages  []model.Message
	MaxOutput int
	// Format is "json_schema", "json_object" or empty.
	Format string
	// Fields are the names of the request's own fields, as they are on the wire.
	Fields map[string]json.RawMessage

	// Query, Texts and Pairs hold the texts to score, on the wires "rerank", "embeddings" and "predict".
	Query string
	Texts []string
	Pairs [][2]string
	bare  bool // the answer is a list without a frame
}

// Text returns the system prompt and all messages.
func (q Request) Text() string {
	var b strings.Builder
	b.WriteString(q.System)
	for _, m := range q.Messages {
		b.WriteString("\n" + m.Text)
	}
	b.WriteString(strings.Join(append([]string{q.Query}, q.Texts...), "\n"))
	return b.String()
}

// First returns the first message, which holds the prompt; later ones are repairs.
func (q Request) First() string {
	if len(q.Messages) == 0 {
		return ""
	}
	return q.Messages[0].Text
}

func task(system string) string {
	line, _, _ := strings.Cut(system, "\n")
	name, ok := strings.CutPrefix(line, "Task: ")
	if !ok {
		return ""
	}
	return strings.TrimSpace(name)
}

// content is a text, or a list of parts with one.
type content string

// UnmarshalJSON implements json.Unmarshaler.
func (c *content) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*c = content(text)
		return nil
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		*c += content(p.Text)
	}
	return nil
}

type turn struct {
	Role    string  `json:"role"`
	Content content `json:"content"`
}

func readMessages(body []byte) (Request, error) {
	var in struct {
		Model     string  `json:"model"`
		MaxTokens *int    `json:"max_tokens"`
		System    content `json:"system"`
		Messages  []turn  `json:"messages"`
		Output    struct {
			Format struct {
				Type string `json:"type"`
			} `json:"format"`
		} `json:"output_config"`
	}
	q := Request{Wire: "anthropic"}
	if err := decode(body, &in, &q.Fields); err != nil {
		return q, err
	}
	if in.MaxTokens == nil || len(in.Messages) == 0 || in.Model == "" {
		return q, fmt.Errorf("model, max_tokens and messages are required")
	}
	q.Model, q.MaxOutput, q.System, q.Format = in.Model, *in.MaxTokens, string(in.System), in.Output.Format.Type
	return q.with(in.Messages)
}

func readChat(body []byte) (Request, error) {
	var in struct {
		Model     string `json:"model"`
		MaxTokens int    `json:"max_tokens"`
		MaxOut    int    `json:"max_completion_tokens"`
		Messages  []turn `json:"messages"`
		Format    struct {
			Type string `json:"type"`
		} `json:"response_format"`
	}
	q := Request{Wire: "openai"}
	if err := decode(body, &in, &q.Fields); err != nil {
		return q, err
	}
	if len(in.Messages) == 0 || in.Model == "" {
		return q, fmt.Errorf("model and messages are required")
	}
	q.Model, q.MaxOutput, q.Format = in.Model, max(in.MaxTokens, in.MaxOut), in.Format.Type
	return q.with(in.Messages)
}

func decode(body []byte, in any, fields *map[string]json.RawMessage) error {
	if err := json.Unmarshal(body, in); err != nil {
		return fmt.Errorf("the request is no JSON of this wire: %w", err)
	}
	return json.Unmarshal(body, fields)
}

func (q Request) with(turns []turn) (Request, error) {
	for _, t := range turns {
		switch t.Role {
		case "system", "developer":
			q.System += string(t.Content)
		case model.User, model.Assistant:
			if t.Content == "" {
				return q, fmt.Errorf("a message of %s is empty", t.Role)
			}
			q.Messages = append(q.Messages, model.Message{From: t.Role, Text: string(t.Content)})
		default:
			return q, fmt.Errorf("no role %q", t.Role)
		}
	}
	if q.Task = task(q.System); q.Task == "" {
		q.Task = string(prompt.TaskOf(q.First()))
	}
	return q, nil
}

// answer returns the body of an exchange in the request's wire.
func (q Request) answer(e Exchange) any {
	if len(q.Texts)+len(q.Pairs) > 0 {
		return q.scores(e)
	}
	text := e.Text
	if e.JSON != nil {
		text = string(e.JSON)
	} else if text == "" {
		text = rules(q)
	}
	switch e.Fault {
	case InvalidAnswer:
		text = "Certainly! Here is what you asked for."
	case WrongSchema:
		text = `{"wrong": [1, 2, 3]}`
	case EmptyAnswer:
		text = ""
	}
	stop := e.Stop
	if most := 4 * q.MaxOutput; most > 0 && len(text) > most {
		text, stop = strings.ToValidUTF8(text[:most], ""), "truncated"
	}
	name := e.Model
	if name == "" {
		name = q.Model
	}
	u := e.Usage
	if u == nil {
		u = &Usage{In: int64(len(q.Text())/4 + 1), Out: int64((len(text) + 3) / 4)}
	}
	if q.Wire == "anthropic" {
		return message(e, name, text, stop, u)
	}
	return completion(e, name, text, stop, u)
}

func message(e Exchange, name, text, stop string, u *Usage) any {
	m := map[string]any{
		"id": "msg_standin", "type": "message", "role": "assistant", "model": name, "content": []any{map[string]any{"type": "text", "text": text}},
		"stop_reason":   word(e, stop, map[string]string{"": "end_turn", "complete": "end_turn", "truncated": "max_tokens", "refusal": "refusal", "safety": "refusal"}),
		"stop_sequence": nil,
		"usage": map[string]any{
			"input_tokens": u.In, "cache_read_input_tokens": u.CacheRead, "cache_creation_input_tokens": u.CacheWrite,
			"output_tokens": u.Out + u.Reasoning, "output_tokens_details": map[string]any{"thinking_tokens": u.Reasoning},
		},
	}
	if stop == "refusal" || stop == "safety" {
		m["content"] = []any{}
		m["stop_details"] = map[string]any{"type": "refusal", "explanation": "the stand-in declines"}
	}
	if e.Fault == NoUsage {
		delete(m, "usage")
	}
	if e.Fault == NoChoices {
		m["content"] = []any{}
	}
	return m
}

func completion(e Exchange, name, text, stop string, u *Usage) any {
	said := map[string]any{"role": "assistant", "content": text, "refusal": nil}
	if stop == "refusal" {
		said["content"], said["refusal"] = nil, "the stand-in declines"
	}
	c := map[string]any{
		"id": "chatcmpl-standin", "object": "chat.completion", "created": 0, "model": name,
		"choices": []any{map[string]any{
			"index": 0, "message": said, "logprobs": nil,
			"finish_reason": word(e, stop, map[string]string{"": "stop", "complete": "stop", "truncated": "length", "refusal": "stop", "safety": "content_filter"}),
		}},
		"usage": map[string]any{
			"prompt_tokens": u.In + u.CacheRead + u.CacheWrite, "completion_tokens": u.Out + u.Reasoning,
			"total_tokens":              u.In + u.CacheRead + u.CacheWrite + u.Out + u.Reasoning,
			"prompt_tokens_details":     map[string]any{"cached_tokens": u.CacheRead},
			"completion_tokens_details": map[string]any{"reasoning_tokens": u.Reasoning},
		},
	}
	if e.Fault == NoUsage {
		delete(c, "usage")
	}
	if e.Fault == NoChoices {
		c["choices"] = []any{}
	}
	return c
}

// word returns the wire's word for a stop.
func word(e Exchange, stop string, words map[string]string) string {
	if e.Fault == UnknownStop {
		return "mercury_in_retrograde"
	}
	return words[stop]
}
