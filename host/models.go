package host

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/roles"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
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
	governor, err := web.NewGovernor(web.GovernorOptions{Dir: o.limitsDir(), Clock: o.Clock, Notify: o.Notify})
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
	return nil
}

// modelKeys refuses to start without the keys of the models, each with its place.
func (o *opening) modelKeys(p *policy.Policy) error {
	keys, err := web.ReadCredentials(o.Credentials, o.Environ)
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

// muteModels are the models of a policy for replays, which know of them what records say. No key is needed, and nobody is asked.
func muteModels(p *policy.Policy) (_ map[model.Role]model.Model, err error) {
	if len(p.Roles) == 0 {
		return nil, nil
	}
	set, err := roles.Open(Config{}.models(p), nil, roles.Options{Governor: unasked(), Cache: model.CacheOptions{Offline: true}})
	if err != nil {
		return nil, at(p.Models[0].At, err)
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	out := map[model.Role]model.Model{}
	for _, r := range p.Roles {
		out[model.Role(r.Role)] = tape.MuteModel{Description: set.Role(model.Role(r.Role), nil).Describe()}
	}
	return out, nil
}

// recordedPrices are the operator's prices that a recorded run had, for the models of a policy that are those of the run.
func recordedPrices(models map[model.Role]model.Model, head *record.Run) map[model.Role]string {
	out := map[model.Role]string{}
	for role, m := range models {
		d := m.Describe()
		for _, was := range head.Models {
			if was.Endpoint == d.Endpoint && was.Model == d.Model {
				out[role] = was.Price
			}
		}
	}
	return out
}

// modelRecordings is where calls leave their replies, and where an offline run looks for them; empty: nowhere.
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

// models is what a policy says about models, as package roles takes it, with the operator's files.
func (c Config) models(p *policy.Policy) roles.Config {
	out := roles.Config{Endpoints: map[string]roles.Endpoint{}, Roles: map[model.Role]string{}, KeysFile: c.Credentials, PricesFile: c.Prices}
	for _, m := range p.Models {
		out.Endpoints[m.Name] = roles.Endpoint{
			Wire: m.Endpoint, Flavour: m.Flavour, BaseURL: m.BaseURL, Model: m.Model, KeyEnv: m.KeyEnv, Schema: m.Schema,
			Temperature: m.Temperature, Thinking: m.Thinking, Effort: m.Effort, Free: m.Free, CeilingMicroUSD: m.CeilingMicroUSD,
			AllowHTTP: m.AllowHTTP, Interval: m.Interval, InFlight: m.InFlight, Timeout: m.Timeout, Tries: m.Tries,
		}
	}
	for _, r := range p.Roles {
		out.Roles[model.Role(r.Role)] = r.Model
	}
	return out
}
