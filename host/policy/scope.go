package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

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

// A scope is the closed state of one policy: every path that its conditions and
// calibration terms may read.
type scope struct {
	consts  expr.Constants
	metrics map[string]schema.Metric
	there   *scope   // without what is switched off; nil: all is there
	open    []string // prefixes under which a stage's signals lie, such as "verify.stance."
	known   []string // every name, once somebody asked
}

func newScope(policy *syntax.Node, cs expr.Constants) *scope {
	s := &scope{consts: cs, metrics: map[string]schema.Metric{}}
	for _, m := range schema.RunMetrics() {
		s.metrics[m.Path] = m
	}
	for _, m := range schema.RoundMetrics() {
		s.add("round."+m.Path, m)
		for _, name := range policy.Texts("order") {
			s.add("rounds."+name+"."+m.Path, m)
		}
	}
	for _, stage := range eachRound(policy) {
		s.add("round."+meanOf(stage), meanMetric(stage))
		for _, name := range policy.Texts("order") {
			s.add("rounds."+name+"."+meanOf(stage), meanMetric(stage))
		}
	}
	for _, root := range []string{"address", "triangulate", "verify", "options", "answer"} {
		for _, stage := range labels(policy.Section(root), "stage") {
			s.open = append(s.open, root+"."+stage+".")
		}
	}
	s.addGaps(policy)
	s.handlers(policy)
	for _, kind := range labels(policy, "falsify") {
		s.add("falsify."+kind+".ran", schema.Metric{Type: schema.MetricBool, Doc: "whether it ran"})
		s.open = append(s.open, "falsify."+kind+".")
	}
	return s
}

func (s *scope) add(path string, m schema.Metric) {
	m.Path = path
	s.metrics[path] = m
}

// metric finds a path of the state. Signals are numbers of any size, as plugins
// declare their ranges only when they are loaded.
func (s *scope) metric(path string) (schema.Metric, bool) {
	if m, ok := s.metrics[path]; ok {
		return m, true
	}
	for _, prefix := range s.open {
		if rest, ok := strings.CutPrefix(path, prefix); ok && rest != "" && !strings.Contains(rest, ".") {
			return schema.Metric{Path: path, Type: schema.MetricNumber, Min: -schema.Unbounded, Max: schema.Unbounded}, true
		}
	}
	return schema.Metric{}, false
}

// names lists what a path could have meant.
func (s *scope) names() []string {
	if s.known != nil {
		return s.known
	}
	out := append(s.consts.Names("var"), s.consts.Names("local")...)
	for path := range s.metrics {
		out = append(out, path)
	}
	for _, prefix := range s.open {
		out = append(out, prefix+"SIGNAL")
	}
	s.known = slices.Sorted(slices.Values(out))
	return s.known
}

func (s *scope) unknown(path string, at hcl.Range) *hcl.Diagnostic {
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
func (s *scope) lookup(path string, at hcl.Range) (expr.Type, *hcl.Diagnostic) {
	if c, ok := s.consts[path]; ok {
		if c.Sensitive {
			return c.Type, diag.Error(diag.CodeSensitive, at, fmt.Sprintf("%s is sensitive", path), "Records contain the values that conditions read, so conditions cannot read it.")
		}
		return c.Type, nil
	}
	m, ok := s.metric(path)
	if !ok {
		return "", s.unknown(path, at)
	}
	return map[schema.MetricType]expr.Type{schema.MetricNumber: expr.TypeNumber, schema.MetricBool: expr.TypeBool, schema.MetricText: expr.TypeText}[m.Type], nil
}

// has says whether what a path speaks of is there in the policy's mode.
func (s *scope) has(path string) bool {
	_, there := s.there.metric(path)
	return there
}

// isSignal says whether a path is a signal of a stage.
func (s *scope) isSignal(path string) bool {
	_, closed := s.metrics[path]
	_, known := s.metric(path)
	return known && !closed
}
