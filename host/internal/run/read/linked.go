package read

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
)

// linkOf ties a passage to the evidence before the bridge: it has one of the names, and a word of a claim that stood
// there besides (S4-12); nil: it does not.
func (r *Run) linkOf(p *state.Passage) *state.Link {
	if r.Bridge == nil || !r.Bridge.InScope(p.Doc) {
		return nil
	}
	entity := r.Bridge.EntityIn(p.Text)
	if entity == "" {
		return nil
	}
	rest := evidence.Difference(p.Set, r.LookupSet(entity))
	for _, a := range r.Bridge.Antecedents {
		if len(evidence.Intersection(rest, a.Set)) > 0 {
			return &state.Link{Entity: entity, Antecedent: a.Text}
		}
	}
	return nil
}

// linkPassage sets feature passage.bridge_linked and the passage's provenance.
func (r *Run) linkPassage(p *state.Passage) {
	if r.Bridge == nil {
		return
	}
	p.Link = r.linkOf(p)
	p.Features["passage.bridge_linked"] = score.Flag(p.Link != nil)
}
