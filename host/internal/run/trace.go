package run

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// asked is the question without what is known of its answer: a key added later
// changes neither the run nor its record.
func asked(q evidence.Question) evidence.Question {
	q.Answer, q.GoldDocs, q.Meta = "", nil, nil
	return q
}

// RunID names a run by everything that decides its result.
func (e *Engine) RunID(q evidence.Question, how Asking) (string, error) {
	id := struct {
		Question evidence.Question
		Policy   string
		Sources  []record.RunSource
		Plugins  []record.Named
		Models   []record.RunModel `json:",omitempty"`
		Seed     uint64
		Year     int
		Host     string
		Withheld bool `json:",omitempty"`
	}{asked(q), e.Policy.Digest, e.sources, e.plugins, e.models, e.Seed, e.Year, e.Version, e.withholds(how)}
	data, err := record.Canonical(id)
	if err != nil {
		return "", err
	}
	return record.Digest(data)[:20], nil
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

// describe writes the head of the record and the plan.
func (r *run) describe() {
	question, err := record.Canonical(asked(r.plan.Question))
	if err != nil {
		r.err = err
		return
	}
	r.log(record.KindRun, record.Run{
		FormatVersion: record.FormatVersion, ID: r.result.Run, Question: json.RawMessage(question), Policy: r.result.Policy,
		Mode: r.result.Mode, Absent: absent(r.Policy),
		Plugins: r.plugins, Sources: r.sources, Models: r.models, Costs: r.costs, Seed: r.Seed, ReferenceYear: r.Year, HostVersion: r.Version,
		UpgradeWithheld: r.withheld,
	})
	for _, text := range r.kept {
		r.keep(text.digest, text.data)
	}
	r.log(record.KindMaterial, r.material)
	r.log(record.KindPlan, r.plan.Event(r.Policy))
	r.prepare()
}

// absent lists what the policy writes and is switched off.
func absent(p *policy.Policy) []record.Absent {
	var out []record.Absent
	for _, a := range p.Absent {
		out = append(out, record.Absent{Block: a.String(), Why: a.Why, At: at(a.At)})
	}
	return out
}

// prepare sets the metrics that are known before the first round.
func (r *run) prepare() {
	r.set("question.type", r.result.Type)
	r.set("question.answer_type", r.plan.AnswerType)
	r.set("question.options", len(r.plan.Options))
	r.set("question.polar", r.plan.Polar)
	r.measurePool()
	r.publishContested()
}

// close writes the result and ends the record.
func (r *run) close() (*record.Result, error) {
	elapsed := r.Clock().Sub(r.started)
	r.useOfSources()
	r.log(record.KindResult, r.result)
	r.log(record.KindTiming, record.Timing{What: record.TimingRun, ElapsedUS: elapsed.Microseconds(), AtUS: elapsed.Microseconds(), BeganUS: r.started.UnixMicro()})
	r.result.Budget.ElapsedMS = float64(elapsed.Microseconds()) / 1000
	if r.err != nil {
		_ = r.out.Close() // the error returned next says why
		return nil, fmt.Errorf("question %q: record: %w", r.plan.Question.ID, r.err)
	}
	if err := r.out.Finish(); err != nil {
		return nil, fmt.Errorf("question %q: record: %w", r.plan.Question.ID, err)
	}
	return &r.result, nil
}
