package load

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// gaps holds the thresholds of gap blocks whose stages measure against the ranges that their plugins declare. Conditions
// read a saturation by way of coalesce alone, which no range decides.
func (f *fitting) gaps(p *policy.Policy) {
	for i := range p.Gaps {
		n := f.tree.Child("gap", p.Gaps[i].Kind)
		f.threshold(n, n, policy.GapStageCoverage, [2]string{"No gap is ever found", "Everything is a gap that nothing can fill"})
		if sub := n.Child("subround", ""); sub != nil {
			f.threshold(n, sub, policy.GapStageSaturation, [2]string{"No sub-round ever runs", "Every gap runs a sub-round"})
		}
	}
}

// measured is the attribute that is held against what a stage of a gap block measures.
var measured = map[string]string{policy.GapStageCoverage: "threshold", policy.GapStageSaturation: "below"}

// threshold reports a stage that never gives less than a threshold, or always does. Follows says what comes of either.
func (f *fitting) threshold(gap, owner *syntax.Node, stage string, follows [2]string) {
	path, name := "gap."+gap.Label+"."+stage, measured[stage]
	span, declared := f.Outputs[path]
	if !declared || !owner.Has(name) || gap.Child("stage", stage) == nil {
		return
	}
	why := fmt.Sprintf("Its plugin declares %s between %g and %g, and only values below %s count. ", path, span.Min, span.Max, name)
	switch v := owner.Number(name); {
	case v <= span.Min:
		f.warn(owner.ValueAt(name), follows[0], why+"Raise it.")
	case v > span.Max:
		f.warn(owner.ValueAt(name), follows[1], why+"Lower it.")
	}
}
