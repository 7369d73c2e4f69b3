package suite

import (
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// followsInHandlers says what a path of a handler follows from, if tests cannot give it.
func followsInHandlers(path string) string {
	switch {
	case strings.HasSuffix(path, ".ran"):
		return "It is computed from the findings and the handler's condition."
	case strings.HasSuffix(path, ".resolved"):
		return "It is computed from new_documents; with resolved_by = agreement, new works count as agreeing."
	case strings.HasSuffix(path, ".upgraded"):
		return "It is computed from the mode, estimate_usd and the remaining budget."
	}
	return ""
}

// react takes the mocked question through the handlers. What a test does not give: nothing is found; a
// handler that acts finds one new document; an upgrade costs what its block estimates, else nothing.
func (m *mock) react() {
	for i := range m.policy.Handlers {
		h := &m.policy.Handlers[i]
		prefix := "on." + h.Kind + "."
		found, _ := m.state[prefix+"found"].(float64)
		documents, given := m.state[prefix+"new_documents"].(float64)
		if !given {
			documents = 1
		}
		m.withhold(h)
		m.course.Found(h, int(found), m.estimate(h))
		if why, _ := m.course.React(h); why != "" {
			m.unreached(prefix+"new_documents", h, why)
			continue
		}
		m.reactions = append(m.reactions, h.Kind)
		if len(h.Queries) > 0 {
			m.course.Reacted(h, int(documents))
		}
		m.upgrade(h)
	}
}

func (m *mock) estimate(h *policy.Handler) *float64 {
	if h.Upgrade == nil {
		return nil
	}
	v, given := m.state["on."+h.Kind+".estimate_usd"].(float64)
	if !given {
		v = float64(h.Upgrade.EstimateMicroUSD) / 1e6
	}
	return &v
}

// withhold asks as a batch does that may have no more upgrades, if the test says so.
func (m *mock) withhold(h *policy.Handler) {
	path := "on." + h.Kind + ".withheld"
	if h.Upgrade == nil || m.state[path] != true {
		return
	}
	if h.Upgrade.MaxPerBatch == 0 {
		m.report(diag.CodeNotGiven, m.given[path].At, path+" is given, but the policy has no cap for a batch", "Write max_per_batch in its upgrade block.")
	}
	m.course.Withhold()
}

// upgrade lets a handler that acted change the mode of the answer, and notes what decided.
func (m *mock) upgrade(h *policy.Handler) {
	if h.Upgrade == nil {
		return
	}
	asked := m.course.Mode() != h.Upgrade.To
	done, why := m.course.Upgrade(h)
	m.why["on."+h.Kind+".upgrade"] = why
	if _, limited := m.state["budget.remaining_usd"].(float64); asked && limited {
		m.seen(h.Upgrade.Decision(h.Kind), done)
	}
	if asked {
		m.reason(h.Upgrade.Reason)
	}
}

// unreached reports what a test gives of a search that was never made.
func (m *mock) unreached(path string, h *policy.Handler, why string) {
	l := m.given[path]
	if l == nil {
		return
	}
	if text := m.why["on."+h.Kind+".when"]; text != "" && why == "when: false" {
		why = text
	}
	m.report(diag.CodeNotGiven, l.At, fmt.Sprintf("%s is given, but on %q does not act", path, h.Kind), diag.Capital(why)+".")
}

// checkMode compares the mode in which the answer is made.
func (m *mock) checkMode(e *syntax.Node) {
	want, got := e.Text("answered_in"), string(m.course.Mode())
	if want == "" || want == got {
		return
	}
	var why []string
	for _, h := range m.policy.Handlers {
		if text := m.why["on."+h.Kind+".upgrade"]; text != "" {
			why = append(why, fmt.Sprintf("on %q: %s.", h.Kind, text))
		}
	}
	m.report(diag.CodeTestFailed, e.ValueAt("answered_in"), fmt.Sprintf("The answer is made in mode %s, not %s", got, want), strings.Join(why, " "))
}
