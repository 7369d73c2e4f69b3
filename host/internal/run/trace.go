package run

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// runID names a run by everything that decides its result.
func (e *Engine) runID(q evidence.Question) string {
	id := struct {
		Question evidence.Question
		Policy   string
		Sources  []record.RunSource
		Plugins  []record.Named
		Seed     uint64
		Year     int
	}{q, e.Policy.Digest, e.recordSources(), e.recordPlugins(), e.Seed, e.Year}
	data, err := record.Canonical(id)
	if err != nil { // only a question with a NaN in meta could do that, and JSON has none
		data = []byte(q.ID + "\x00" + e.Policy.Digest)
	}
	return record.Digest(data)[:20]
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

// describe writes the head of the record and the plan.
func (r *run) describe() {
	question, err := record.Canonical(r.plan.question)
	if err != nil {
		r.err = err
		return
	}
	r.log(record.KindRun, record.Run{
		FormatVersion: record.FormatVersion, ID: r.result.Run, Question: json.RawMessage(question), Policy: r.result.Policy,
		Plugins: r.recordPlugins(), Sources: r.recordSources(), Seed: r.Seed, ReferenceYear: r.Year, HostVersion: r.Version,
	})
	r.log(record.KindPlan, r.plan.event(r.Policy))
	r.set("question.type", r.plan.kinds())
	r.set("question.answer_type", r.plan.answerType)
	r.set("question.options", len(r.plan.options))
	r.set("question.polar", r.plan.polar)
	for _, rd := range r.Policy.Rounds {
		r.set("rounds."+rd.Name+".ran", false)
	}
}

// log appends an event. The first failure ends the run at its next step: a run
// without record must not go on.
func (r *run) log(kind record.Kind, data any) {
	if r.err == nil {
		r.err = r.out.Append(kind, data)
	}
}

// keep puts a document aside by content, for whoever reads the record.
func (r *run) keep(h *holding) {
	if r.err == nil {
		r.err = r.out.Blob(h.digest, h.data)
	}
}

// warn tells the record, the result and whoever listens.
func (r *run) warn(code, stage, text string) {
	r.log(record.KindWarning, record.Warning{Code: code, Stage: stage, Text: text})
	r.result.Warnings = append(r.result.Warnings, text)
	if r.Log != nil {
		r.Log(r.plan.question.ID, text)
	}
}

// time notes how long something took; only here does a record hold elapsed time.
func (r *run) time(what string, took time.Duration) {
	r.log(record.KindTiming, record.Timing{What: what, ElapsedUS: took.Microseconds()})
}

// close writes the result and ends the record.
func (r *run) close() (*record.Result, error) {
	elapsed := r.Clock().Sub(r.started)
	r.log(record.KindResult, r.result)
	r.time("run", elapsed)
	r.result.Budget.ElapsedMS = float64(elapsed.Microseconds()) / 1000
	if r.err != nil {
		_ = r.out.Close() // what is said next is why
		return nil, fmt.Errorf("question %q: record: %w", r.plan.question.ID, r.err)
	}
	if err := r.out.Finish(); err != nil {
		return nil, fmt.Errorf("question %q: record: %w", r.plan.question.ID, err)
	}
	return &r.result, nil
}

// reserve asks the guard before a step that costs and records the outcome.
func (r *run) reserve(guard *budget.Guard, stage string, ask budget.Amount) (*budget.Reservation, error) {
	paid, err := guard.Reserve(stage, ask)
	event := record.Reservation{Stage: stage, Asked: recordAmount(ask), Granted: err == nil}
	if err != nil {
		event.Reason = err.Error()
		r.warn("budget_refused", stage, fmt.Sprintf("%s was not paid: %v", stage, err))
	} else {
		event.Settled = event.Asked
	}
	r.log(record.KindReservation, event)
	return paid, err
}

// settle pays what a step really cost.
func (r *run) settle(paid *budget.Reservation, actual budget.Amount) { paid.Settle(actual) }

func recordAmount(a budget.Amount) record.Amount {
	return record.Amount{CostMicroUSD: a.CostMicroUSD, Searches: a.Searches, ModelTokens: a.ModelTokens}
}

// newGuard is the guard of one run. Without a model the stages that the policy
// reserves for cost time only; see wallForRetrieval.
func newGuard(b policy.Budget, clock func() time.Time) *budget.Guard {
	return budget.New(limits(b), clock)
}

func limits(b policy.Budget) budget.Limits {
	return budget.Limits{Max: budget.Amount{
		CostMicroUSD: b.MaxCostMicroUSD, Searches: b.MaxSearches, ModelTokens: b.MaxModelTokens, Wall: b.MaxWall,
	}}
}
