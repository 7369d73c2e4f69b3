package gap

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// coverage finds parts of the question that no document covers as a whole (S0-08).
type coverage struct{ usual }

func (coverage) carries(m evidence.Measure, c *state.Gap, set []uint32) float64 {
	return m.Of(c.All, set)
}
