package policy

import "fmt"

// A DecisionPoint is one point at which a policy goes one way or the other.
type DecisionPoint struct {
	Where     string // such as "gate.covered"
	Text      string // the condition as written
	At        Pos
	Condition *Condition // nil: a comparison with a number
}

// DecisionPoints lists a policy's decisions in the order of a run: every condition, and the
// thresholds that decide whether the run goes on.
func (p *Policy) DecisionPoints() []DecisionPoint {
	var out []DecisionPoint
	add := func(where string, c *Condition) {
		if c != nil {
			out = append(out, DecisionPoint{where, c.Text, c.At, c})
		}
	}
	for _, rd := range p.Rounds {
		add("round."+rd.Name+".when", rd.When)
		add("round."+rd.Name+".repeat.until", rd.Repeat.Until)
	}
	for i := range p.Gaps {
		add("gap."+p.Gaps[i].Kind+".when", p.Gaps[i].When)
	}
	out = append(out, p.Adaptive.decisions()...)
	for _, s := range p.Sections() {
		for _, t := range s.Terms {
			add(s.where(&t), t.When)
		}
	}
	for i := range p.Handlers {
		h := &p.Handlers[i]
		add("on."+h.Kind+".when", h.When)
		if h.Upgrade != nil && h.Upgrade.To != p.Mode && p.Budget.MaxCostMicroUSD > 0 {
			out = append(out, h.Upgrade.Decision(h.Kind))
		}
	}
	for i := range p.Falsify {
		f := &p.Falsify[i]
		add("falsify."+f.Kind+".when", f.When)
		if f.ResynthesizeOver > 0 {
			out = append(out, f.Resynthesis())
		}
	}
	for _, g := range p.Gates {
		add("gate."+g.Name, g.Condition)
	}
	return out
}

// Resynthesis returns the decision whether a draft is made anew.
func (f *Falsify) Resynthesis() DecisionPoint {
	return DecisionPoint{"falsify." + f.Kind + ".resynthesise", fmt.Sprintf("score > %g", f.ResynthesizeOver), f.At, nil}
}

// decisions returns the ways in which the adaptive gate ends retrieval.
func (a *Adaptive) decisions() []DecisionPoint {
	if !a.Enabled {
		return nil
	}
	var out []DecisionPoint
	for i := range a.Stops {
		out = append(out, a.Stops[i].Decision())
	}
	if a.MinNewDocs > 0 {
		out = append(out, a.FewDocuments())
	}
	return append(out, a.LittleGain())
}

// FewDocuments returns the point at which too few new documents end retrieval.
func (a *Adaptive) FewDocuments() DecisionPoint {
	return DecisionPoint{"adaptive.min_new_docs", fmt.Sprintf("new_documents < %d", a.MinNewDocs), a.At, nil}
}

// LittleGain returns the point at which too little gain in quality ends retrieval.
func (a *Adaptive) LittleGain() DecisionPoint {
	return DecisionPoint{"adaptive.min_quality_gain", fmt.Sprintf("quality_gain < %g", a.MinQualityGain), a.At, nil}
}

// Identity tells decisions apart; those of one block differ by their text.
func (d DecisionPoint) Identity() Pos {
	at := d.At
	if d.Condition == nil {
		at.File += "\x00" + d.Where
	}
	return at
}
