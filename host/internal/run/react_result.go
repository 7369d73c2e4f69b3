package run

import (
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// fillReactions publishes what came of disagreement and of the handlers (S0-25, S3-21).
func (r *run) fillReactions(q *record.QualityGates) {
	q.CapResolved = r.flagged("on." + policy.OnContradiction + ".resolved")
	q.Upgraded = r.flagged("on." + policy.OnDisagreement + ".upgraded")
	withheld := r.flagged("on." + policy.OnDisagreement + ".withheld")
	q.UpgradeWithheld = withheld != nil && *withheld
	for _, s := range r.Policy.Verify {
		v, known := r.feature("verify." + s.Name + ".score")
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
func (e *Engine) findsDisagreement(plugin string) bool {
	for _, o := range e.Plugins[plugin].Manifest().Outputs {
		if o.Kind == contract.OutputFinding && o.Table == "documents" && o.Name == disagreeing {
			return true
		}
	}
	return false
}
