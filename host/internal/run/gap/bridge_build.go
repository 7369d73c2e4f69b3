package gap

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// buildBridge takes names and claims over; names of an earlier analysis stay.
func (r *Run) buildBridge(g *policy.Gap, entities []string, l Look) {
	if r.Bridge == nil {
		r.Bridge = &state.Bridge{Policy: g}
	}
	b := r.Bridge
	for _, e := range entities {
		if folded := strings.ToLower(e); !slices.Contains(b.Folded, folded) {
			b.Entities, b.Folded = append(b.Entities, e), append(b.Folded, folded)
		}
	}
	b.Antecedents = r.antecedents(g.Bridge, l)
	r.Set("bridge.entities", len(b.Entities))
	for _, d := range r.Documents {
		d.Features = r.search.DocumentFeatures(d)
	}
	r.search.RankDocuments()
}

// antecedents returns the claims that a linked passage must touch (C27): the best of what would be read now, or all
// whose own confidence suffices.
func (r *Run) antecedents(p *policy.Bridge, l Look) []state.Antecedent {
	if len(l.Passages) == 0 {
		l = r.lookAround(true)
	}
	var out []state.Antecedent
	var best *state.Claim
	for i, passage := range l.Passages {
		cl := r.read.PickSentence(i, passage, "best")
		switch {
		case cl == nil:
		case p.Antecedent == "confident_claim":
			if cl.Confidence >= p.MinConfidence {
				out = append(out, state.Antecedent{Text: cl.Text, Set: cl.Set})
			}
		case best == nil || cl.Confidence > best.Confidence:
			best = cl
		}
	}
	if best != nil {
		out = append(out, state.Antecedent{Text: best.Text, Set: best.Set})
	}
	return out
}

// foundByBridge counts the works that only queries of the bridge found.
func (r *Run) foundByBridge() int {
	n := 0
	for _, d := range r.Documents {
		if !slices.ContainsFunc(d.Found, func(f retrieval.Found) bool { return !state.FoundBridge(f) }) {
			n++
		}
	}
	return n
}

// BridgeStats are S4-18; nil where the policy has no bridge.
func (r *Run) BridgeStats() *record.BridgeStats {
	if !slices.ContainsFunc(r.Policy.Gaps, func(g policy.Gap) bool { return g.Bridge != nil }) {
		return nil
	}
	count := func(path string) int {
		v, _ := r.Feature(path)
		return int(v)
	}
	return &record.BridgeStats{
		Queries: count("bridge.queries"), Documents: count("bridge.documents"), Entities: count("bridge.entities"),
		Triggered: r.State["bridge.triggered"] == true,
	}
}
