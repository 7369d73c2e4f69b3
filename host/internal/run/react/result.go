package react

import (
	"github.com/sparkhost/sparkhost/host/internal/run/assess"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// FillReactions publishes what came of disagreement and of the handlers (S0-25, S3-21).
func (r *Run) FillReactions(q *record.QualityGates) {
	q.CapResolved = r.Flagged("on." + policy.OnContradiction + ".resolved")
	q.Upgraded = r.Flagged("on." + policy.OnDisagreement + ".upgraded")
	withheld := r.Flagged("on." + policy.OnDisagreement + ".withheld")
	q.UpgradeWithheld = withheld != nil && *withheld
	for _, s := range r.Policy.Verify {
		v, known := r.Feature("verify." + s.Name + ".score")
		if !known || !r.findsDisagreement(s.Plugin) {
			continue
		}
		if q.SourceDisagreementScore != nil {
			v += *q.SourceDisagreementScore
		}
		q.SourceDisagreementScore = &v
	}
}

// findsDisagreement says whether a plugin finds works that conflict: its score counts them.
func (e *Run) findsDisagreement(plugin string) bool {
	for _, o := range e.Plugins[plugin].Manifest().Outputs {
		if o.Kind == contract.OutputFinding && o.Table == "documents" && o.Name == assess.Disagreeing {
			return true
		}
	}
	return false
}
