package suite

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// neutral fills in what the test does not give: an ordinary question, no budget spent
// and an answer that nothing speaks against.
func (m *mock) neutral() {
	for _, metric := range schema.RunMetrics() {
		root, _, _ := strings.Cut(metric.Path, ".")
		if root != "budget" && root != "pool" && metric.Path != "run.rounds" {
			m.put(metric.Path, metric.NeutralValue())
		}
	}
	m.put("run.rounds", 0.0)
	for _, path := range []string{"pool.documents", "pool.sources", "pool.contested"} {
		m.put(path, 0.0)
	}
	m.question()
	m.budget()
	for _, path := range m.signals() {
		m.put(path, 0.0)
	}
}

// Put sets a path that the test does not give.
func (m *mock) put(path string, v any) {
	if m.given[path] == nil {
		m.state[path] = v
	}
}

// question makes the metrics of the question agree with its type.
func (m *mock) question() {
	kind, _ := m.state["question.type"].(string)
	options := map[string]float64{"multiple_choice": 4, "claim": 3}[kind]
	m.put("question.options", options)
	m.put("question.polar", kind == "claim")
	if n, _ := m.state["question.options"].(float64); n == 0 && m.given["answer.margin"] == nil {
		delete(m.state, "answer.margin")
	}
	if m.given["answer.model_confidence"] == nil {
		delete(m.state, "answer.model_confidence") // as without a model
	}
}

// budget is whole: nothing is spent. What has no limit stays null.
func (m *mock) budget() {
	b := m.policy.Budget
	if b.MaxCostMicroUSD > 0 {
		usd := float64(b.MaxCostMicroUSD) / 1e6
		m.put("budget.max_usd", usd)
		m.put("budget.remaining_usd", usd)
	}
	if b.MaxWall > 0 {
		m.put("budget.max_s", b.MaxWall.Seconds())
		m.put("budget.remaining_s", b.MaxWall.Seconds())
	}
	if b.MaxSearches > 0 {
		m.put("budget.searches_left", float64(b.MaxSearches))
	}
	if b.MaxFuel > 0 {
		m.put("budget.fuel_left", float64(b.MaxFuel))
	}
}

// signals lists the signals of stages that a condition of the policy or the test reads,
// but for those of falsify blocks, which exist once a block has run.
func (m *mock) signals() []string {
	var out []string
	for _, d := range m.policy.DecisionPoints() {
		if d.Condition == nil {
			continue
		}
		for _, o := range d.Condition.Paths {
			if m.scope.IsSignal(o.Path) && m.scope.Has(o.Path) && !strings.HasPrefix(o.Path, "falsify.") {
				out = append(out, o.Path)
			}
		}
	}
	for _, a := range m.test.All("assert") {
		for _, path := range expr.Reads(a.Condition("condition").Expr) {
			if m.scope.IsSignal(path) && m.scope.Has(path) && !strings.HasPrefix(path, "falsify.") {
				out = append(out, path)
			}
		}
	}
	return out
}
