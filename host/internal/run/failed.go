package run

import (
	"errors"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/record"
)

// reasonSource is the uncertainty reason of an answer that a source had no part in, or not the part that it was meant to have.
const reasonSource = "source_failed"

// why returns a record's words for a failed search: nothing in them depends on when that was.
func why(err error) string {
	var e *outbound.Error
	if errors.As(err, &e) {
		return e.Reason()
	}
	return err.Error()
}

// nameFailed names in the result which sources failed.
func (r *run) nameFailed() {
	for _, o := range r.outcomes {
		if o.Failed > 0 {
			r.result.FailedSources = append(r.result.FailedSources, o)
			r.reason(reasonSource)
		}
	}
}

// useOfSources notes what was done with each live source, which depends on what earlier runs left in the cache.
func (r *run) useOfSources() {
	for _, name := range r.used.Providers() {
		n := r.used.Provider(name)
		r.log(record.KindTiming, record.Timing{What: record.TimingSource, ElapsedUS: n.Waited.Microseconds(), Source: &record.SourceUse{
			Name: name, Calls: n.Calls, CacheHits: n.CacheHits, Waits: n.Waits, Retries: n.Retries, Failures: n.Failures,
			LastFailure: string(n.Last), Raw: n.Raw, CostMicroUSD: n.CostMicroUSD,
		}})
	}
}
