package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// run takes the mocked question, once its state is taken, through the policy, as a run
// does: rounds, the draft's falsification, gates.
func (m *mock) run() {
	m.neutral()
	m.course = policy.NewCourse(m.policy, m.state, m.decide)
	for i := range m.policy.Rounds {
		m.runRound(&m.policy.Rounds[i])
	}
	m.terms()
	answered, _ := m.state["answer.answered"].(bool)
	m.react()
	if answered {
		m.draft()
	}
	m.verdict = m.course.Judge(answered, func(g *policy.Gate, passed bool, err error) {
		m.gates[g.Name] = passed
		if !passed {
			m.reason(g.Reason)
		}
	})
	m.idleGaps()
	m.idle()
}

// Decide evaluates a condition and remembers how it came out, and why.
func (m *mock) decide(where string, c *policy.Condition) (bool, error) {
	if c == nil {
		return true, nil
	}
	d, err := c.Eval(m.state)
	m.why[where] = explained(c, d, err)
	if err != nil {
		m.report(diag.CodeTestFailed, m.test.At, fmt.Sprintf("%s cannot be decided", where), diag.Capital(err.Error())+".")
		return false, err
	}
	m.seen(policy.DecisionPoint{Where: where, Text: c.Text, At: c.At, Condition: c}, d.Result)
	return d.Result, nil
}

// explained prints a condition with the values that it read.
func explained(c *policy.Condition, d policy.Decision, err error) string {
	if err != nil {
		return err.Error()
	}
	var values []string
	for _, v := range d.Values {
		values = append(values, fmt.Sprintf("%s = %v", v.Path, v.Value))
	}
	return fmt.Sprintf("%s:%d: %s is %v with %s", c.At.File, c.At.Line, c.Text, d.Result, strings.Join(values, ", "))
}

// runRound makes the passes of one round.
func (m *mock) runRound(rd *policy.Round) {
	why, _ := m.course.Skip(rd)
	for pass := 1; why == ""; pass++ {
		out, asked := m.outcome(rd, pass)
		if !asked {
			why = "no new queries"
			break
		}
		m.path = append(m.path, rd.Name)
		m.found(out.NewDocuments)
		m.lookForGaps(rd, pass, out)
		before := m.course.Stopped()
		stopped := m.course.End(rd, out)
		m.adaptive(out, before, stopped)
		if again, _ := m.course.Again(rd, pass); !again {
			return
		}
	}
	if _, ran := m.state["rounds."+rd.Name+".new_documents"]; !ran {
		m.course.End(rd, nil)
		m.skipped[rd.Name] = why
	}
}

// outcome returns what a pass brings: what the test gives, and for the rest enough to go on.
func (m *mock) outcome(rd *policy.Round, pass int) (out *policy.RoundOutcome, asked bool) {
	out, asked = &policy.RoundOutcome{SelectedQuality: 1, QualityGain: 1, NewDocuments: m.policy.Adaptive.MinNewDocs, Queries: 1}, true
	out.Means = m.policy.NeutralMeans()
	for _, name := range []string{rd.Name, fmt.Sprintf("%s.%d", rd.Name, pass)} {
		g := m.rounds[name]
		if g == nil {
			continue
		}
		m.used[g.node] = true
		if ran, is := g.values["ran"].(bool); is {
			asked = ran
		}
		m.overwrite(out, g)
	}
	return out, asked
}

// overwrite puts what the test gives into an outcome.
func (m *mock) overwrite(out *policy.RoundOutcome, g *givenRound) {
	for name, v := range g.values {
		x, _ := v.(float64)
		switch name {
		case "selected_quality":
			out.SelectedQuality = x
		case "quality_gain":
			out.QualityGain = x
		case "new_documents":
			out.NewDocuments = int(x)
		case "queries":
			out.Queries = int(x)
		default:
			if stage, ok := strings.CutPrefix(name, policy.MeanPrefix); ok {
				out.Means[stage] = x
			}
		}
	}
}

// found grows the pool as a round does.
func (m *mock) found(documents int) {
	had, _ := m.state["pool.documents"].(float64)
	m.put("pool.documents", had+float64(documents))
	m.put("pool.sources", 1.0)
}

// adaptive notes how the adaptive gate decided.
func (m *mock) adaptive(out *policy.RoundOutcome, before, stopped string) {
	a := &m.policy.Adaptive
	if !a.Enabled || before != "" || m.course.Rounds() < a.MinRounds {
		return
	}
	for i := range a.Stops {
		s := &a.Stops[i]
		hit := strings.HasPrefix(stopped, "adaptive: "+s.Name+":")
		m.seen(s.Decision(), hit)
		if hit {
			return
		}
	}
	few := out.NewDocuments < a.MinNewDocs
	if a.MinNewDocs > 0 {
		m.seen(a.FewDocuments(), few)
	}
	if !few {
		m.seen(a.LittleGain(), stopped != "")
	}
}

// draft does what follows the draft answer, but for the gates.
func (m *mock) draft() {
	if margin, known := m.state["answer.margin"].(float64); known && m.policy.Options.TooClose(margin) {
		m.reason(policy.ReasonMargin)
	}
	for i := range m.policy.Falsify {
		f := &m.policy.Falsify[i]
		prefix := "falsify." + f.Kind + "."
		ran, _ := m.course.Challenge(f)
		if !ran {
			m.forget(prefix)
			continue
		}
		m.challenged = append(m.challenged, f.Kind)
		m.put(prefix+"score", 0.0)
		if f.ResynthesizeOver > 0 {
			score, _ := m.state[prefix+"score"].(float64)
			m.seen(f.Resynthesis(), f.Refuted(score))
			if f.Refuted(score) {
				m.reason(f.Reason)
			}
		}
	}
}

// forget takes back what was given of a falsification that did not run.
func (m *mock) forget(prefix string) {
	for _, n := range m.test.All("given") {
		if n.Label+"." == prefix {
			m.used[n] = false
		}
	}
	for path := range m.state {
		if strings.HasPrefix(path, prefix) && !strings.HasSuffix(path, ".ran") {
			delete(m.state, path)
		}
	}
}

func (m *mock) reason(text string) {
	if !slices.Contains(m.reasons, text) {
		m.reasons = append(m.reasons, text)
	}
}

// idle reports given blocks that nothing came to: the test says something about a step
// that was never taken.
func (m *mock) idle() {
	for _, n := range m.test.All("given") {
		if m.used[n] || len(n.Leaves) == 0 || m.diags.HasErrors() {
			continue
		}
		round, _, _ := strings.Cut(strings.TrimPrefix(n.Label, "rounds."), ".")
		why := "It was not reached."
		if skipped := m.skipped[round]; skipped != "" {
			why = fmt.Sprintf("Round %q did not run: %s.", round, m.because("round."+round+".when", skipped))
		} else if text := m.why[n.Label+".when"]; text != "" {
			why = text + "."
		}
		m.report(diag.CodeNotGiven, n.At, fmt.Sprintf("Given %q was not reached", n.Label), why)
	}
}

// because adds the condition's values to a reason that is a condition.
func (m *mock) because(where, reason string) string {
	if text := m.why[where]; text != "" && strings.HasPrefix(reason, "when: false") {
		return text
	}
	return reason
}

// Terms asks the conditions of the terms that score items, as a run does once documents are selected.
func (m *mock) terms() {
	for _, s := range m.policy.Sections() {
		m.course.Weighed(s.Name, s.Terms, func(*policy.Term, error) {})
	}
}
