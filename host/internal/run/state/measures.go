package state

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// measures are the overlap measures that the policy names, resolved once.
type measures struct {
	Gaps             []evidence.Measure // by gap
	Clusters, Claims evidence.Measure
}

func resolveMeasures(p *policy.Policy) (measures, error) {
	var m measures
	for _, g := range p.Gaps {
		measure, err := evidence.ParseMeasure(g.Measure)
		if err != nil {
			return m, err
		}
		m.Gaps = append(m.Gaps, measure)
	}
	var err error
	if m.Clusters, err = evidence.ParseMeasure(p.Claims.Measure); err != nil {
		return m, err
	}
	m.Claims, err = evidence.ParseMeasure(p.Claims.SupportMeasure)
	return m, err
}
