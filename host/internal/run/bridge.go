package run

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A bridge leads from the evidence of the first rounds to further evidence: names that the
// best abstracts mention, and the claims that were made where they stood (S4-14).
type bridge struct {
	policy      *policy.Gap
	entities    []string // as they stand in the abstracts
	folded      []string // the same without case
	antecedents []antecedent
}

// An antecedent is a claim that stood before the bridge was built.
type antecedent struct {
	text string
	set  []uint32
}

// A link says what ties a passage to the evidence before the bridge.
type link struct {
	entity     string
	antecedent string // the claim
}

// The values of a claim's and a citation's provenance (S4-13).
const provenanceLinked = "bridge_linked"

// buildBridge takes names and claims over; names of an earlier analysis stay.
func (r *run) buildBridge(g *policy.Gap, entities []string, l look) {
	if r.bridge == nil {
		r.bridge = &bridge{policy: g}
	}
	b := r.bridge
	for _, e := range entities {
		if folded := strings.ToLower(e); !slices.Contains(b.folded, folded) {
			b.entities, b.folded = append(b.entities, e), append(b.folded, folded)
		}
	}
	b.antecedents = r.antecedents(g.Bridge, l)
	r.set("bridge.entities", len(b.entities))
	for _, d := range r.documents {
		d.Features = r.documentFeatures(d)
	}
	r.rankDocuments()
}

// antecedents are the claims that a linked passage must touch (C27): the best of what would be read now, or all
// whose own confidence suffices.
func (r *run) antecedents(p *policy.Bridge, l look) []antecedent {
	if len(l.passages) == 0 {
		l = r.lookAround(true)
	}
	var out []antecedent
	var best *claim
	for i, passage := range l.passages {
		cl := r.pickSentence(i, passage, "best")
		switch {
		case cl == nil:
		case p.Antecedent == "confident_claim":
			if cl.Confidence >= p.MinConfidence {
				out = append(out, antecedent{cl.Text, cl.set})
			}
		case best == nil || cl.Confidence > best.Confidence:
			best = cl
		}
	}
	if best != nil {
		out = append(out, antecedent{best.Text, best.set})
	}
	return out
}

// entityIn finds the first of the bridge's names in a text, whatever its case; empty: none.
func (b *bridge) entityIn(text string) string {
	text = strings.ToLower(text)
	for i, e := range b.folded {
		if strings.Contains(text, e) {
			return b.entities[i]
		}
	}
	return ""
}

// inScope says whether a work may have the bonuses: every one, or those that the bridge's queries found first (C26).
func (b *bridge) inScope(d *document) bool {
	return !b.policy.Bridge.RoundOnly || len(d.Found) > 0 && foundBridge(d.Found[0])
}

func foundBridge(f retrieval.Found) bool { return f.Intent == gapIntent(policy.GapBridge) }

// foundByBridge counts the works that only queries of the bridge found.
func (r *run) foundByBridge() int {
	n := 0
	for _, d := range r.documents {
		if !slices.ContainsFunc(d.Found, func(f retrieval.Found) bool { return !foundBridge(f) }) {
			n++
		}
	}
	return n
}

// bridgeEntity returns feature document.bridge_entity (S4-11); false: the run has no bridge.
func (r *run) bridgeEntity(d *document) (float64, bool) {
	if r.bridge == nil {
		return 0, false
	}
	return score.Flag(r.bridge.inScope(d) && r.bridge.entityIn(d.Document.Title+"\n"+d.Document.Abstract) != ""), true
}

// linkOf ties a passage to the evidence before the bridge: it has one of the names, and a word of a claim that stood
// there besides (S4-12); nil: it does not.
func (r *run) linkOf(p *passage) *link {
	if r.bridge == nil || !r.bridge.inScope(p.doc) {
		return nil
	}
	entity := r.bridge.entityIn(p.Text)
	if entity == "" {
		return nil
	}
	rest := evidence.Difference(p.set, r.lookupSet(entity))
	for _, a := range r.bridge.antecedents {
		if len(evidence.Intersection(rest, a.set)) > 0 {
			return &link{entity, a.text}
		}
	}
	return nil
}

// linkPassage sets feature passage.bridge_linked and the passage's provenance.
func (r *run) linkPassage(p *passage) {
	if r.bridge == nil {
		return
	}
	p.link = r.linkOf(p)
	p.Features["passage.bridge_linked"] = score.Flag(p.link != nil)
}

// chain is the link as records tell it; nil: there is none.
func (p *passage) chain() *record.Chain {
	if p.link == nil {
		return nil
	}
	return &record.Chain{Provenance: provenanceLinked, Entity: p.link.entity, Antecedent: p.link.antecedent}
}

// bridgeStats are S4-18; nil where the policy has no bridge.
func (r *run) bridgeStats() *record.BridgeStats {
	if !slices.ContainsFunc(r.Policy.Gaps, func(g policy.Gap) bool { return g.Bridge != nil }) {
		return nil
	}
	count := func(path string) int {
		v, _ := r.feature(path)
		return int(v)
	}
	return &record.BridgeStats{
		Queries: count("bridge.queries"), Documents: count("bridge.documents"), Entities: count("bridge.entities"),
		Triggered: r.state["bridge.triggered"] == true,
	}
}
