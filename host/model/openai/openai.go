// Package openai speaks the chat format of OpenAI's API, and of all servers that copy it: OpenAI,
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
	// HTTP is the client of package internal/wire; nil: one with its defaults.
	HTTP *http.Client
	// Clock tells the time, for dates in Retry-After; nil: time.Now.
	Clock func() time.Time
}

// A Wire asks one model.
type Wire struct {
	o Options
	d flavour.Flavour
}

var _ model.Wire = (*Wire)(nil)

// New makes the wire.
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
	return &Wire{o, d}, nil
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
	body, err := w.body(r)
	if err != nil {
		return model.Answer{}, &model.Fault{Kind: model.ErrRejected, Detail: err.Error()}
	}
	headers := map[string]string{"X-Sparkhost-Role": string(r.Role)}
	if w.o.Key != "" {
		headers["Authorization"] = "Bearer " + w.o.Key
	}
	var c completion
	call := wire.Call{HTTP: w.o.HTTP, URL: strings.TrimRight(w.o.BaseURL, "/") + "/chat/completions", Headers: headers, Body: body, Clock: w.o.Clock}
	if err := call.Ask(ctx, &c); err != nil {
		return model.Answer{}, err
	}
	return w.answer(c)
}
