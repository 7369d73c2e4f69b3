package plan

import (
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
)

// ofFinding are the placeholders that are filled anew for each finding that a handler asks about.
var ofFinding = []string{"{doc_a}", "{doc_b}", "{hypothesis_a}", "{hypothesis_b}", "{phrase}", "{claim}"}

// handlerSearches counts what the handlers may search for: each acts once.
func handlerSearches(p *policy.Policy, q Question) []Searches {
	var out []Searches
	for i := range p.Handlers {
		h := &p.Handlers[i]
		asked := int64(0)
		for _, t := range h.Queries {
			each := int64(1)
			for _, slot := range ofFinding {
				if strings.Contains(t, slot) {
					each = int64(h.Findings)
				}
			}
			asked += each * expansions(t, q)
		}
		if h.Role != "" { // a model's query comes before the templates
			asked++
		}
		asked = min(asked, int64(h.MaxQueries))
		sources := int64(len(sourceNames(p, h.Sources)))
		out = append(out, Searches{
			Of: "on." + h.Kind, Queries: asked, Searches: asked * sources, Results: asked * sources * int64(h.Results),
			Why: fmt.Sprintf("once, %s to %s", many(asked, "query", "queries"), many(sources, "source", "sources")),
		})
	}
	return out
}

// assessments counts the assessments of claims: once, again after what handlers found, and for each draft
// that is made anew.
func assessments(p *policy.Policy, redrafts int) int {
	if len(p.Handlers) > 0 {
		return 2 + redrafts
	}
	return 1 + redrafts
}

// Upgrades are those that the questions of a batch may have together (S3-19). Each that has one is asked twice.
type Upgrades struct {
	MaxPerBatch int        `json:"max_per_batch"`
	To          string     `json:"to"` // the mode
	At          policy.Pos `json:"at"`
}

func upgrades(p *policy.Policy) *Upgrades {
	for i := range p.Handlers {
		if u := p.Handlers[i].Upgrade; u != nil && p.UpgradesPerBatch() > 0 {
			return &Upgrades{u.MaxPerBatch, string(u.To), u.At}
		}
	}
	return nil
}
