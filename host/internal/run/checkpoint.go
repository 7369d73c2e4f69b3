package run

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/run/confidence"
	"github.com/sparkhost/sparkhost/host/internal/run/read"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/record"
)

// checkpoint records the state after the last search.
func (r *run) checkpoint(context.Context) error {
	state := maps.Clone(r.State)
	delete(state, tape.MetricElapsed)
	delete(state, tape.MetricRemaining)
	c := record.Checkpoint{
		Key: r.Key, Calibrator: r.Policy.Calibrate.Stage.Plugin, State: state,
		Reasons: len(r.Result.UncertaintyReasons), Warnings: len(r.Result.Warnings) + len(r.Asker.Troubles.Kinds), Resynthesised: r.Resynthesised,
	}
	if r.Answer == nil {
		c.WhyNone = r.confidence.WhyNone()
	}
	c.Nearest = r.outcome.NearestSentences()
	r.Nearest, r.Unanswered = c.Nearest, c.WhyNone
	if a := r.Answer; a != nil {
		c.Answer = &record.AnswerText{Label: a.Label, Text: a.Text}
		if a.HasMargin {
			c.Margin = &a.Margin
		}
	}
	r.Log(record.KindCheckpoint, c)
	return nil
}

// resume takes the run up from the checkpoint of a tape, made under an equal key. It says whether it
// can: the draft's new confidence must ask for the same falsification, and nothing out of the
// ordinary may have happened until then, because warnings name lines of the old policy.
func (r *run) resume(ctx context.Context) (bool, error) {
	c, old := r.Tape.Checkpoint, r.Tape.Result
	if c.Warnings > 0 || c.Resynthesised || c.Reasons > len(old.UncertaintyReasons) || !r.Spend(old.Budget) {
		return false, nil
	}
	unread, err := r.Tape.Warned(read.TextUnread)
	if err != nil {
		return false, err
	}
	falsified := map[string]any{}
	for path, v := range c.State {
		switch {
		case strings.HasPrefix(path, "falsify."):
			falsified[path] = v
		case path != "answer.provisional_confidence":
			r.State[path] = v
		}
	}
	if a := c.Answer; a != nil {
		r.Answer = &state.Answer{Chosen: -1, Label: a.Label, Text: a.Text}
		if c.Margin != nil {
			r.Answer.Margin, r.Answer.HasMargin = *c.Margin, true
		}
	}
	r.Resumed, r.Nearest, r.Unanswered = old, c.Nearest, cmp.Or(c.WhyNone, confidence.ReasonNoEvidence)
	r.UnreadThen = unread
	r.Result.Plugins = slices.DeleteFunc(slices.Clone(old.Plugins), func(u record.PluginUse) bool { return u.Name == c.Calibrator })
	err = r.confidence.Provisional(ctx)
	if err == nil {
		err = r.Err
	}
	if err != nil || len(r.Result.Warnings) > 0 {
		return false, tape.Unknowable(err)
	}
	return r.falsifiedAlike(falsified), r.Err
}

// falsifiedAlike asks the conditions of the falsify blocks and takes over what the blocks found
// where they agree with the recorded run's.
func (r *run) falsifiedAlike(found map[string]any) bool {
	if r.Answer == nil {
		return true
	}
	for i := range r.Policy.Falsify {
		f := &r.Policy.Falsify[i]
		name := "falsify." + f.Kind
		ok, err := r.Holds(name+".when", f.When)
		if was, known := found[name+".ran"].(bool); err != nil || !known || was != ok {
			return false
		}
		for path, v := range found {
			if strings.HasPrefix(path, name+".") {
				r.State[path] = v
			}
		}
	}
	r.Result.UncertaintyReasons = append(r.Result.UncertaintyReasons, r.Resumed.UncertaintyReasons[:r.Tape.Checkpoint.Reasons]...)
	return true
}
