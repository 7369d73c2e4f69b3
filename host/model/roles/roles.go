package roles

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/anthropic"
	"github.com/sparkhost/sparkhost/host/model/flavour"
	"github.com/sparkhost/sparkhost/host/model/internal/wire"
	"github.com/sparkhost/sparkhost/host/model/openai"
	"github.com/sparkhost/sparkhost/host/model/scorer"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// Options hold what a host shares with its models. Governor is required.
type Options struct {
	Governor *outbound.Governor // the one of the sources
	Seed     uint64             // of back-offs
	// Cache says where replies are kept and recorded, and whether models may be asked at all. Set.Role adds it.
	Cache model.CacheOptions
	// Clock tells the time; nil: time.Now.
	Clock func() time.Time
	// Dial makes connections; nil: the network's own. For tests and proxies.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// MaxBytes caps an answer; 0: 8 MiB.
	MaxBytes int64
	// Backoff is the longest first wait after a failure; 0: 1 s.
	Backoff time.Duration
}

// A Set is the models of a policy by role. It is safe for concurrent use.
type Set struct {
	models map[model.Role][]model.Model // in the order in which they are asked
	own    map[model.Role][]string      // the price of each
	cache  model.CacheOptions
	prices model.Prices
	http   *http.Client
	notes  []string
}

// Open makes the models that c names. Environ has NAME=VALUE entries, as os.Environ gives them. Its errors name
// every mistake, and a key that is missing by its variable, unless o.Cache.Offline: then nobody is asked and no key is needed.
func Open(c Config, environ []string, o Options) (*Set, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	prices, err := model.ReadPrices(c.PricesFile)
	if err != nil {
		return nil, err
	}
	keys, err := outbound.ReadCredentials(c.KeysFile, environ)
	if err != nil {
		return nil, err
	}
	s := &Set{models: map[model.Role][]model.Model{}, own: map[model.Role][]string{}, cache: o.Cache, prices: prices, http: wire.Client(wire.Options{Dial: o.Dial, MaxBytes: o.MaxBytes})}
	opened := map[string]model.Model{}
	for _, role := range slices.Sorted(maps.Keys(c.Roles)) { // endpoints that no role uses need no key
		for _, name := range c.endpointsOf(role) {
			e := c.Endpoints[name]
			if opened[name] == nil {
				key := keys.Value(e.KeyEnv)
				if e.KeyEnv != "" && key == "" && !o.Cache.Offline {
					return nil, fmt.Errorf("model endpoint %q: no key: set the environment variable %s, or a line %s=… in the file of keys", name, e.KeyEnv, e.KeyEnv)
				}
				if opened[name], err = s.open(name, e, key, o); err != nil {
					return nil, err
				}
			}
			own := ""
			if !e.Free {
				own = prices.Own(e.Model)
			}
			s.models[role], s.own[role] = append(s.models[role], opened[name]), append(s.own[role], own)
		}
	}
	return s, nil
}

func (s *Set) open(name string, e Endpoint, key string, o Options) (model.Model, error) {
	w, err := s.wire(e, key, o)
	if err != nil {
		return nil, fmt.Errorf("model endpoint %q: %w", name, err)
	}
	rate := s.prices.Rate(e.Model)
	if e.Free || rate == nil && e.here() {
		rate = &model.Rate{Free: true}
	}
	if rate == nil && e.CeilingMicroUSD == 0 {
		s.notes = append(s.notes, fmt.Sprintf("model endpoint %q: the price of %q is not known, so that its calls are refused: name it in a file for --prices, or write a ceiling", name, e.Model))
	}
	m, err := model.NewEndpoint(model.EndpointOptions{
		Name: name, Wire: w, Governor: o.Governor, Line: e.line(name), Limits: outbound.Limits{Interval: e.Interval, InFlight: e.InFlight},
		Rate: rate, Window: s.prices.Window(e.Model), CeilingMicroUSD: e.CeilingMicroUSD, Secrets: []string{key}, Tries: e.Tries, Timeout: e.Timeout,
		Backoff: o.Backoff, Seed: o.Seed, Clock: o.Clock,
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// wire returns the one list of wires.
func (s *Set) wire(e Endpoint, key string, o Options) (model.Wire, error) {
	if slices.Contains(flavour.Forms(), e.Wire) {
		return scorer.New(scorer.Options{
			Form: flavour.Form(e.Wire), Flavour: e.Flavour, BaseURL: e.BaseURL, Key: key, Model: e.Model, HTTP: s.http, Clock: o.Clock,
		})
	}
	if e.Wire == "anthropic" {
		return anthropic.New(anthropic.Options{
			BaseURL: e.BaseURL, Key: key, Model: e.Model, PromptSchema: e.Schema == "prompt", OmitTemperature: e.Temperature == "omit",
			Effort: e.Effort, HTTP: s.http, Clock: o.Clock,
		})
	}
	return openai.New(openai.Options{
		Flavour: e.Flavour, BaseURL: e.BaseURL, Key: key, Model: e.Model, Schema: flavour.SchemaMode(e.Schema),
		OmitTemperature: e.Temperature == "omit", Effort: e.Effort, Thinking: e.Thinking, HTTP: s.http, Clock: o.Clock,
	})
}

// Role returns the model of a role as a run uses it: with its memory outside and the meter inside, so that a kept reply
// costs nothing. A nil meter pays for everything. It is nil when the policy names no model for the role.
func (s *Set) Role(r model.Role, meter model.Meter) model.Model {
	if len(s.models[r]) == 0 {
		return nil
	}
	m := s.models[r][0]
	if meter != nil {
		m = model.Metered(m, meter)
	}
	return model.Cached(m, s.cache)
}

// OwnPrice returns the price of the role's model where an operator's file decides it, as [model.Prices.Own] writes it.
func (s *Set) OwnPrice(r model.Role) string {
	if len(s.own[r]) == 0 {
		return ""
	}
	return s.own[r][0]
}

// A Fallback is a model that is asked where those before it gave no answer.
type Fallback struct {
	Model    model.Model // with its memory, without a meter
	OwnPrice string      // as [Set.OwnPrice]
}

// Fallbacks returns the models of a role after the first, in the order in which they are asked.
func (s *Set) Fallbacks(r model.Role) []Fallback {
	var out []Fallback
	for i, m := range s.models[r] {
		if i > 0 {
			out = append(out, Fallback{model.Cached(m, s.cache), s.own[r][i]})
		}
	}
	return out
}

// Notes say what will not work although nothing is wrong, such as a model without a price, for the operator.
func (s *Set) Notes() []string { return s.notes }

// Prices returns the prices that Open read.
func (s *Set) Prices() model.Prices { return s.prices }

// Close closes idle connections. It is safe to call twice; calls under way are not ended.
func (s *Set) Close() error {
	s.http.CloseIdleConnections()
	return nil
}
