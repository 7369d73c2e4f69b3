package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

// recallReply answers an inquiry from the tape. It is paid for as it was then; what the budget refused then,
// and would not refuse now, is not known.
func (r *run) recallReply(q inquiry, known record.ModelCall, event *record.ModelCall) modelOutcome {
	event.Worst = known.Worst
	paid, err := r.guard.Reserve(q.stage, budgetAmount(known.Worst))
	if err != nil {
		return r.unpaidModel(event, err)
	}
	if known.Skipped != "" {
		paid.Release()
		event.Skipped = known.Skipped
		if known.Skipped != unpriced {
			r.unknown(fmt.Sprintf("%s asks model %s something that the recorded run could not pay for", q.stage, known.Model))
		}
		return modelOutcome{err: errors.New(known.Error)}
	}
	event.Cost = known.Cost
	paid.Settle(budgetAmount(known.Cost))
	if known.Error != "" {
		return modelOutcome{err: errors.New(known.Error)}
	}
	data, err := r.tape.reader.Blob(known.Reply)
	var out modelReply
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		r.unknown(fmt.Sprintf("the reply of model %s to %s cannot be read: %v", known.Model, q.stage, err))
		return modelOutcome{err: err}
	}
	return modelOutcome{reply: out}
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
