package policycmd

import (
	"context"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// recordedState returns the values that conditions could read at the end of a recorded run, or just after one
// of its rounds.
func recordedState(ctx context.Context, ref, home, round string) (policy.State, error) {
	r, done, err := flags.LoadRecord(ctx, ref, home, "policy console")
	if err != nil {
		return nil, err
	}
	b := stateBuilder{state: policy.State{}, until: round}
	for event := range r.Events() {
		if err = b.take(event); err != nil {
			break
		}
	}
	if cerr := done(); err == nil {
		err = cerr
	}
	if err == nil && round != "" && !b.found {
		err = shell.Fail(shell.ExitFailed, "the record has no round %q; it has %s", round, strings.Join(b.rounds, ", "))
	}
	return b.state, err
}

// A stateBuilder goes through a record's events.
type stateBuilder struct {
	state  policy.State
	until  string   // the round that ends it; "": none
	found  bool     // that round is over
	ran    int      // rounds that ran
	rounds []string // all of them
}

func (b *stateBuilder) take(event record.Event) error {
	switch event.Kind {
	case record.KindCheckpoint:
		return b.checkpoint(event)
	case record.KindRound:
		return b.round(event)
	}
	if b.found {
		return nil
	}
	switch event.Kind {
	case record.KindPlan:
		var p record.Plan
		err := event.Decode(&p)
		b.state["question.answer_type"] = p.AnswerType
		return err
	case record.KindCondition:
		return b.condition(event)
	case record.KindCalibration:
		return b.calibration(event)
	}
	return nil
}

// checkpoint knows the whole state at the draft. After a round, only what it says of the
// question was true already.
func (b *stateBuilder) checkpoint(event record.Event) error {
	var c record.Checkpoint
	if err := event.Decode(&c); err != nil {
		return err
	}
	for path, v := range c.State {
		if v != nil && (b.until == "" || strings.HasPrefix(path, "question.")) {
			b.state[path] = v
		}
	}
	return nil
}

func (b *stateBuilder) round(event record.Event) error {
	var r record.Round
	if err := event.Decode(&r); err != nil {
		return err
	}
	b.rounds = append(b.rounds, r.Name)
	if b.found || strings.HasPrefix(r.Name, "falsify_") || strings.HasPrefix(r.Name, "on_") {
		return nil
	}
	b.state["rounds."+r.Name+".ran"] = r.Ran
	if r.Ran {
		b.ran++
		for _, prefix := range []string{"rounds." + r.Name + ".", "round."} {
			b.state[prefix+"ran"], b.state[prefix+"selected_quality"], b.state[prefix+"quality_gain"] = true, r.SelectedQuality, r.QualityGain
			b.state[prefix+"new_documents"], b.state[prefix+"queries"] = float64(r.NewDocuments), float64(r.Queries)
			delete(b.state, prefix+"open_gaps")
			if r.OpenGaps != nil {
				b.state[prefix+"open_gaps"] = float64(*r.OpenGaps)
			}
		}
	}
	b.state["run.rounds"], b.state["pool.documents"] = float64(b.ran), float64(r.PoolDocuments)
	b.found = r.Name == b.until
	return nil
}

// condition adds what a condition of the run read; budgets are known from there only.
func (b *stateBuilder) condition(event record.Event) error {
	var c record.Condition
	if err := event.Decode(&c); err != nil {
		return err
	}
	for _, v := range c.Values {
		if v.Value != nil && !strings.HasPrefix(v.Path, "var.") && !strings.HasPrefix(v.Path, "local.") {
			b.state[v.Path] = v.Value
		}
	}
	return nil
}

func (b *stateBuilder) calibration(event record.Event) error {
	var c record.Calibration
	if err := event.Decode(&c); err != nil {
		return err
	}
	path := "answer.provisional_confidence"
	if c.Phase == record.PhaseFinal {
		path = "answer.confidence"
	}
	b.state[path] = c.Confidence
	for _, t := range c.Terms {
		if _, known := b.state[t.Feature]; t.Value != nil && !known { // a flag is known as such, here it is a number
			b.state[t.Feature] = *t.Value
		}
	}
	return nil
}
