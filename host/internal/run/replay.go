package run

import (
	"context"
	"fmt"
	"math"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Replayed is a recorded run decided anew.
type Replayed struct {
	Result   *record.Result // with the elapsed time zero
	Decision *record.Decision
	Resumed  bool // decided from the record's checkpoint: the events before it are the record's
	Fetched  int  // searches that live sources answered
}

// Replay decides a recorded run anew under the engine's policy, without asking any source or plugin
// for what the record knows. The result is that of a real run over the same evidence, byte for byte,
// apart from elapsed time. Errors: *[NeedError], *[UnknowableError], one that matches
// [plugin.ErrUnknownCall], or what is wrong with the record.
func (e *Engine) Replay(ctx context.Context, t *tape.Tape) (*Replayed, error) {
	if e.key != "" && t.Checkpoint != nil && t.Result != nil && t.Checkpoint.Key == e.key && !e.Whole {
		out, err := e.replayTail(ctx, t)
		if out != nil || err != nil {
			return out, err
		}
	}
	return e.replayWhole(ctx, t)
}

func (e *Engine) replayTail(ctx context.Context, t *tape.Tape) (*Replayed, error) {
	r, out, err := e.tapeRun(t)
	if err != nil {
		return nil, err
	}
	r.plan = query.Outline(t.Question)
	ok, err := r.resume(ctx)
	if err != nil || !ok {
		return nil, err
	}
	err = r.do(ctx, r.finalSteps())
	return r.replayed(ctx, out, err)
}

func (e *Engine) replayWhole(ctx context.Context, t *tape.Tape) (*Replayed, error) {
	if err := t.Index(); err != nil {
		return nil, err
	}
	r, out, err := e.tapeRun(t)
	if err != nil {
		return nil, err
	}
	r.plan = query.Make(t.Question, e.Policy.Intents, e.content, e.plainWords)
	r.lexicon.read(&r.plan)
	r.prepare()
	err = r.do(ctx, r.steps())
	return r.replayed(ctx, out, err)
}

// tapeRun is a run that plays a tape; its clock stands still.
func (e *Engine) tapeRun(t *tape.Tape) (*run, *memory, error) {
	how := Asking{WithholdUpgrade: t.Head.UpgradeWithheld}
	id, err := e.RunID(t.Question, how)
	if err != nil {
		return nil, nil, err
	}
	out := &memory{}
	r := e.newRun(t.Question, id, out, t.Head.Costs) // of models, a replay knows no price
	r.withhold(e.withholds(how))
	r.tape, r.asker.Tape, r.result.Run = t, t, id
	return r, out, nil
}

// replayed ends a replay as a run ends, unless it could not go on.
func (r *run) replayed(ctx context.Context, out *memory, err error) (*Replayed, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if stop := tape.Unknowable(err); stop != nil {
		return nil, stop
	}
	if r.err != nil {
		return nil, r.err
	}
	r.conclude(err)
	result := r.result
	out.decision.Result = &result
	return &Replayed{Result: &result, Decision: &out.decision, Resumed: r.resumed != nil, Fetched: r.fetched}, nil
}

// A memory keeps what a replay decides. It is the trace of a run that leaves no record.
type memory struct{ decision record.Decision }

func (m *memory) Append(_ record.Kind, data any) error {
	m.decision.Take(data)
	return nil
}

func (m *memory) Blob(string, []byte) error { return nil }
func (m *memory) Finish() error             { return nil }
func (m *memory) Close() error              { return nil }

// readsTime finds a metric of time that a condition read and that is not known.
func (r *run) readsTime(d policy.Decision) string {
	for _, v := range d.Values {
		if v.Value == nil && (v.Path == tape.MetricElapsed || v.Path == tape.MetricRemaining && r.Policy.Budget.MaxWall > 0) {
			return v.Path
		}
	}
	return ""
}

// replayTimes asks a condition of a replay again if it read the time, this time with the time that the recorded
// run read at the same place. If that is not known, the way that the run goes on is not known either.
func (r *run) replayTimes(where string, c *policy.Condition, d policy.Decision, err error) (policy.Decision, error) {
	n := r.asks[where]
	r.asks[where]++
	path := r.readsTime(d)
	if path == "" {
		return d, err
	}
	for _, v := range r.tape.Times(where, n) {
		r.state[v.Path] = v.Value
	}
	d, err = c.Eval(r.state)
	if r.readsTime(d) != "" && r.err == nil {
		r.err = &tape.UnknowableError{Why: fmt.Sprintf("%s reads %s, and the record does not say how much time had passed there", where, path)}
	}
	delete(r.state, tape.MetricElapsed)
	delete(r.state, tape.MetricRemaining)
	return d, err
}

// knowFeature does the same for a term of the calibration.
func (r *run) knowFeature(path string) {
	if r.tape != nil && r.err == nil && tape.OfTime(path) {
		r.err = &tape.UnknowableError{Why: fmt.Sprintf("the calibration weighs %s, which no record holds", path)}
	}
}

func spentAmount(b record.BudgetResult) budget.Amount {
	return budget.Amount{CostMicroUSD: int64(math.Round(b.CostUSD * 1e6)), Searches: b.Searches, ModelTokens: b.ModelTokens}
}
