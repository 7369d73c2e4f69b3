package read

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
)

// PickSentence makes the claim of one passage; nil if the passage has no sentence.
func (r *Run) PickSentence(index int, p *state.Passage, pick string) *state.Claim {
	var best *state.Claim
	var from analysis.Sentence
	for _, s := range p.Chunk.Sentences {
		text := s.Of(p.Text)
		set := analysis.SetOf(p.Doc.Ids, s.Words)
		overlap := evidence.Containment(r.Focus, set)
		if best != nil && overlap <= best.Overlap {
			continue
		}
		from = s
		best = &state.Claim{In: p, Set: set, Overlap: overlap, Cluster: -1, Option: r.SingleOption(set)}
		best.Claim = evidence.Claim{
			Passage: index, Document: p.Document, Start: p.Start + s.Start, End: p.Start + s.End, Text: text,
			Confidence: r.OwnConfidence(best), // U14
		}
		if pick == "lead" {
			break
		}
	}
	if best != nil {
		best.Structure(from)
	}
	return best
}

// OwnConfidence is U14: the share that a claim holds of the question's words and those of the options, or of the
// one that it supports, times its passage's score over the best one.
func (r *Run) OwnConfidence(c *state.Claim) float64 {
	overlap := c.Overlap
	if c.Option >= 0 && r.Policy.Claims.ConfidenceOver == policy.ConfidenceOverOwn {
		overlap = evidence.Containment(evidence.Union(r.Question, r.Options[c.Option]), c.Set)
	}
	return overlap * c.In.Relative
}
