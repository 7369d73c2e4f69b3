package suite

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// Check compares what came of the test with what it expects.
func (m *mock) check() {
	e := m.test.Child("expect", "")
	if e != nil {
		m.checkPath(e)
		m.checkSkipped(e)
		m.checkGates(e)
		m.same(e, "challenged", m.challenged, "")
		m.same(e, "reactions", m.reactions, "")
		m.checkMode(e)
		if want := e.Text("verdict"); want != "" && want != string(m.verdict) {
			m.report(diag.CodeTestFailed, e.ValueAt("verdict"), fmt.Sprintf("The verdict is %s, not %s", m.verdict, want), m.failedGates())
		}
		m.same(e, "reasons", m.reasons, "sorted")
	}
	for _, a := range m.test.All("assert") {
		m.assert(a)
	}
	if len(m.test.All("assert")) == 0 && (e == nil || len(e.Leaves) == 0) {
		m.report(diag.CodeTestEmpty, m.test.At, "The test has no expectation", "Write expect { path = […] } or assert { condition = … }; otherwise it cannot fail.")
	}
}

// same compares a list; how "sorted" ignores the order.
func (m *mock) same(e *syntax.Node, name string, got []string, how string) {
	if !e.Has(name) {
		return
	}
	want := e.Texts(name)
	if how != "" {
		want, got = slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(got))
	}
	if !slices.Equal(want, got) {
		m.report(diag.CodeTestFailed, e.ValueAt(name), fmt.Sprintf("%s is [%s], not [%s]", name, strings.Join(got, ", "), strings.Join(want, ", ")), "")
	}
}

func (m *mock) checkPath(e *syntax.Node) {
	if !e.Has("path") {
		return
	}
	want := e.Texts("path")
	for _, name := range want {
		if m.round(name) == nil {
			m.report(diag.CodeUnknownName, e.Leaf("path").ItemAt(name), fmt.Sprintf("There is no round %q", name), diag.DidYouMean(name, m.roundNames()))
			return
		}
	}
	if slices.Equal(want, m.path) {
		return
	}
	var why []string
	for _, name := range want {
		if reason := m.skipped[name]; reason != "" {
			why = append(why, fmt.Sprintf("%s did not run: %s.", name, m.because("round."+name+".when", reason)))
		}
	}
	for _, name := range m.path {
		if text := m.why["round."+name+".when"]; text != "" && !slices.Contains(want, name) {
			why = append(why, text+".")
		}
	}
	m.report(diag.CodeTestFailed, e.ValueAt("path"), fmt.Sprintf("The path is [%s], not [%s]", strings.Join(m.path, ", "), strings.Join(want, ", ")), strings.Join(why, " "))
}

func (m *mock) roundNames() []string {
	var out []string
	for _, rd := range m.policy.Rounds {
		out = append(out, rd.Name)
	}
	return out
}

func (m *mock) checkSkipped(e *syntax.Node) {
	at, values := e.ValueAt("skipped"), e.Settings("skipped")
	for _, name := range slices.Sorted(maps.Keys(values)) {
		want, isText := values[name].(string)
		got, skipped := m.skipped[name]
		if why := m.policy.WhyAbsent(name); why != "" {
			got, skipped = "off: "+why, true
		}
		switch {
		case m.round(name) == nil && !skipped:
			m.report(diag.CodeUnknownName, at, fmt.Sprintf("There is no round %q", name), diag.DidYouMean(name, m.roundNames()))
		case !isText || want == "":
			m.report(diag.CodeType, at, fmt.Sprintf("The reason of %s is a string", name), `Write the start of the reason, such as "when: false".`)
		case !skipped:
			m.report(diag.CodeTestFailed, at, fmt.Sprintf("Round %q ran", name), m.why["round."+name+".when"])
		case !strings.HasPrefix(got, want):
			m.report(diag.CodeTestFailed, at, fmt.Sprintf("Round %q was skipped for another reason", name), fmt.Sprintf("The reason is %q.", m.because("round."+name+".when", got)))
		}
	}
}

func (m *mock) checkGates(e *syntax.Node) {
	at, values := e.ValueAt("gates"), e.Settings("gates")
	for _, name := range slices.Sorted(maps.Keys(values)) {
		want, isBool := values[name].(bool)
		got, asked := m.gates[name]
		switch {
		case !slices.Contains(m.gateNames(), name):
			m.report(diag.CodeUnknownName, at, fmt.Sprintf("There is no gate %q", name), diag.DidYouMean(name, m.gateNames()))
		case !isBool:
			m.report(diag.CodeType, at, fmt.Sprintf("The result of gate %q must be true or false", name), "Write true or false.")
		case !asked:
			m.report(diag.CodeTestFailed, at, fmt.Sprintf("Gate %q was not checked", name), "Without an answer no gate is checked.")
		case got != want:
			m.report(diag.CodeTestFailed, at, fmt.Sprintf("Gate %q is %v, not %v", name, got, want), m.why["gate."+name]+".")
		}
	}
}

func (m *mock) gateNames() []string {
	var out []string
	for _, g := range m.policy.Gates {
		out = append(out, g.Name)
	}
	return out
}

// failedGates explains the gates that did not pass.
func (m *mock) failedGates() string {
	var out []string
	for _, g := range m.policy.Gates {
		if passed, asked := m.gates[g.Name]; asked && !passed {
			out = append(out, fmt.Sprintf("Gate %q: %s.", g.Name, m.why["gate."+g.Name]))
		}
	}
	if len(out) == 0 {
		return "Every gate passed."
	}
	return strings.Join(out, " ")
}

// assert checks one condition on the final state.
func (m *mock) assert(n *syntax.Node) {
	c, diags := m.scope.Compile(n.Condition("condition"))
	m.diags = append(m.diags, diags...)
	if diags.HasErrors() {
		return
	}
	d, err := c.Eval(m.state)
	if err != nil || !d.Result {
		m.report(diag.CodeTestFailed, n.ValueAt("condition"), diag.Capital(n.Text("error_message")), explained(c, d, err)+".")
	}
}
