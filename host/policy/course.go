package policy

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// An Ask decides a condition and may note it; where names it, such as
// "round.primary.when". A nil condition holds; with an error the result is false.
type Ask func(where string, c *Condition) (bool, error)

// A Course leads one question through the decisions of a policy: which rounds run,
// how often, when retrieval ends, whether the draft is challenged, what the gates say.
// Runs and policy tests both go by it, so that they cannot differ. What the steps
// between find comes in from outside. It is used by one goroutine.
type Course struct {
	policy  *Policy
	state   State
	ask     Ask
	stopped string         // why the adaptive gate ended retrieval; "": it did not
	rounds  int            // that ran, each pass of a repeated one
	passes  map[string]int // of each round
	counted int            // of those, the ones that count against adaptive.max_rounds

	published bool           // what the round that is ending brought
	subrounds map[string]int // that ran, by kind of gap
	mode      Mode           // of the answer, if a handler upgraded it
	withhold  bool           // no handler may
	low       map[string]int // of each stop of the adaptive gate: number of consecutive low rounds
}

// NewCourse begins a course that publishes the metrics of rounds in state.
func NewCourse(p *Policy, state State, ask Ask) *Course {
	for _, rd := range p.Rounds {
		state["rounds."+rd.Name+".ran"] = false
	}
	for _, a := range p.Absent {
		if a.Ran != "" {
			state[a.Ran] = false
		}
	}
	state["round.ran"] = false
	for i := range p.Gaps {
		state["gaps."+p.Gaps[i].Kind+".ran"] = false
		if p.Gaps[i].Bridge != nil {
			state["bridge.triggered"] = false
		}
	}
	return &Course{policy: p, state: state, ask: ask, passes: map[string]int{}, subrounds: map[string]int{}, low: map[string]int{}}
}

// A RoundOutcome reports what one pass of a round found.
type RoundOutcome struct {
	SelectedQuality float64
	QualityGain     float64
	NewDocuments    int
	Queries         int
	OpenGaps        *int // nil: no gap analysis was due
	// Means are the mean scores of the new documents by the stages of select that score each round,
	// 0 without new documents; a stage that gave none is absent.
	Means map[string]float64
}

// Stopped says why retrieval ended early; "": it did not.
func (c *Course) Stopped() string { return c.stopped }

// Rounds counts the rounds that ran; each pass of a repeated round is one.
func (c *Course) Rounds() int { return c.rounds }

// Skip says why a round must not run; "" lets it. The error is that of its condition,
// which then counts as false.
func (c *Course) Skip(rd *Round) (why string, err error) {
	if why := c.over(rd); why != "" {
		return why, nil
	}
	ok, err := c.ask("round."+rd.Name+".when", rd.When)
	switch {
	case err != nil:
		return "when: unknown: " + err.Error(), err
	case !ok:
		return "when: false", nil
	}
	return "", nil
}

// over says why no round of this kind may run any more, or "".
func (c *Course) over(rd *Round) string {
	a := c.policy.Adaptive
	switch {
	case !rd.CountsAgainstMax:
		return ""
	case c.stopped != "":
		return c.stopped
	case a.Enabled && c.counted >= a.MaxRounds:
		return fmt.Sprintf("max_rounds: %d rounds have run", c.counted)
	}
	return ""
}

// End publishes what a pass of a round brought, nil if the round did not run, and lets
// the adaptive gate decide (B-06): from the minimum of rounds on, retrieval ends when a
// round brought few new documents or little quality. It returns why, if this round was
// the reason.
func (c *Course) End(rd *Round, out *RoundOutcome) (stopped string) {
	prefix := "rounds." + rd.Name + "."
	if out != nil {
		if !c.published {
			c.Ran(rd, out)
		}
		c.published = false
		c.publish(rd, prefix, out)
		c.publish(rd, "round.", out)
		stopped = c.adapt(rd, out)
	}
	c.state["run.rounds"] = float64(c.rounds)
	return stopped
}

func (c *Course) publish(rd *Round, prefix string, out *RoundOutcome) {
	c.state[prefix+"selected_quality"] = out.SelectedQuality
	c.state[prefix+"quality_gain"] = out.QualityGain
	c.state[prefix+"new_documents"] = float64(out.NewDocuments)
	c.state[prefix+"queries"] = float64(out.Queries)
	c.state[prefix+"passes"] = float64(c.passes[rd.Name])
	delete(c.state, prefix+"open_gaps") // that of the pass before says nothing of this one
	if out.OpenGaps != nil {
		c.state[prefix+"open_gaps"] = float64(*out.OpenGaps)
	}
	c.publishMeans(prefix, out)
}

func (c *Course) adapt(rd *Round, out *RoundOutcome) string {
	a := c.policy.Adaptive
	c.lowRounds(out)
	if !a.Enabled || c.rounds < a.MinRounds || c.stopped != "" {
		return ""
	}
	stop := c.exhausted(out)
	switch {
	case stop != nil:
		c.stopped = fmt.Sprintf("adaptive: %s: %d rounds with a mean %s under %g, the last %q", stop.Name, c.low[stop.Name], stop.Stage, stop.Below, rd.Name)
	case out.NewDocuments < a.MinNewDocs:
		c.stopped = fmt.Sprintf("adaptive: new_documents_low: %d after round %q, under %d", out.NewDocuments, rd.Name, a.MinNewDocs)
	case out.QualityGain < a.MinQualityGain:
		c.stopped = fmt.Sprintf("adaptive: quality_gain_low: %.4f after round %q, under %g", out.QualityGain, rd.Name, a.MinQualityGain)
	}
	return c.stopped
}

// Again says whether a round is repeated after so many passes that ran: as often as its
// repeat block allows, until its condition holds or retrieval ends.
func (c *Course) Again(rd *Round, passes int) (bool, error) {
	if passes >= rd.Repeat.Max || c.over(rd) != "" {
		return false, nil
	}
	if rd.Repeat.Until == nil {
		return true, nil
	}
	done, err := c.ask("round."+rd.Name+".repeat.until", rd.Repeat.Until)
	return !done && err == nil, err
}

// Challenge says whether the draft is to be falsified, and publishes that.
func (c *Course) Challenge(f *Falsify) (bool, error) {
	ok, err := c.ask("falsify."+f.Kind+".when", f.When)
	c.state["falsify."+f.Kind+".ran"] = ok
	return ok, err
}

// Refuted says whether a falsification score is so high that the draft must be made
// anew (S0-19): strictly above the threshold.
func (f *Falsify) Refuted(score float64) bool {
	return f.ResynthesizeOver > 0 && score > f.ResynthesizeOver
}

// ReasonMargin is the uncertainty reason of an answer whose lead is too small.
const ReasonMargin = "margin_below_minimum"

// TooClose says whether the chosen option's lead is too small to be sure of.
func (o *OptionScoring) TooClose(margin float64) bool { return margin < o.MinMargin }

// A Verdict holds the decision of the gates on an answer.
type Verdict string

// The verdicts of gates.
const (
	Answered  Verdict = schema.VerdictAnswered
	Abstained Verdict = schema.VerdictAbstained // a gate that did not pass says so, or the answer is missing
	Refused   Verdict = schema.VerdictRefused   // a gate with otherwise = "fail" did not pass
)

// Judge asks the gates in order of writing, tells each outcome to seen, and returns the
// verdict. A condition that cannot be decided fails closed; its error goes to seen. Where
// the answer is missing, no gate is asked.
func (c *Course) Judge(answered bool, seen func(g *Gate, passed bool, err error)) Verdict {
	if !answered {
		return Abstained
	}
	verdict := Answered
	for i := range c.policy.Gates {
		g := &c.policy.Gates[i]
		ok, err := c.ask("gate."+g.Name, g.Condition)
		seen(g, ok, err)
		if !ok && g.Waiver == nil {
			verdict = g.lower(verdict)
		}
	}
	return verdict
}

// Warns says whether the gate, if it does not pass, only warns.
func (g *Gate) Warns() bool {
	return g.Waiver != nil || g.Level == LevelAdvisory || g.Otherwise == "warn"
}

// lower returns the verdict after the gate did not pass.
func (g *Gate) lower(v Verdict) Verdict {
	switch {
	case g.Warns():
		return v
	case g.Otherwise == "fail":
		return Refused
	case v == Answered:
		return Abstained
	}
	return v
}
