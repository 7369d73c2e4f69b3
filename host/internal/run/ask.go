package run

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/record"
)

// Ask answers one question. It returns an error only if it has no result to
// speak of: the context ended, or the record could not be written. Everything else
// that goes wrong is in the result's verdict, error and exit code.
func (e *Engine) Ask(ctx context.Context, q evidence.Question, how Asking) (*record.Result, error) {
	r, err := e.begin(q, how)
	if err != nil {
		return nil, err
	}
	return r.finish(ctx)
}

// Declared gathers what the engine's plugins declare of the outputs that the policy can name.
// Start is left to whoever loaded them.
func (e *Engine) Declared() load.Declared { return e.Loaded().Declared() }

// begin opens the record and prepares the run.
func (e *Engine) begin(q evidence.Question, how Asking) (*run, error) {
	if err := q.CheckSize(); err != nil {
		return nil, fmt.Errorf("question %q: %w", q.ID, err)
	}
	id, err := e.RunID(q, how)
	if err != nil {
		return nil, fmt.Errorf("question %q: %w", q.ID, err)
	}
	out, err := e.Records.Begin(id)
	if err != nil {
		return nil, fmt.Errorf("question %q: %w", q.ID, err)
	}
	r := e.newRun(q, id, out, e.SynthesisCosts(q))
	r.Withhold(e.Withholds(how))
	r.Plan = query.Make(q, e.Policy.Intents, e.Content, e.PlainWords)
	r.ReadWords(&r.Plan)
	r.describe()
	return r, nil
}

// finish runs the pipeline to its end and closes the record.
func (r *run) finish(ctx context.Context) (*record.Result, error) {
	bounded, cancel := r.Guard.Context(outbound.WithReport(ctx, r.Used))
	defer cancel()
	defer r.EndAhead()
	err := r.Do(bounded, r.steps())
	if ctx.Err() != nil { // interrupted from outside: the record stays partial
		_ = r.Out.Close() // the error returned next says why
		return nil, fmt.Errorf("question %q: %w", r.Plan.Question.ID, context.Cause(ctx))
	}
	r.conclude(err)
	return r.close()
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
	}{state.Asked(q), e.Policy.Digest, e.RunSources, e.RunPlugins, e.RunModels, e.Seed, e.Year, e.Version, e.Withholds(how)}
	data, err := record.Canonical(id)
	if err != nil {
		return "", err
	}
	return record.Digest(data)[:20], nil
}

// describe writes the head of the record and the plan.
func (r *run) describe() {
	question, err := record.Canonical(state.Asked(r.Plan.Question))
	if err != nil {
		r.Err = err
		return
	}
	r.Log(record.KindRun, record.Run{
		FormatVersion: record.FormatVersion, ID: r.Result.Run, Question: json.RawMessage(question), Policy: r.Result.Policy,
		Mode: r.Result.Mode, Absent: state.Absent(r.Policy),
		Plugins: r.RunPlugins, Sources: r.RunSources, Models: r.RunModels, Costs: r.Costs, Seed: r.Seed, ReferenceYear: r.Year, HostVersion: r.Version,
		UpgradeWithheld: r.Withheld,
	})
	for _, text := range r.Kept {
		r.Keep(text.Digest, text.Data)
	}
	r.Log(record.KindMaterial, r.Material)
	r.Log(record.KindPlan, r.Plan.Event(r.Policy))
	r.prepare()
}

// prepare sets the metrics that are known before the first round.
func (r *run) prepare() {
	r.Set("question.type", r.Result.Type)
	r.Set("question.answer_type", r.Plan.AnswerType)
	r.Set("question.options", len(r.Plan.Options))
	r.Set("question.polar", r.Plan.Polar)
	r.search.MeasurePool()
	r.rounds.PublishContested()
}

// close writes the result and ends the record.
func (r *run) close() (*record.Result, error) {
	elapsed := r.Clock().Sub(r.Started)
	r.search.UseOfSources()
	r.Log(record.KindResult, r.Result)
	r.Log(record.KindTiming, record.Timing{What: record.TimingRun, ElapsedUS: elapsed.Microseconds(), AtUS: elapsed.Microseconds(), BeganUS: r.Started.UnixMicro()})
	r.Result.Budget.ElapsedMS = float64(elapsed.Microseconds()) / 1000
	if r.Err != nil {
		_ = r.Out.Close() // the error returned next says why
		return nil, fmt.Errorf("question %q: record: %w", r.Plan.Question.ID, r.Err)
	}
	if err := r.Out.Finish(); err != nil {
		return nil, fmt.Errorf("question %q: record: %w", r.Plan.Question.ID, err)
	}
	return &r.Result, nil
}
