package host

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/roles"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// models opens what the policy binds its roles to. Replies are kept by the engine, which pays for
// them, too; what is opened here asks. Offline nobody is asked and no key is needed.
func (o *opening) models() error {
	p := o.host.policy
	if _, err := model.ReadPrices(o.Prices); err != nil || len(p.Roles) == 0 {
		return err
	}
	if err := o.modelKeys(p); err != nil {
		return err
	}
	governor, err := outbound.NewGovernor(outbound.GovernorOptions{Dir: o.limitsDir(), Keeper: o.Keeper, Clock: o.Clock, Notify: o.Notify})
	if err != nil {
		return err
	}
	set, err := roles.Open(o.Config.models(p), o.Environ, roles.Options{
		Governor: governor, Seed: o.Seed, Clock: o.Clock, Cache: model.CacheOptions{Offline: o.Offline, RecordDir: o.modelRecordings()},
	})
	if err != nil {
		return at(p.Models[0].At, err)
	}
	o.onClose(set.Close)
	for _, note := range set.Notes() {
		o.Notify(note)
	}
	o.parts.Models, o.parts.OwnPrices = map[model.Role]model.Model{}, map[model.Role]string{}
	for _, r := range p.Roles {
		role := model.Role(r.Role)
		o.parts.Models[role], o.parts.OwnPrices[role] = set.Role(role, nil), set.OwnPrice(role)
	}
	o.parts.Fallbacks = fallbacks(p, set)
	return nil
}

// fallbacks returns the models of a set that are asked after the first of their roles.
func fallbacks(p *policy.Policy, set *roles.Set) map[model.Role][]inquiry.Bound {
	out := map[model.Role][]inquiry.Bound{}
	for _, name := range slices.Compact(roleNames(p)) {
		for _, f := range set.Fallbacks(model.Role(name)) {
			out[model.Role(name)] = append(out[model.Role(name)], inquiry.Bound{Model: f.Model, Price: f.OwnPrice})
		}
	}
	return out
}

// roleNames returns the roles of a policy's bindings, in its order; those with fallbacks more than once.
func roleNames(p *policy.Policy) []string {
	out := make([]string, len(p.Roles))
	for i, r := range p.Roles {
		out[i] = r.Role
	}
	return out
}

// modelKeys refuses to start without the keys of the models, each with its place.
func (o *opening) modelKeys(p *policy.Policy) error {
	keys, err := outbound.ReadCredentials(o.Credentials, o.Environ)
	if err != nil || o.Offline {
		return err
	}
	for _, m := range p.Models {
		if m.KeyEnv != "" && keys.Value(m.KeyEnv) == "" {
			return at(m.At, fmt.Errorf("model %q has no key: set the environment variable %s, or a line %s=… in the file of --credentials", m.Name, m.KeyEnv, m.KeyEnv))
		}
	}
	return nil
}

// muteModels returns the models of a policy for replays, which know of them what records say. No key is needed, and nobody is asked.
func muteModels(p *policy.Policy, head *record.Run, parts *run.Parts) (err error) {
	if len(p.Roles) == 0 {
		return nil
	}
	set, err := roles.Open(Config{}.models(p), nil, roles.Options{Governor: unasked(), Cache: model.CacheOptions{Offline: true}})
	if err != nil {
		return at(p.Models[0].At, err)
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	parts.Models, parts.OwnPrices, parts.Fallbacks = map[model.Role]model.Model{}, map[model.Role]string{}, fallbacks(p, set)
	for _, r := range p.Roles {
		mute := tape.MuteModel{Description: set.Role(model.Role(r.Role), nil).Describe()}
		parts.Models[model.Role(r.Role)], parts.OwnPrices[model.Role(r.Role)] = mute, recordedPrice(mute, head)
	}
	for _, list := range parts.Fallbacks {
		for i, b := range list {
			mute := tape.MuteModel{Description: b.Model.Describe()}
			list[i] = inquiry.Bound{Model: mute, Price: recordedPrice(mute, head)}
		}
	}
	return nil
}

// recordedPrice returns the operator's price that a recorded run had for a model, if the run had the model.
func recordedPrice(m model.Model, head *record.Run) string {
	price, d := "", m.Describe()
	for _, was := range head.Models {
		if was.Endpoint == d.Endpoint && was.Model == d.Model {
			price = was.Price
		}
	}
	return price
}

// modelRecordings returns the folder where calls leave their replies, and where an offline run looks for them; empty: none.
func (c Config) modelRecordings() string {
	dir := c.RecordHTTP
	if c.Offline && c.Recordings != "" {
		dir = c.Recordings
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "models")
}

// models returns a policy's settings of models, as package roles takes them, with the operator's files.
func (c Config) models(p *policy.Policy) roles.Config {
	out := roles.Config{Endpoints: map[string]roles.Endpoint{}, Roles: map[model.Role]string{}, Fallbacks: map[model.Role][]string{}, KeysFile: c.Credentials, PricesFile: c.Prices}
	for _, m := range p.Models {
		out.Endpoints[m.Name] = roles.Endpoint{
			Wire: m.Endpoint, Flavour: m.Flavour, BaseURL: m.BaseURL, Model: m.Model, KeyEnv: m.KeyEnv, Schema: m.Schema,
			Temperature: m.Temperature, Thinking: m.Thinking, Effort: m.Effort, Free: m.Free, CeilingMicroUSD: m.CeilingMicroUSD,
			AllowHTTP: m.AllowHTTP, Interval: m.Interval, InFlight: m.InFlight, Timeout: m.Timeout, Tries: m.Tries,
		}
	}
	for _, r := range p.Roles {
		if role := model.Role(r.Role); out.Roles[role] == "" {
			out.Roles[role] = r.Model
		} else {
			out.Fallbacks[role] = append(out.Fallbacks[role], r.Model)
		}
	}
	return out
}
