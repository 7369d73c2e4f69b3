package policy

import "fmt"

// gaps holds the thresholds of gap blocks whose stages measure against the ranges that their plugins declare. Conditions
// read a saturation by way of coalesce alone, which no range decides.
func (f *fitting) gaps(p *Policy) {
	for i := range p.Gaps {
		n := f.tree.child("gap", p.Gaps[i].Kind)
		f.threshold(n, n, GapStageCoverage, [2]string{"No gap is ever found", "Everything is a gap, which nothing fills"})
		if sub := n.child("subround", ""); sub != nil {
			f.threshold(n, sub, GapStageSaturation, [2]string{"No sub-round is ever called for", "Every gap calls for a sub-round"})
		}
	}
}

// measured is the attribute that is held against what a stage of a gap block measures.
var measured = map[string]string{GapStageCoverage: "threshold", GapStageSaturation: "below"}

// threshold says so where less than a threshold is what a stage never gives, or always. Follows is what comes of either.
func (f *fitting) threshold(gap, owner *node, stage string, follows [2]string) {
	path, name := "gap."+gap.label+"."+stage, measured[stage]
	span, declared := f.Outputs[path]
	if !declared || !owner.has(name) || gap.child("stage", stage) == nil {
		return
	}
	why := fmt.Sprintf("%s lies within %g and %g, as its plugin declares, and only less than %s counts. ", path, span.Min, span.Max, name)
	switch v := owner.number(name); {
	case v <= span.Min:
		f.warn(owner.valueAt(name), follows[0], why+"Raise it.")
	case v > span.Max:
		f.warn(owner.valueAt(name), follows[1], why+"Lower it.")
	}
}
