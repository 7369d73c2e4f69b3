package run

import (
	"context"

	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/tape"
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
	if e.Key != "" && t.Checkpoint != nil && t.Result != nil && t.Checkpoint.Key == e.Key && !e.Whole {
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
	r.Plan = query.Outline(t.Question)
	ok, err := r.resume(ctx)
	if err != nil || !ok {
		return nil, err
	}
	err = r.Do(ctx, r.finalSteps())
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
	r.Plan = query.Make(t.Question, e.Policy.Intents, e.Content, e.PlainWords)
	r.ReadWords(&r.Plan)
	r.prepare()
	err = r.Do(ctx, r.steps())
	return r.replayed(ctx, out, err)
}

// tapeRun returns a run that plays a tape; its clock stands still.
func (e *Engine) tapeRun(t *tape.Tape) (*run, *memory, error) {
	how := Asking{WithholdUpgrade: t.Head.UpgradeWithheld}
	id, err := e.RunID(t.Question, how)
	if err != nil {
		return nil, nil, err
	}
	out := &memory{}
	r := e.newRun(t.Question, id, out, t.Head.Costs) // of models, a replay knows no price
	r.Withhold(e.Withholds(how))
	r.Tape, r.Asker.Tape, r.Result.Run = t, t, id
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
	if r.Err != nil {
		return nil, r.Err
	}
	r.conclude(err)
	result := r.Result
	out.decision.Result = &result
	return &Replayed{Result: &result, Decision: &out.decision, Resumed: r.Resumed != nil, Fetched: r.Fetched}, nil
}

// A memory keeps what a replay decides. It is the trace of a run that leaves no record.
type memory struct{ decision record.Decision }

func (m *memory) Append(_ record.Kind, data any) error {
	m.decision.Take(data)
	return nil
}

func (m *memory) Blob(string, []byte) error { return nil }

func (m *memory) Finish() error { return nil }

func (m *memory) Close() error { return nil }
