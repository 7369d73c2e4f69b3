package state

import (
	"maps"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// Asked returns the question without what is known of its answer: a key added later
// changes neither the run nor its record.
func Asked(q evidence.Question) evidence.Question {
	q.Answer, q.GoldDocs, q.Meta = "", nil, nil
	return q
}

func (e *Engine) recordSources() []record.RunSource {
	out := make([]record.RunSource, len(e.Policy.Sources))
	for i, s := range e.Policy.Sources {
		out[i] = record.RunSource{Name: s.Name, Fingerprint: e.Sources[s.Name].Fingerprint()}
	}
	return out
}

func (e *Engine) recordPlugins() []record.Named {
	out := []record.Named{}
	for _, name := range slices.Sorted(maps.Keys(e.Plugins)) {
		out = append(out, record.Named{Name: name, Digest: e.Plugins[name].Digest()})
	}
	return out
}

// recordModels lists the models that roles are bound to, by role, each followed by its fallbacks.
func (e *Engine) recordModels() []record.RunModel {
	var out []record.RunModel
	all := bound(e)
	for _, role := range model.Roles() {
		for _, b := range all[string(role)] {
			d := b.Model.Describe()
			out = append(out, record.RunModel{Role: string(role), Endpoint: d.Endpoint, Wire: d.Wire, Flavour: d.Flavour, Model: d.Model, Options: d.Options, Price: b.Price})
		}
	}
	return slices.Clip(out)
}

// Absent lists what the policy writes and is switched off.
func Absent(p *policy.Policy) []record.Absent {
	var out []record.Absent
	for _, a := range p.Absent {
		out = append(out, record.Absent{Block: a.String(), Why: a.Why, At: At(a.At)})
	}
	return out
}
