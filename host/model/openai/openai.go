// Package openai speaks the chat format of OpenAI's API, and of all servers that copy it, by the official SDK: OpenAI,
// DeepSeek, Kimi, Gemini's compatible address, Ollama, llama.cpp, vLLM. What they do otherwise is their flavour.
package openai

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/flavour"
	"github.com/sparkhost/sparkhost/host/model/internal/wire"
)

// Options say which model is asked and how. Model is required.
type Options struct {
	Flavour string // a name of package flavour; empty: OpenAI's own
	BaseURL string // empty: the flavour's
	Key     string // sent as a bearer token; empty: none, as for a local server
	Model   string
	// Schema overrides how schemas are sent; empty: the flavour's way.
	Schema flavour.SchemaMode
	// OmitTemperature sends none, for models that refuse one.
	OmitTemperature bool
	// Effort is reasoning_effort, such as "low"; empty: not sent.
	Effort string
	// Thinking is "on", "off" or empty: not sent. DeepSeek, Kimi, llama.cpp and vLLM know it.
	Thinking string
	// AllowHTTP sends a key without TLS to another machine than this.
	AllowHTTP bool
	// HTTP is the client of package internal/wire; nil: one with its defaults.
	HTTP *http.Client
	// Clock tells the time, for dates in Retry-After; nil: time.Now.
	Clock func() time.Time
}

// A Wire asks one model.
type Wire struct {
	o    Options
	d    flavour.Flavour
	chat sdk.ChatCompletionService
}

var _ model.Wire = (*Wire)(nil)

// New makes the wire. The SDK reads nothing from the environment and never tries again.
func New(o Options) (*Wire, error) {
	d, ok := flavour.Of(o.Flavour)
	if o.BaseURL == "" {
		o.BaseURL = d.Base
	}
	switch {
	case !ok:
		return nil, fmt.Errorf("openai: no flavour %q; there are %s", o.Flavour, strings.Join(flavour.Names(nil), ", "))
	case o.Model == "":
		return nil, errors.New("openai: no model named")
	case o.BaseURL == "":
		return nil, fmt.Errorf("openai: flavour %q needs a base_url", o.Flavour)
	case o.Thinking != "" && d.Thinking == "":
		return nil, fmt.Errorf("openai: flavour %q has no switch for thinking; leave the setting out", o.Flavour)
	case !slices.Contains([]string{"", "on", "off"}, o.Thinking):
		return nil, fmt.Errorf(`openai: thinking is "on" or "off", not %q`, o.Thinking)
	}
	if o.Schema == "" {
		o.Schema = d.Schema
	}
	if o.HTTP == nil {
		o.HTTP = wire.Client(wire.Options{})
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return &Wire{o, d, sdk.NewChatCompletionService(options(o)...)}, nil
}

func options(o Options) []option.RequestOption {
	options := []option.RequestOption{
		option.WithBaseURL(strings.TrimRight(o.BaseURL, "/") + "/"), option.WithHTTPClient(o.HTTP), option.WithMaxRetries(0),
	}
	if o.Key != "" {
		options = append(options, option.WithAPIKey(o.Key))
	}
	if o.AllowHTTP {
		options = append(options, option.WithUnsafeAllowHTTP())
	}
	return options
}

// Describe implements model.Wire.
func (w *Wire) Describe() model.Description {
	var options []string
	if w.o.Schema != w.d.Schema {
		options = append(options, "schema="+string(w.o.Schema))
	}
	if w.o.OmitTemperature {
		options = append(options, "temperature=omit")
	}
	if w.o.Effort != "" {
		options = append(options, "effort="+w.o.Effort)
	}
	if w.o.Thinking != "" {
		options = append(options, "thinking="+w.o.Thinking)
	}
	return model.Description{Wire: "openai", Flavour: w.o.Flavour, Model: w.o.Model, Options: strings.Join(options, " ")}
}

// Exchange implements model.Wire.
func (w *Wire) Exchange(ctx context.Context, r model.Request) (model.Answer, error) {
	params, err := w.params(r)
	if err != nil {
		return model.Answer{}, &model.Fault{Kind: model.ErrRejected, Detail: err.Error()}
	}
	extra := []option.RequestOption{option.WithHeader("X-Sparkhost-Role", string(r.Role))}
	if w.o.Thinking != "" {
		extra = append(extra, option.WithJSONSet(w.d.Thinking, w.d.Thinks(w.o.Thinking == "on")))
	}
	watched, seen := wire.Watch(ctx)
	completion, err := w.chat.New(watched, params, extra...)
	if err != nil {
		return model.Answer{}, seen.Failed(ctx, err, w.o.Clock())
	}
	if fault := seen.InDisguise(); fault != nil {
		return model.Answer{}, fault
	}
	return w.answer(completion)
}

func (w *Wire) params(r model.Request) (sdk.ChatCompletionNewParams, error) {
	p := sdk.ChatCompletionNewParams{Model: w.o.Model, ReasoningEffort: shared.ReasoningEffort(w.o.Effort)}
	if limit := int64(r.OutputCap()); w.d.MaxTokens {
		p.MaxTokens = sdk.Int(limit)
	} else {
		p.MaxCompletionTokens = sdk.Int(limit)
	}
	if r.Temperature != nil && !w.o.OmitTemperature && w.d.Temperature(w.o.Model) {
		p.Temperature = sdk.Float(*r.Temperature)
	}
	if r.Seed != nil && w.d.Seed {
		p.Seed = sdk.Int(*r.Seed)
	}
	schema, err := w.format(r, &p)
	if err != nil {
		return p, err
	}
	if r.System != "" {
		p.Messages = append(p.Messages, sdk.SystemMessage(r.System))
	}
	for i, m := range r.Messages {
		if m.From == model.Assistant {
			p.Messages = append(p.Messages, sdk.AssistantMessage(m.Text))
		} else {
			p.Messages = append(p.Messages, sdk.UserMessage(wire.Last(m.Text, schema, i == 0)))
		}
	}
	return p, nil
}

// format asks for the schema, and returns the words that ask for it where the flavour has only these; they stand last, so that prompts begin alike.
func (w *Wire) format(r model.Request, p *sdk.ChatCompletionNewParams) (words string, err error) {
	if r.Schema == nil {
		return "", nil
	}
	if w.o.Schema == flavour.SchemaNative {
		schema, err := wire.Native(r.Schema)
		p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "answer", Schema: schema, Strict: sdk.Bool(true)},
		}
		return "", err
	}
	if w.o.Schema == flavour.SchemaObject {
		p.ResponseFormat.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
	}
	return model.SchemaPrompt(r.Schema), nil
}
