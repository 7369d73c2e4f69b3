package anthropic

import (
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/internal/wire"
)

// request is a body, of which empty fields are left out.
type request struct {
	Model       string    `json:"model"`
	MaxTokens   int       `json:"max_tokens"`
	System      []block   `json:"system,omitempty"`
	Messages    []message `json:"messages"`
	Temperature *float64  `json:"temperature,omitempty"`
	Output      output    `json:"output_config,omitzero"`
}

type message struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`
}

type block struct {
	Type  string `json:"type"`
	Text  string `json:"text"`
	Cache *typed `json:"cache_control,omitempty"`
}

type typed struct {
	Type string `json:"type"`
}

type output struct {
	Effort string  `json:"effort,omitempty"`
	Format *format `json:"format,omitempty"`
}

type format struct {
	Type   string         `json:"type"`
	Schema map[string]any `json:"schema"`
}

func (w *Wire) body(r model.Request) (request, error) {
	b := request{Model: w.o.Model, MaxTokens: r.OutputCap(), Output: output{Effort: w.o.Effort}}
	words := ""
	switch {
	case r.Schema != nil && w.o.PromptSchema:
		words = model.SchemaPrompt(r.Schema)
	case r.Schema != nil:
		native, err := wire.Native(r.Schema)
		if err != nil {
			return b, err
		}
		b.Output.Format = &format{"json_schema", native}
	}
	if r.System != "" {
		b.System = []block{textBlock(r.System)}
	}
	for i, m := range r.Messages {
		if i == 0 {
			m.Text = wire.Append(m.Text, words)
		}
		if m.From == model.Assistant {
			b.Messages = append(b.Messages, message{"assistant", []block{textBlock(m.Text)}})
		} else {
			b.Messages = append(b.Messages, message{"user", blocks(m, r.Again)})
		}
	}
	if r.Temperature != nil && !w.o.OmitTemperature {
		greatest := min(*r.Temperature, 1) // the format's
		b.Temperature = &greatest
	}
	return b, nil
}

func textBlock(text string) block { return block{Type: "text", Text: text} }

// blocks returns a message's text, in two parts where what it begins with is to be kept: the first part is marked.
func blocks(m model.Message, keep bool) []block {
	if !keep || m.Stable <= 0 || m.Stable >= len(m.Text) {
		return []block{textBlock(m.Text)}
	}
	kept := textBlock(m.Text[:m.Stable])
	kept.Cache = &typed{"ephemeral"}
	return []block{kept, textBlock(m.Text[m.Stable:])}
}
