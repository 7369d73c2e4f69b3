package suite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A mock is one test's question on its way through a policy.
type mock struct {
	policy *policy.Policy
	scope  *load.Scope
	test   *syntax.Node
	state  policy.State
	course *policy.Course
	rounds map[string]*givenRound           // by "NAME" for each pass and "NAME.N" for one
	given  map[string]*syntax.Leaf          // paths that the test gives
	used   map[*syntax.Node]bool            // given blocks that something asked for
	seen   func(policy.DecisionPoint, bool) // told every decision
	diags  hcl.Diagnostics

	path       []string
	skipped    map[string]string
	challenged []string
	reactions  []string
	gates      map[string]bool
	reasons    []string
	why        map[string]string // of a round or gate: the condition with its values
	verdict    policy.Verdict
}

// A givenRound is the state that a test gives of a round.
type givenRound struct {
	node   *syntax.Node
	values map[string]any
}

func (m *mock) report(code diag.Code, at hcl.Range, summary, detail string) {
	m.diags = append(m.diags, diag.Error(code, at, summary, detail))
}

// take reads the given blocks; what they name must exist, and be of the right type
// and within its range.
func (m *mock) take() {
	for _, n := range m.test.All("given") {
		name := strings.TrimPrefix(n.Label, "rounds.")
		round, pass, numbered := strings.Cut(name, ".")
		rd := m.round(round)
		switch {
		case rd != nil && (!numbered || m.passes(rd, pass)):
			m.rounds[name] = &givenRound{n, m.values(n, "round.")}
		case rd != nil && numbered:
			m.report(diag.CodeUnknownName, n.At, fmt.Sprintf("Round %q has no pass %s", round, pass), "Passes count from 1; only rounds with repeat have more than one.")
		default:
			m.takeState(n)
		}
	}
}

func (m *mock) round(name string) *policy.Round {
	for i := range m.policy.Rounds {
		if m.policy.Rounds[i].Name == name {
			return &m.policy.Rounds[i]
		}
	}
	return nil
}

// passes says whether a round has a pass of that number.
func (m *mock) passes(rd *policy.Round, number string) bool {
	n, err := strconv.Atoi(number)
	return err == nil && n >= 1 && n <= max(1, rd.Repeat.Max)
}

// takeState reads a given block about anything but a round.
func (m *mock) takeState(n *syntax.Node) {
	prefix := n.Label + "."
	if !m.prefixKnown(prefix) {
		why := diag.DidYouMean(n.Label, m.labels())
		if gone := m.policy.WhyAbsent(n.Label); gone != "" {
			why = diag.Capital(gone) + "; a test can set another mode."
		}
		m.report(diag.CodeUnknownName, n.At, fmt.Sprintf("This policy has no state %q", n.Label), why)
		return
	}
	m.used[n] = true
	for name, v := range m.values(n, prefix) {
		m.given[prefix+name] = n.Leaf(name)
		m.state[prefix+name] = v
	}
}

func (m *mock) prefixKnown(prefix string) bool {
	if prefix == "round." || prefix == "rounds." {
		return false
	}
	for path := range m.scope.Metrics {
		if rest, ok := strings.CutPrefix(path, prefix); ok && !strings.Contains(rest, ".") {
			return true
		}
	}
	return slices.Contains(m.scope.Open, prefix)
}

// labels lists what a given block may be about.
func (m *mock) labels() []string {
	var out []string
	for _, rd := range m.policy.Rounds {
		out = append(out, rd.Name)
	}
	for _, metric := range schema.RunMetrics() {
		if root, _, _ := strings.Cut(metric.Path, "."); !slices.Contains(out, root) {
			out = append(out, root)
		}
	}
	for _, prefix := range m.scope.Open {
		out = append(out, strings.TrimSuffix(prefix, "."))
	}
	return out
}

// follows says what the value of a path follows from, if tests cannot give it.
func follows(path string) string {
	switch {
	case path == "run.rounds":
		return "It is computed from the rounds of the path."
	case path == "round.passes":
		return "It is computed from the passes of the path."
	case strings.HasPrefix(path, "gaps.") && strings.HasSuffix(path, ".ran"):
		return "It is computed from the times when the block runs."
	case strings.HasPrefix(path, "falsify.") && strings.HasSuffix(path, ".ran"):
		return "It is computed from the block's condition."
	case strings.HasPrefix(path, "on."):
		return followsInHandlers(path)
	}
	return ""
}

// values holds the attributes of a given block to the schema of the state.
func (m *mock) values(n *syntax.Node, prefix string) map[string]any {
	out := map[string]any{}
	for _, l := range n.Leaves {
		path := prefix + l.Attr.Name
		metric, ok := m.scope.Metric(path)
		one, _ := l.Value.(*syntax.Settings)
		switch {
		case !ok:
			m.report(diag.CodeUnknownPath, l.At, fmt.Sprintf("%s has no %s", n.Label, l.Attr.Name), diag.DidYouMean(l.Attr.Name, m.attributes(prefix)))
		case follows(path) != "":
			m.report(diag.CodeConflict, l.At, fmt.Sprintf("%s cannot be given", path), follows(path))
		case one == nil:
		default:
			v := one.Values[l.Attr.Name]
			if d := accepts(metric, v, l.At); d != nil {
				m.diags = append(m.diags, d)
				continue
			}
			out[l.Attr.Name] = v
		}
	}
	return out
}

// attributes lists the metrics directly under a prefix.
func (m *mock) attributes(prefix string) []string {
	var out []string
	for path := range m.scope.Metrics {
		if rest, ok := strings.CutPrefix(path, prefix); ok && !strings.Contains(rest, ".") {
			out = append(out, rest)
		}
	}
	return out
}

// accepts checks that a value could be the metric's.
func accepts(m schema.Metric, v any, at hcl.Range) *hcl.Diagnostic {
	wrong := func() *hcl.Diagnostic {
		return diag.Error(diag.CodeType, at, fmt.Sprintf("%s is a %s", m.Path, m.Type), fmt.Sprintf("Got %s.", schema.Describe(v)))
	}
	switch x := v.(type) {
	case float64:
		if m.Type != schema.MetricNumber {
			return wrong()
		}
		if x < m.Min || x > m.Max {
			return diag.Error(diag.CodeRange, at, fmt.Sprintf("%s is never %s", m.Path, schema.Plain(x)), fmt.Sprintf("Its range is %s.", schema.Range(m.Min, m.Max)))
		}
	case bool:
		if m.Type != schema.MetricBool {
			return wrong()
		}
	case string:
		if m.Type != schema.MetricText {
			return wrong()
		}
		if !slices.Contains(m.OneOf, x) {
			return diag.Error(diag.CodeOneOf, at, fmt.Sprintf("%s is never %q", m.Path, x), diag.DidYouMean(x, m.OneOf))
		}
	default:
		return wrong()
	}
	return nil
}
