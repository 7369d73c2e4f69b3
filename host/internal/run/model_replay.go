package run

import (
	"context"
	"slices"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/record"
)

// A MuteModel is a model of which only what it answered is known: what replays are given in place of an endpoint.
type MuteModel struct{ Description model.Description }

var _ model.Model = MuteModel{}

// Describe implements [model.Model].
func (m MuteModel) Describe() model.Description { return m.Description }

// WorstCase is not known.
func (m MuteModel) WorstCase(model.Request) model.Cost { return model.Cost{Basis: model.Unpriced} }

// Complete knows nothing: a replay looks its inquiries up.
func (m MuteModel) Complete(context.Context, model.Request) (model.Reply, error) {
	return model.Reply{}, model.ErrOffline
}

// modelCall finds the inquiry with that key.
func (t *Tape) modelCall(key string) (record.ModelCall, bool) {
	if t.inquiries == nil {
		t.inquiries = map[string]record.ModelCall{}
		calls, _ := record.Each[record.ModelCall](t.reader, record.KindModelCall) // a damaged record knows nothing
		for _, c := range calls {
			if c.Key != "" && !c.Cached {
				t.inquiries[c.Key] = c
			}
		}
	}
	c, ok := t.inquiries[key]
	return c, ok
}

// unknown ends a replay that the record does not suffice for, at its next step.
func (r *run) unknown(why string) {
	if r.err == nil {
		r.err = &UnknowableError{why}
	}
}

// recordModels lists the models that roles are bound to, by role.
func (e *Engine) recordModels() []record.RunModel {
	var out []record.RunModel
	for _, role := range model.Roles() {
		if m := e.Models[role]; m != nil {
			d := m.Describe()
			out = append(out, record.RunModel{Role: string(role), Endpoint: d.Endpoint, Wire: d.Wire, Flavour: d.Flavour, Model: d.Model, Options: d.Options})
		}
	}
	return slices.Clip(out)
}
