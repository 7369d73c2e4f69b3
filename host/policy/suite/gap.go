package suite

import (
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// lookForGaps lets the gap blocks look after a pass of a round, as a run does. What a test does not give of them
// is that nothing was found.
func (m *mock) lookForGaps(rd *policy.Round, pass int, out *policy.RoundOutcome) {
	m.course.Ran(rd, out)
	due, _ := m.course.GapsDue(rd)
	for _, i := range due {
		out.OpenGaps = new(int)
		m.putGaps(&m.policy.Gaps[i])
	}
	for _, name := range []string{rd.Name, fmt.Sprintf("%s.%d", rd.Name, pass)} {
		g := m.rounds[name]
		if g == nil || g.values["open_gaps"] == nil {
			continue
		}
		if out.OpenGaps == nil {
			m.report(diag.CodeNotGiven, g.node.ValueAt("open_gaps"), "No gap analysis runs after this round", "No gap block runs then; see its after and when, and adaptive.min_rounds.")
			continue
		}
		open, _ := g.values["open_gaps"].(float64)
		*out.OpenGaps = int(open)
	}
}

func (m *mock) putGaps(g *policy.Gap) {
	for _, metric := range schema.GapMetrics() {
		if metric.Path != "ran" {
			m.put("gaps."+g.Kind+"."+metric.Path, metric.NeutralValue())
		}
	}
	if g.Bridge == nil {
		return
	}
	for _, metric := range schema.BridgeMetrics() {
		if metric.Type == schema.MetricNumber {
			m.put("bridge."+metric.Path, metric.NeutralValue())
		}
	}
}

// idleGaps takes back what was given of a gap analysis that did not run.
func (m *mock) idleGaps() {
	for _, n := range m.test.All("given") {
		kind, is := strings.CutPrefix(n.Label, "gaps.")
		if is && m.state["gaps."+kind+".ran"] == false {
			m.used[n] = false
		}
	}
}
