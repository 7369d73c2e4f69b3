package state

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// relaxation returns the rules of a policy's relax block; nil without one.
func relaxation(p *policy.Relax) *evidence.Relaxation {
	if p.MaxTerms == 0 {
		return nil
	}
	enrich := map[string]string{}
	for from, to := range p.Enrich {
		enrich[from], _ = to.(string)
	}
	return evidence.NewRelaxation(p.StripQuotes, p.MaxTerms, enrich)
}
