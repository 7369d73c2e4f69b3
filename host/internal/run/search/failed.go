package search

import (
	"github.com/sparkhost/sparkhost/host/record"
)

// reasonSource is the uncertainty reason of an answer that a source had no part in, or not the part that it was meant to have.
const reasonSource = "source_failed"

// NameFailed names in the result which sources failed.
func (r *Run) NameFailed() {
	for _, o := range r.Outcomes {
		if o.Failed > 0 {
			r.Result.FailedSources = append(r.Result.FailedSources, o)
			r.Reason(reasonSource)
		}
	}
}

// UseOfSources notes what was done with each live source, which depends on what earlier runs left in the cache.
func (r *Run) UseOfSources() {
	for _, name := range r.Used.Providers() {
		n := r.Used.Provider(name)
		r.Log(record.KindTiming, record.Timing{What: record.TimingSource, ElapsedUS: n.Waited.Microseconds(), Source: &record.SourceUse{
			Name: name, Calls: n.Calls, CacheHits: n.CacheHits, Waits: n.Waits, Retries: n.Retries, Failures: n.Failures,
			LastFailure: string(n.Last), Raw: n.Raw, CostMicroUSD: n.CostMicroUSD,
		}})
	}
}
