// Package anthropic speaks the Messages format of Anthropic's API, and of servers that copy it.
package anthropic

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/internal/wire"
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
type Wire struct{ o Options }

var _ model.Wire = (*Wire)(nil)

// New makes the wire.
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
	return &Wire{o}, nil
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

// version is the API's, which it asks for in each request.
const version = "2023-06-01"

// Exchange implements model.Wire.
func (w *Wire) Exchange(ctx context.Context, r model.Request) (model.Answer, error) {
	body, err := w.body(r)
	if err != nil {
		return model.Answer{}, &model.Fault{Kind: model.ErrRejected, Detail: err.Error()}
	}
	headers := map[string]string{"X-Api-Key": w.o.Key, "Anthropic-Version": version, "X-Sparkhost-Role": string(r.Role)}
	var m reply
	call := wire.Call{HTTP: w.o.HTTP, URL: strings.TrimRight(w.o.BaseURL, "/") + "/v1/messages", Headers: headers, Body: body, Clock: w.o.Clock}
	if err := call.Ask(ctx, &m); err != nil {
		return model.Answer{}, err
	}
	return answer(m)
}
