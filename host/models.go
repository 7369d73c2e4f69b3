package host

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/roles"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// models opens what the policy binds its roles to. Replies are kept by the engine, which pays for
// them, too; what is opened here asks. Offline nobody is asked and no key is needed.
func (o *opening) models() error {
	p := o.host.policy
	if len(p.Roles) == 0 {
		return nil
	}
	if err := o.modelKeys(p); err != nil {
		return err
	}
	governor, err := web.NewGovernor(web.GovernorOptions{Dir: o.limitsDir(), Clock: o.Clock, Notify: o.Notify})
	if err != nil {
		return err
	}
	set, err := roles.Open(modelConfig(p, o.Credentials), o.Environ, roles.Options{
		Governor: governor, Seed: o.Seed, Clock: o.Clock, Cache: model.CacheOptions{Offline: o.Offline, RecordDir: o.modelRecordings()},
	})
	if err != nil {
		return at(p.Models[0].At, err)
	}
	o.onClose(set.Close)
	for _, note := range set.Notes() {
		o.Notify(note)
	}
	o.parts.Models = map[model.Role]model.Model{}
	for _, r := range p.Roles {
		o.parts.Models[model.Role(r.Role)] = set.Role(model.Role(r.Role), nil)
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
	set, err := roles.Open(modelConfig(p, ""), nil, roles.Options{Governor: unasked(), Cache: model.CacheOptions{Offline: true}})
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

// modelConfig is what a policy says about models, as package roles takes it.
func modelConfig(p *policy.Policy, keys string) roles.Config {
	c := roles.Config{Endpoints: map[string]roles.Endpoint{}, Roles: map[model.Role]string{}, KeysFile: keys}
	for _, m := range p.Models {
		c.Endpoints[m.Name] = roles.Endpoint{
			Wire: m.Endpoint, Flavour: m.Flavour, BaseURL: m.BaseURL, Model: m.Model, KeyEnv: m.KeyEnv, Schema: m.Schema,
			Temperature: m.Temperature, Thinking: m.Thinking, Effort: m.Effort, Free: m.Free, CeilingUSD: float64(m.CeilingMicroUSD) / 1e6,
			AllowHTTP: m.AllowHTTP, Interval: m.Interval, InFlight: m.InFlight, Timeout: m.Timeout, Tries: m.Tries,
		}
	}
	for _, r := range p.Roles {
		c.Roles[model.Role(r.Role)] = r.Model
	}
	return c
}
