package policy

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
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
	consts  constants
	metrics map[string]Metric
	there   *scope   // without what is switched off; nil: all is there
	open    []string // prefixes under which a stage's signals lie, such as "verify.stance."
	known   []string // every name, once somebody asked
}

func newScope(policy *node, cs constants) *scope {
	s := &scope{consts: cs, metrics: map[string]Metric{}}
	for _, m := range metrics {
		s.metrics[m.Path] = m
	}
	for _, m := range roundMetrics {
		s.add("round."+m.Path, m)
		for _, name := range policy.texts("order") {
			s.add("rounds."+name+"."+m.Path, m)
		}
	}
	for _, stage := range eachRound(policy) {
		s.add("round."+meanOf(stage), meanMetric(stage))
		for _, name := range policy.texts("order") {
			s.add("rounds."+name+"."+meanOf(stage), meanMetric(stage))
		}
	}
	for _, root := range []string{"triangulate", "verify", "options"} {
		for _, stage := range labels(policy.section(root), "stage") {
			s.open = append(s.open, root+"."+stage+".")
		}
	}
	s.addGaps(policy)
	s.handlers(policy)
	for _, kind := range labels(policy, "falsify") {
		s.add("falsify."+kind+".ran", Metric{Type: MetricBool, Doc: "whether it was tried"})
		s.open = append(s.open, "falsify."+kind+".")
	}
	return s
}

func (s *scope) add(path string, m Metric) {
	m.Path = path
	s.metrics[path] = m
}

// metric finds a path of the state. Signals are numbers of any size, as plugins
// declare their ranges only when they are loaded.
func (s *scope) metric(path string) (Metric, bool) {
	if m, ok := s.metrics[path]; ok {
		return m, true
	}
	for _, prefix := range s.open {
		if rest, ok := strings.CutPrefix(path, prefix); ok && rest != "" && !strings.Contains(rest, ".") {
			return Metric{Path: path, Type: MetricNumber, Min: -unbounded, Max: unbounded}, true
		}
	}
	return Metric{}, false
}

// names lists what a path could have meant.
func (s *scope) names() []string {
	if s.known != nil {
		return s.known
	}
	out := append(s.consts.names("var"), s.consts.names("local")...)
	for path := range s.metrics {
		out = append(out, path)
	}
	for _, prefix := range s.open {
		out = append(out, prefix+"SIGNAL")
	}
	s.known = sorted(out)
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
	switch best := suggest(path, s.names()); {
	case best != "":
		detail = fmt.Sprintf("Did you mean %q?", best)
	case len(near) > 0:
		detail = hint("", near)
	case contains(append(stateRoots(), "var", "local"), root):
		detail = fmt.Sprintf("This policy has nothing under %s.", root)
	default:
		detail = hint(root, append(stateRoots(), "var", "local"))
	}
	return problem(codeUnknownPath, at, fmt.Sprintf("There is no %s", path), detail)
}

// lookup serves a checker for conditions.
func (s *scope) lookup(path string, at hcl.Range) (etype, *hcl.Diagnostic) {
	if c, ok := s.consts[path]; ok {
		if c.sensitive {
			return c.typ, problem(codeSensitive, at, fmt.Sprintf("%s is sensitive", path), "Conditions are recorded with the values they read, so they cannot read it.")
		}
		return c.typ, nil
	}
	m, ok := s.metric(path)
	if !ok {
		return "", s.unknown(path, at)
	}
	return map[MetricType]etype{MetricNumber: typeNumber, MetricBool: typeBool, MetricText: typeText}[m.Type], nil
}

// stateRoots are the first words of every path of the state.
func stateRoots() []string {
	roots := []string{"round", "rounds"}
	for _, m := range metrics {
		root, _, _ := strings.Cut(m.Path, ".")
		if !contains(roots, root) {
			roots = append(roots, root)
		}
	}
	return append(append(roots, "gaps", "bridge"), stageRoots...)
}
