package state

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A Bridge leads from the evidence of the first rounds to further evidence: names that the
// best abstracts mention, and the claims that were made where they stood (S4-14).
type Bridge struct {
	Policy      *policy.Gap
	Entities    []string // as they stand in the abstracts
	Folded      []string // the same without case
	Antecedents []Antecedent
}

// An Antecedent is a claim that stood before the bridge was built.
type Antecedent struct {
	Text string
	Set  []uint32
}

// A Link says what ties a passage to the evidence before the bridge.
type Link struct {
	Entity     string
	Antecedent string // the claim
}

// The values of a claim's and a citation's provenance (S4-13).
const provenanceLinked = "bridge_linked"

// EntityIn finds the first of the bridge's names in a text, whatever its case; empty: none.
func (b *Bridge) EntityIn(text string) string {
	text = strings.ToLower(text)
	for i, e := range b.Folded {
		if strings.Contains(text, e) {
			return b.Entities[i]
		}
	}
	return ""
}

// InScope says whether a work may have the bonuses: every one, or those that the bridge's queries found first (C26).
func (b *Bridge) InScope(d *Document) bool {
	return !b.Policy.Bridge.RoundOnly || len(d.Found) > 0 && FoundBridge(d.Found[0])
}

// FoundBridge says whether a query of the bridge found a work.
func FoundBridge(f retrieval.Found) bool { return f.Intent == GapIntent(policy.GapBridge) }

// BridgeEntity returns feature document.bridge_entity (S4-11); false: the run has no bridge.
func (r *Run) BridgeEntity(d *Document) (float64, bool) {
	if r.Bridge == nil {
		return 0, false
	}
	return score.Flag(r.Bridge.InScope(d) && r.Bridge.EntityIn(d.Document.Title+"\n"+d.Document.Abstract) != ""), true
}

// GapIntent returns the intent of the queries of a kind of gap analysis.
func GapIntent(kind string) string {
	if kind == policy.GapCoverage {
		return "gap"
	}
	return "gap_" + kind
}
