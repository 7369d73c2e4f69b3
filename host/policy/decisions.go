package policy

import "fmt"

// A decision is one point at which a policy goes one way or the other.
type decision struct {
	where     string // such as "gate.covered"
	text      string // the condition as written
	at        Pos
	condition *Condition // nil: a comparison with a number
}

// decisions lists a policy's decisions in the order of a run: every condition, and the
// thresholds that decide whether the run goes on.
func (p *Policy) decisions() []decision {
	var out []decision
	add := func(where string, c *Condition) {
		if c != nil {
			out = append(out, decision{where, c.Text, c.At, c})
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
	for _, s := range p.sections() {
		for _, t := range s.terms {
			add(s.where(&t), t.When)
		}
	}
	for i := range p.Handlers {
		h := &p.Handlers[i]
		add("on."+h.Kind+".when", h.When)
		if h.Upgrade != nil && h.Upgrade.To != p.Mode && p.Budget.MaxCostMicroUSD > 0 {
			out = append(out, h.Upgrade.decision(h.Kind))
		}
	}
	for i := range p.Falsify {
		f := &p.Falsify[i]
		add("falsify."+f.Kind+".when", f.When)
		if f.ResynthesizeOver > 0 {
			out = append(out, f.resynthesis())
		}
	}
	for _, g := range p.Gates {
		add("gate."+g.Name, g.Condition)
	}
	return out
}

// resynthesis is the decision whether a draft is made anew.
func (f *Falsify) resynthesis() decision {
	return decision{"falsify." + f.Kind + ".resynthesise", fmt.Sprintf("score > %g", f.ResynthesizeOver), f.At, nil}
}

// decisions are the two ways in which the adaptive gate ends retrieval.
func (a *Adaptive) decisions() []decision {
	if !a.Enabled {
		return nil
	}
	var out []decision
	for i := range a.Stops {
		out = append(out, a.Stops[i].decision())
	}
	if a.MinNewDocs > 0 {
		out = append(out, a.fewDocuments())
	}
	return append(out, a.littleGain())
}

func (a *Adaptive) fewDocuments() decision {
	return decision{"adaptive.min_new_docs", fmt.Sprintf("new_documents < %d", a.MinNewDocs), a.At, nil}
}

func (a *Adaptive) littleGain() decision {
	return decision{"adaptive.min_quality_gain", fmt.Sprintf("quality_gain < %g", a.MinQualityGain), a.At, nil}
}
