package host

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/flavour"
	"github.com/sparkhost/sparkhost/host/model/roles"
	"github.com/sparkhost/sparkhost/host/model/scorer"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy"
)

// A ModelCheck reports what one request to a model of a policy found out.
type ModelCheck struct {
	Name      string      `json:"name"`  // of the policy's model block
	Roles     []string    `json:"roles"` // bound to it
	Endpoint  string      `json:"endpoint"`
	Model     string      `json:"model"` // as the endpoint calls it; once it answered, as it calls itself
	Reachable bool        `json:"reachable"`
	Key       KeyState    `json:"key"`
	KeyEnv    string      `json:"key_env,omitempty"`
	Answers   bool        `json:"answers"` // as its schema wants
	Price     model.Basis `json:"price"`   // what a call's cost rests on; "unknown": a run will not ask
	AsOf      string      `json:"price_as_of,omitempty"`
	CostUSD   float64     `json:"cost_usd"` // of this request; 0 also where Price is unknown
	Problem   string      `json:"problem,omitempty"`
}

// OK says that a run would get answers of it.
func (m ModelCheck) OK() bool { return m.Answers && m.Price != model.Unpriced }

// ErrNoModel is matched when there is nothing to check.
var ErrNoModel = errors.New("the policy binds no role to a model")

// CheckModels asks each model that a role of the policy is bound to for a few words, past the cache. Models are asked side
// by side, once each, and the request is paid for like any other. The checks are in the policy's order.
func CheckModels(ctx context.Context, c Config) ([]ModelCheck, error) {
	c = c.withDefaults()
	p, _, err := loadPolicy(c)
	if err != nil {
		return nil, err
	}
	if len(p.Models) == 0 {
		return nil, ErrNoModel
	}
	keys, err := outbound.ReadCredentials(c.Credentials, c.Environ)
	if err != nil {
		return nil, err
	}
	if _, err := model.ReadPrices(c.Prices); err != nil {
		return nil, err
	}
	out := make([]ModelCheck, len(p.Models))
	errs := make([]error, len(p.Models))
	var wg sync.WaitGroup
	for i, m := range p.Models {
		out[i] = ModelCheck{Name: m.Name, Roles: rolesOf(p, m.Name), Endpoint: m.Endpoint, Model: m.Model, Key: KeyNone, KeyEnv: m.KeyEnv, Price: model.Unpriced}
		wg.Go(func() { errs[i] = c.checkModel(ctx, p, keys, &out[i]) })
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return out, errors.Join(errs...)
}

func rolesOf(p *policy.Policy, name string) []string {
	var out []string
	for _, r := range p.Roles {
		if r.Model == name {
			out = append(out, r.Role)
		}
	}
	return out
}

// greetingOf returns the request to a model at an endpoint: little, and with a schema, as those of a run.
func greetingOf(endpoint string) (model.Request, error) {
	switch texts := []string{"Are you there?", "I am here."}; flavour.Form(endpoint) {
	case flavour.Rerank:
		return scorer.Rerank(texts[0], texts)
	case flavour.Embeddings:
		return scorer.Embed(texts)
	case flavour.Predict:
		return scorer.Entail([]scorer.Pair{{Premise: texts[1], Hypothesis: texts[1]}})
	}
	return greeting(), nil
}

// greeting returns the request to a model of chat.
func greeting() model.Request {
	zero := 0.0
	return model.Request{
		Purpose: "check.v1", System: "Task: check.v1\nAnswer with the JSON object {\"ok\": true} and nothing else.",
		Messages: []model.Message{{From: model.User, Text: "Are you there?"}}, MaxOutput: 256, Temperature: &zero, Timeout: checkTimeout,
		Schema: json.RawMessage(`{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`),
	}
}

// checkModel asks one model. The error is that of opening it.
func (c Config) checkModel(ctx context.Context, p *policy.Policy, keys outbound.Credentials, check *ModelCheck) (err error) {
	if check.KeyEnv != "" {
		if check.Key = KeyUnknown; keys.Value(check.KeyEnv) == "" {
			check.Key = KeyMissing
			check.Problem = "set the environment variable " + check.KeyEnv + ", or a line " + check.KeyEnv + "=… in the file of --credentials"
			return nil
		}
	}
	config := c.models(p)
	endpoint := config.Endpoints[check.Name]
	endpoint.Tries = 1
	config.Endpoints = map[string]roles.Endpoint{check.Name: endpoint}
	config.Roles, config.Fallbacks = map[model.Role]string{model.Role(check.Roles[0]): check.Name}, nil
	governor, err := outbound.NewGovernor(outbound.GovernorOptions{Clock: c.Clock, Notify: c.Notify})
	if err != nil {
		return err
	}
	set, err := roles.Open(config, c.Environ, roles.Options{Governor: governor, Clock: c.Clock})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	m := set.Role(model.Role(check.Roles[0]), nil)
	hello, err := greetingOf(check.Endpoint)
	if err != nil {
		return err
	}
	hello.Timeout = checkTimeout
	check.Price, check.AsOf = m.WorstCase(hello).Basis, set.Prices().AsOf(check.Model)
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	reply, failed := m.Complete(ctx, hello)
	check.judge(hello.Purpose, reply, failed)
	return nil
}

// judge reads what came back.
func (m *ModelCheck) judge(purpose string, reply model.Reply, failed error) {
	m.CostUSD = float64(reply.Cost.MicroUSD) / 1e6
	if reply.Model != "" {
		m.Model = reply.Model
	}
	m.Answers = failed == nil
	switch {
	case failed == nil:
		m.Reachable = true
	case errors.Is(failed, model.ErrAuth):
		m.Reachable, m.Key = true, KeyRefused
	default:
		answered := []error{model.ErrQuota, model.ErrRejected, model.ErrRefused, model.ErrSafety, model.ErrTruncated, model.ErrSchema}
		m.Reachable = slices.ContainsFunc(answered, func(kind error) bool { return errors.Is(failed, kind) })
	}
	if m.Reachable && m.Key == KeyUnknown {
		m.Key = KeyValid
	}
	switch {
	case errors.Is(failed, model.ErrTruncated):
		m.Problem = "it thinks beyond the cap of short answers: write thinking = \"off\" or a low effort"
	case failed != nil:
		m.Problem = strings.TrimPrefix(failed.Error(), purpose+": ")
	case m.Price == model.Unpriced:
		m.Problem = "its price is not known, so that a run will not ask it: write ceiling, or free = true, or name it in a file for --prices"
	}
}
