package state

import (
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A Collection holds what a run found: the pool, and its works as the run scores them.
type Collection struct {
	Pool       *retrieval.Pool
	ByIndex    map[int]*Document // by index in the pool
	PoolYear   int               // what recency is measured against
	BestFusion float64           // of any work of the pool

	Documents []*Document // the pool as scored last, best first, without those that the policy leaves out
	Excluded  []*Document // those that the policy leaves out, whatever their score
	Selected  []*Document // those to read, best first
}

func newCollection() Collection {
	return Collection{Pool: retrieval.NewPool(), ByIndex: map[int]*Document{}}
}

// Places are kept for some documents, best first, whatever their score.
type Places struct {
	N      int
	Of     []*Document
	Reason string
}

// Choose fills r.selected from the ranked documents: the first of each source, those that places are kept for, then by score.
func (c *Collection) Choose(s *policy.Select, kept ...Places) {
	limit := c.SourceLimit(s)
	c.Selected = nil
	taken := map[string]int{}
	take := func(d *Document, reason string) {
		d.Position, d.Reason = 0, reason
		taken[d.Source]++
		c.Selected = append(c.Selected, d)
	}
	for _, d := range c.Documents {
		d.Position, d.Reason = -1, "beyond the number of documents to read"
		if s.OnePerSourceFirst && taken[d.Source] == 0 && len(c.Selected) < s.MaxDocuments && d.worth(c.Documents[0], s.MinShareOfBest) {
			take(d, "best of its source")
		}
	}
	for _, p := range kept {
		for taken, i := 0, 0; taken < p.N && i < len(p.Of); i++ {
			if d := p.Of[i]; d.Position < 0 && d.Score > 0 && len(c.Selected) < s.MaxDocuments {
				take(d, p.Reason)
				taken++
			}
		}
	}
	for _, d := range c.Documents {
		switch {
		case d.Position >= 0 || len(c.Selected) >= s.MaxDocuments:
		case d.Score <= 0:
			d.Reason = "more weighs against it than for it"
		case taken[d.Source] >= limit:
			d.Reason = "its source has its share"
		case len(c.Selected) >= s.MinDocuments && !d.worth(c.Documents[0], s.MinShareOfBest):
			d.Reason = "scores under half of the best"
		default:
			take(d, "by score")
		}
	}
	slices.SortStableFunc(c.Selected, func(a, b *Document) int { return slices.Index(c.Documents, a) - slices.Index(c.Documents, b) })
	for i, d := range c.Selected {
		d.Position = i
	}
}

// SourceLimit returns the most documents that one source may give. With a single source
// there is nothing to share.
func (c *Collection) SourceLimit(s *policy.Select) int {
	if s.MaxSourceShare <= 0 || len(SourceShares(c.Documents)) < 2 {
		return s.MaxDocuments
	}
	return max(1, int(math.Ceil(s.MaxSourceShare*float64(s.MaxDocuments))))
}

// RetrievalShare returns the share of retrieved weight on documents that hold all the words.
func (c *Collection) RetrievalShare(own []uint32) float64 {
	with, total := 0.0, 0.0
	for _, d := range c.Documents {
		total += d.Fusion
		if len(own) > 0 && evidence.Containment(own, d.All) == 1 {
			with += d.Fusion
		}
	}
	return score.Share(with, total)
}

// A novelty holds what the last round brought that was new.
type novelty struct {
	Means      map[string]float64 // of its documents, by stage of select
	ReadBefore []uint32           // words of what would have been read before it
}

// Retracted is the reason to exclude a retracted work.
const Retracted = "retracted"

// Excludes says whether the policy leaves a work out whatever its score.
func (r *Run) Excludes(d *evidence.Document) bool { return r.Exclusion(d) != "" }

// Exclusion returns the reason for which the policy leaves a work out; empty: it does not.
func (r *Run) Exclusion(d *evidence.Document) string {
	if d.Retracted && r.Policy.Select.Retracted == "exclude" {
		return Retracted
	}
	if t := evidence.DocumentType(d.Type); slices.Contains(r.Policy.Select.ExcludeTypes, t) {
		return "type " + t
	}
	return ""
}
