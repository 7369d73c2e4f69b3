package gap

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// epistemic finds what is missing to answer, by type (S1-05).
type epistemic struct{ usual }

func (epistemic) suspects(r *Run, block int, l Look) (suspects, Look) {
	out := r.stated(block)
	for i, s := range r.Plan.SubClaims {
		out[i].Typ = evidence.GapType(s, r.Plan.AnswerType)
	}
	return suspects{gaps: out}, l
}

// settle describes the gaps, and puts those first that the evidence carries least.
func (epistemic) settle(gaps []*state.Gap) {
	for _, c := range gaps {
		c.Text = evidence.GapDescription(c.Text)
	}
	slices.SortStableFunc(gaps, func(a, b *state.Gap) int { return compareDown(b.Now, a.Now) })
}

// admits wants a quantity where one is missing.
func (epistemic) admits(c *state.Gap, p *state.Passage) bool {
	return c.Typ != "quantitative" || len(evidence.Quantities(p.Text)) > 0
}
