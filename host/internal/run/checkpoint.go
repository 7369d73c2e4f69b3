package run

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/record"
)

// checkpoint records the state after the last search.
func (r *run) checkpoint(context.Context) error {
	state := maps.Clone(r.state)
	delete(state, tape.MetricElapsed)
	delete(state, tape.MetricRemaining)
	c := record.Checkpoint{
		Key: r.key, Calibrator: r.Policy.Calibrate.Stage.Plugin, State: state,
		Reasons: len(r.result.UncertaintyReasons), Warnings: len(r.result.Warnings) + len(r.asker.Troubles.Kinds), Resynthesised: r.resynthesised,
	}
	if r.answer == nil {
		c.WhyNone = r.whyNone()
	}
	c.Nearest = r.nearestSentences()
	r.nearest, r.unanswered = c.Nearest, c.WhyNone
	if a := r.answer; a != nil {
		c.Answer = &record.AnswerText{Label: a.label, Text: a.text}
		if a.hasMargin {
			c.Margin = &a.margin
		}
	}
	r.log(record.KindCheckpoint, c)
	return nil
}

// resume takes the run up from the checkpoint of a tape, made under an equal key. It says whether it
// can: the draft's new confidence must ask for the same falsification, and nothing out of the
// ordinary may have happened until then, because warnings name lines of the old policy.
func (r *run) resume(ctx context.Context) (bool, error) {
	c, old := r.tape.Checkpoint, r.tape.Result
	if c.Warnings > 0 || c.Resynthesised || c.Reasons > len(old.UncertaintyReasons) || !r.spend(old.Budget) {
		return false, nil
	}
	falsified := map[string]any{}
	for path, v := range c.State {
		switch {
		case strings.HasPrefix(path, "falsify."):
			falsified[path] = v
		case path != "answer.provisional_confidence":
			r.state[path] = v
		}
	}
	if a := c.Answer; a != nil {
		r.answer = &answer{chosen: -1, label: a.Label, text: a.Text}
		if c.Margin != nil {
			r.answer.margin, r.answer.hasMargin = *c.Margin, true
		}
	}
	r.resumed, r.nearest, r.unanswered = old, c.Nearest, cmp.Or(c.WhyNone, reasonNoEvidence)
	r.result.Plugins = slices.DeleteFunc(slices.Clone(old.Plugins), func(u record.PluginUse) bool { return u.Name == c.Calibrator })
	err := r.provisional(ctx)
	if err == nil {
		err = r.err
	}
	if err != nil || len(r.result.Warnings) > 0 {
		return false, tape.Unknowable(err)
	}
	return r.falsifiedAlike(falsified), r.err
}

// falsifiedAlike asks the conditions of the falsify blocks and takes over what the blocks found
// where they agree with the recorded run's.
func (r *run) falsifiedAlike(found map[string]any) bool {
	if r.answer == nil {
		return true
	}
	for i := range r.Policy.Falsify {
		f := &r.Policy.Falsify[i]
		name := "falsify." + f.Kind
		ok, err := r.holds(name+".when", f.When)
		if was, known := found[name+".ran"].(bool); err != nil || !known || was != ok {
			return false
		}
		for path, v := range found {
			if strings.HasPrefix(path, name+".") {
				r.state[path] = v
			}
		}
	}
	r.result.UncertaintyReasons = append(r.result.UncertaintyReasons, r.resumed.UncertaintyReasons[:r.tape.Checkpoint.Reasons]...)
	return true
}

// fillResumed completes the result of a run that was taken up from a checkpoint: what was found and
// drafted is the recorded run's.
func (r *run) fillResumed() {
	old := r.resumed
	r.result.Rounds, r.result.Options, r.result.Citations = old.Rounds, old.Options, old.Citations
	r.result.Excluded, r.result.Disputed = old.Excluded, old.Disputed
	if r.result.Verdict == record.VerdictAnswered {
		r.result.Answer = r.tape.Checkpoint.Answer
	}
}
