package openai

import (
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/flavour"
	"github.com/sparkhost/sparkhost/host/model/internal/wire"
)

// message is a turn of a chat.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// body returns a request, field by field. What was not asked for is left out, as servers refuse fields that they do not know.
func (w *Wire) body(r model.Request) (map[string]any, error) {
	b := map[string]any{"model": w.o.Model}
	if w.d.MaxTokens {
		b["max_tokens"] = r.OutputCap()
	} else {
		b["max_completion_tokens"] = r.OutputCap()
	}
	if w.o.Effort != "" {
		b["reasoning_effort"] = w.o.Effort
	}
	if w.o.Thinking != "" {
		b[w.d.Thinking] = w.d.Thinks(w.o.Thinking == "on")
	}
	if r.Temperature != nil && !w.o.OmitTemperature && w.d.Temperature(w.o.Model) {
		b["temperature"] = *r.Temperature
	}
	if r.Seed != nil && w.d.Seed {
		b["seed"] = *r.Seed
	}
	words, err := w.format(r, b)
	b["messages"] = messages(r, words)
	return b, err
}

// messages returns the turns of a request; the words that ask for a schema end the first.
func messages(r model.Request, words string) (all []message) {
	if r.System != "" {
		all = append(all, message{"system", r.System})
	}
	for i, m := range r.Messages {
		switch {
		case m.From == model.Assistant:
			all = append(all, message{"assistant", m.Text})
		case i == 0:
			all = append(all, message{"user", wire.Append(m.Text, words)})
		default:
			all = append(all, message{"user", m.Text})
		}
	}
	return all
}

// format asks for the schema, and returns the words that ask for it where the flavour has only these; they stand last, so that prompts begin alike.
func (w *Wire) format(r model.Request, b map[string]any) (words string, err error) {
	if r.Schema == nil {
		return "", nil
	}
	if w.o.Schema == flavour.SchemaNative {
		schema, err := wire.Native(r.Schema)
		b["response_format"] = map[string]any{
			"type": "json_schema", "json_schema": map[string]any{"name": "answer", "schema": schema, "strict": true},
		}
		return "", err
	}
	if w.o.Schema == flavour.SchemaObject {
		b["response_format"] = map[string]any{"type": "json_object"}
	}
	return model.SchemaPrompt(r.Schema), nil
}
