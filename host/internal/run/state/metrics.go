package state

import (
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// metrics hold what conditions and calibration terms can read of a run, by path; see policy.State. A metric that is not there is unknown.
type metrics struct{ State policy.State }

func newMetrics() metrics { return metrics{policy.State{}} }

// Set makes a metric readable for conditions and calibration terms.
func (m *metrics) Set(path string, value any) {
	if n, ok := value.(int); ok {
		value = float64(n)
	}
	m.State[path] = value
}

// Feature returns a metric as a number; flags are 0 or 1. False: unknown.
func (m *metrics) Feature(path string) (float64, bool) {
	switch v := m.State[path].(type) {
	case float64:
		return v, true
	case bool:
		return score.Flag(v), true
	}
	return 0, false
}

// Flagged returns a flag of the state; nil: it is unknown.
func (m *metrics) Flagged(path string) *bool {
	if v, ok := m.State[path].(bool); ok {
		return &v
	}
	return nil
}

// Total adds up a signal over the stages of a block that give it; nil: none does.
func (m *metrics) Total(block string, stages []policy.Stage, signal string) *int {
	var sum *int
	for _, s := range stages {
		if v, ok := m.Feature(block + "." + s.Name + "." + signal); ok {
			n := int(v)
			if sum != nil {
				n += *sum
			}
			sum = &n
		}
	}
	return sum
}

// PublishSignals makes a stage's signals readable as <prefix>.<signal>.
func (m *metrics) PublishSignals(prefix string, resp *contract.Response) {
	if resp == nil || resp.Assess == nil {
		return
	}
	for _, s := range resp.Assess.Signals {
		m.Set(prefix+"."+s.Name, s.Value)
	}
}
