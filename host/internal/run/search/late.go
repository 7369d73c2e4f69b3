package search

import (
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// Latecomer returns the document of a work, scored as the pool was at selection if it is new.
func (r *Run) Latecomer(e retrieval.Entry) *state.Document {
	if d := r.ByIndex[e.Index]; d != nil {
		return d
	}
	d := &state.Document{Position: -1, Reason: "found after selection"}
	r.ByIndex[e.Index] = d
	r.describeDocument(d, e)
	d.Features = r.DocumentFeatures(d)
	r.Spreads.Weigh("select", r.TermsOf("select", r.Policy.Select.Terms), &d.Item)
	return d
}
