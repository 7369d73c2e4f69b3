package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A moment is when in a run an expression is asked.
type moment string

// The moments, in the order of a run.
const (
	momentRound     moment = "before a round"
	momentPass      moment = "after a pass of a round"
	momentGaps      moment = "when gaps are looked for"
	momentSubround  moment = "before a sub-round"
	momentSelect    moment = "when documents are selected"
	momentReact     moment = "before a reaction"
	momentDraft     moment = "before the draft is falsified"
	momentCalibrate moment = "when confidence is computed"
	momentGate      moment = "at the gates"
)

// A Scope is the closed state of one policy: every path that its conditions and
// calibration terms may read.
type Scope struct {
	consts  expr.Constants
	Metrics map[string]schema.Metric
	there   *Scope   // without what is switched off; nil: all is there
	Open    []string // prefixes under which a stage's signals lie, such as "verify.stance."
	known   []string // every name, once somebody asked
}

func newScope(outer *syntax.Node, cs expr.Constants) *Scope {
	s := &Scope{consts: cs, Metrics: map[string]schema.Metric{}}
	for _, m := range schema.RunMetrics() {
		s.Metrics[m.Path] = m
	}
	for _, m := range schema.RoundMetrics() {
		s.add("round."+m.Path, m)
		for _, name := range outer.Texts("order") {
			s.add("rounds."+name+"."+m.Path, m)
		}
	}
	for _, stage := range policy.EachRound(outer) {
		s.add("round."+policy.MeanOf(stage), policy.MeanMetric(stage))
		for _, name := range outer.Texts("order") {
			s.add("rounds."+name+"."+policy.MeanOf(stage), policy.MeanMetric(stage))
		}
	}
	for _, root := range []string{"address", "triangulate", "verify", "options", "answer"} {
		for _, stage := range labels(outer.Section(root), "stage") {
			s.Open = append(s.Open, root+"."+stage+".")
		}
	}
	s.addGaps(outer)
	s.handlers(outer)
	for _, kind := range labels(outer, "falsify") {
		s.add("falsify."+kind+".ran", schema.Metric{Type: schema.MetricBool, Doc: "whether it ran"})
		s.Open = append(s.Open, "falsify."+kind+".")
	}
	return s
}

func (s *Scope) add(path string, m schema.Metric) {
	m.Path = path
	s.Metrics[path] = m
}

// Metric finds a path of the state. Signals are numbers of any size, as plugins
// declare their ranges only when they are loaded.
func (s *Scope) Metric(path string) (schema.Metric, bool) {
	if m, ok := s.Metrics[path]; ok {
		return m, true
	}
	for _, prefix := range s.Open {
		if rest, ok := strings.CutPrefix(path, prefix); ok && rest != "" && !strings.Contains(rest, ".") {
			return schema.Metric{Path: path, Type: schema.MetricNumber, Min: -schema.Unbounded, Max: schema.Unbounded}, true
		}
	}
	return schema.Metric{}, false
}

// names lists what a path could have meant.
func (s *Scope) names() []string {
	if s.known != nil {
		return s.known
	}
	out := append(s.consts.Names("var"), s.consts.Names("local")...)
	for path := range s.Metrics {
		out = append(out, path)
	}
	for _, prefix := range s.Open {
		out = append(out, prefix+"SIGNAL")
	}
	s.known = slices.Sorted(slices.Values(out))
	return s.known
}

func (s *Scope) unknown(path string, at hcl.Range) *hcl.Diagnostic {
	detail := ""
	root, _, _ := strings.Cut(path, ".")
	var near []string
	for _, name := range s.names() {
		if strings.HasPrefix(name, root+".") {
			near = append(near, name)
		}
	}
	switch best := diag.Suggest(path, s.names()); {
	case best != "":
		detail = fmt.Sprintf("Did you mean %q?", best)
	case len(near) > 0:
		detail = diag.DidYouMean("", near)
	case slices.Contains(append(schema.StateRoots(), "var", "local"), root):
		detail = fmt.Sprintf("This policy has nothing under %s.", root)
	default:
		detail = diag.DidYouMean(root, append(schema.StateRoots(), "var", "local"))
	}
	return diag.Error(diag.CodeUnknownPath, at, fmt.Sprintf("There is no %s", path), detail)
}

// lookup serves a checker for conditions.
func (s *Scope) lookup(path string, at hcl.Range) (expr.Type, *hcl.Diagnostic) {
	if c, ok := s.consts[path]; ok {
		if c.Sensitive {
			return c.Type, diag.Error(diag.CodeSensitive, at, fmt.Sprintf("%s is sensitive", path), "Records contain the values that conditions read, so conditions cannot read it.")
		}
		return c.Type, nil
	}
	m, ok := s.Metric(path)
	if !ok {
		return "", s.unknown(path, at)
	}
	return map[schema.MetricType]expr.Type{schema.MetricNumber: expr.TypeNumber, schema.MetricBool: expr.TypeBool, schema.MetricText: expr.TypeText}[m.Type], nil
}

// Has says whether what a path speaks of is there in the policy's mode.
func (s *Scope) Has(path string) bool {
	_, there := s.there.Metric(path)
	return there
}

// IsSignal says whether a path is a signal of a stage.
func (s *Scope) IsSignal(path string) bool {
	_, closed := s.Metrics[path]
	_, known := s.Metric(path)
	return known && !closed
}

// addGaps makes the metrics of the policy's gap blocks known.
func (s *Scope) addGaps(outer *syntax.Node) {
	for _, kind := range labels(outer, "gap") {
		for _, m := range schema.GapMetrics() {
			s.add("gaps."+kind+"."+m.Path, m)
		}
		if kind == policy.GapBridge {
			for _, m := range schema.BridgeMetrics() {
				s.add("bridge."+m.Path, m)
			}
		}
	}
}

// gapLack says why a metric of gaps may have no value; nil: it is none, or always known.
func gapLack(path string, steps []string) []lack {
	switch {
	case steps[0] == "gaps" && steps[2] == "saturation":
		return []lack{{why: "There may be no gaps, or no gap analysis ran."}}
	case steps[0] == "gaps" && steps[2] != "ran":
		return []lack{{fact("gaps." + steps[1] + ".ran"), "gaps." + steps[1] + ".ran", "Perhaps no gap analysis ran."}}
	case steps[0] == "bridge" && path != "bridge.triggered":
		return []lack{{fact("gaps.bridge.ran"), "gaps.bridge.ran", "Perhaps no gap analysis ran."}}
	}
	return nil
}
