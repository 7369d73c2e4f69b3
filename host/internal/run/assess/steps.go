package assess

import (
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// AssessSteps make of the passages what answers are made of.
func (r *Run) AssessSteps() []state.Step {
	return []state.Step{
		{Name: "address", Do: r.address.Address},  // which sentences address the question
		{Name: "claims", Do: r.claims.ReadClaims}, // sentences that say something, clustered
		{Name: "assess", Do: r.assess},            // triangulation and verification
	}
}
