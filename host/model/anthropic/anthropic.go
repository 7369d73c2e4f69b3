// Package anthropic speaks the Messages format of Anthropic's API, and of servers that copy it, by the official SDK.
package anthropic

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/internal/wire"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// BaseURL is Anthropic's own.
const BaseURL = "https://api.anthropic.com"

// Options say which model is asked and how. Model is required.
type Options struct {
	BaseURL string // empty: BaseURL
	Key     string // sent as x-api-key; empty: none, as for a local server
	Model   string
	// PromptSchema puts schemas into the prompt, for servers that do not know output_config.
	PromptSchema bool
	// OmitTemperature sends none, for models that refuse one.
	OmitTemperature bool
	// Effort is output_config.effort: "low", "medium", "high", "xhigh" or "max"; empty: not sent.
	Effort string
	// HTTP is the client of package internal/wire; nil: one with its defaults.
	HTTP *http.Client
	// Clock tells the time, for dates in Retry-After; nil: time.Now.
	Clock func() time.Time
}

// A Wire asks one model.
type Wire struct {
	o        Options
	messages sdk.MessageService
}

var _ model.Wire = (*Wire)(nil)

// New makes the wire. The SDK reads nothing from the environment, traces nothing and never tries again.
func New(o Options) (*Wire, error) {
	if o.Model == "" {
		return nil, errors.New("anthropic: no model named")
	}
	if o.BaseURL == "" {
		o.BaseURL = BaseURL
	}
	if o.HTTP == nil {
		o.HTTP = wire.Client(wire.Options{})
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	options := []option.RequestOption{
		option.WithoutEnvironmentDefaults(), option.WithoutOpenTelemetry(), option.WithBaseURL(strings.TrimRight(o.BaseURL, "/") + "/"),
		option.WithHTTPClient(o.HTTP), option.WithMaxRetries(0),
		option.WithRequestTimeout(24 * time.Hour), // the context has the real one; without this, the SDK refuses long answers
	}
	if o.Key != "" {
		options = append(options, option.WithAPIKey(o.Key))
	}
	return &Wire{o, sdk.NewMessageService(options...)}, nil
}

// Describe implements model.Wire.
func (w *Wire) Describe() model.Description {
	var options []string
	if w.o.PromptSchema {
		options = append(options, "schema=prompt")
	}
	if w.o.OmitTemperature {
		options = append(options, "temperature=omit")
	}
	if w.o.Effort != "" {
		options = append(options, "effort="+w.o.Effort)
	}
	return model.Description{Wire: "anthropic", Model: w.o.Model, Options: strings.Join(options, " ")}
}

// Exchange implements model.Wire.
func (w *Wire) Exchange(ctx context.Context, r model.Request) (model.Answer, error) {
	params, err := w.params(r)
	if err != nil {
		return model.Answer{}, &model.Fault{Kind: model.ErrRejected, Detail: err.Error()}
	}
	watched, seen := wire.Watch(ctx)
	message, err := w.messages.New(watched, params, option.WithHeader("X-Sparkhost-Role", string(r.Role)))
	if err != nil {
		return model.Answer{}, seen.Failed(ctx, err, w.o.Clock())
	}
	if fault := seen.InDisguise(); fault != nil {
		return model.Answer{}, fault
	}
	return answer(message)
}

func (w *Wire) params(r model.Request) (sdk.MessageNewParams, error) {
	p := sdk.MessageNewParams{Model: sdk.Model(w.o.Model), MaxTokens: int64(r.OutputCap())}
	schema := ""
	p.OutputConfig.Effort = sdk.OutputConfigEffort(w.o.Effort)
	switch {
	case r.Schema != nil && w.o.PromptSchema:
		schema = model.SchemaPrompt(r.Schema)
	case r.Schema != nil:
		native, err := wire.Native(r.Schema)
		if err != nil {
			return p, err
		}
		p.OutputConfig.Format.Schema = native
	}
	if r.System != "" {
		p.System = []sdk.TextBlockParam{{Text: r.System}}
	}
	for i, m := range r.Messages {
		m.Text = wire.Last(m.Text, schema, i == 0)
		if m.From == model.Assistant {
			p.Messages = append(p.Messages, sdk.NewAssistantMessage(sdk.NewTextBlock(m.Text)))
		} else {
			p.Messages = append(p.Messages, sdk.NewUserMessage(blocks(m, r.Again)...))
		}
	}
	if r.Temperature != nil && !w.o.OmitTemperature {
		p.Temperature = sdk.Float(min(*r.Temperature, 1)) // the format's greatest
	}
	return p, nil
}

// blocks are a message's text, in two parts where what it begins with is to be kept: the first part is marked.
func blocks(m model.Message, keep bool) []sdk.ContentBlockParamUnion {
	if !keep || m.Stable <= 0 || m.Stable >= len(m.Text) {
		return []sdk.ContentBlockParamUnion{sdk.NewTextBlock(m.Text)}
	}
	kept := sdk.NewTextBlock(m.Text[:m.Stable])
	kept.OfText.CacheControl = sdk.NewCacheControlEphemeralParam()
	return []sdk.ContentBlockParamUnion{kept, sdk.NewTextBlock(m.Text[m.Stable:])}
}

// answer reads a message.
func answer(m *sdk.Message) (model.Answer, error) {
	if m == nil { // the body null leaves the SDK with nil
		return model.Answer{}, wire.Misshapen("an answer without a message")
	}
	a := model.Answer{Model: string(m.Model), Usage: usage(m.Usage)}
	var text strings.Builder
	for _, block := range m.Content {
		if block.Type == "text" {
			text.WriteString(block.Text)
		}
	}
	a.Text = text.String()
	switch m.StopReason {
	case sdk.StopReasonEndTurn, sdk.StopReasonStopSequence:
		a.Stop = model.Complete
	case sdk.StopReasonMaxTokens, "model_context_window_exceeded":
		a.Stop, a.Detail = model.Truncated, string(m.StopReason)
	case sdk.StopReasonRefusal:
		a.Stop, a.Detail = model.Refusal, m.StopDetails.Explanation
	default:
		return a, &model.Fault{Kind: model.ErrUnavailable, Detail: "the answer ended for no reason that we know", Cause: outbound.Shape, Code: string(m.StopReason), Retry: true, Billable: true}
	}
	return a, nil
}

// usage returns what the message says about tokens; nil when it does not say both ends. The input excludes what was
// read from and written into the cache, the output includes reasoning.
func usage(u sdk.Usage) *model.Usage {
	if !u.JSON.InputTokens.Valid() || !u.JSON.OutputTokens.Valid() {
		return nil
	}
	thought := u.OutputTokensDetails.ThinkingTokens
	return &model.Usage{
		In: u.InputTokens, CacheRead: u.CacheReadInputTokens, CacheWrite: u.CacheCreationInputTokens,
		Out: u.OutputTokens - thought, Reasoning: thought,
	}
}
