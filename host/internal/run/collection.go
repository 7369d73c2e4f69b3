package run

import (
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A collection holds what a run found: the pool, and its works as the run scores them.
type collection struct {
	pool       *retrieval.Pool
	byIndex    map[int]*document // by index in the pool
	year       int               // what recency is measured against
	bestFusion float64           // of any work of the pool

	documents []*document // the pool as scored last, best first, without those that the policy leaves out
	excluded  []*document // those that the policy leaves out, whatever their score
	selected  []*document // those to read, best first
}

func newCollection() collection {
	return collection{pool: retrieval.NewPool(), byIndex: map[int]*document{}}
}

// Places are kept for some documents, best first, whatever their score.
type places struct {
	n      int
	of     []*document
	reason string
}

// choose fills r.selected from the ranked documents: the first of each source, those that places are kept for, then by score.
func (c *collection) choose(s *policy.Select, kept ...places) {
	limit := c.sourceLimit(s)
	c.selected = nil
	taken := map[string]int{}
	take := func(d *document, reason string) {
		d.position, d.reason = 0, reason
		taken[d.source]++
		c.selected = append(c.selected, d)
	}
	for _, d := range c.documents {
		d.position, d.reason = -1, "beyond the number of documents to read"
		if s.OnePerSourceFirst && taken[d.source] == 0 && len(c.selected) < s.MaxDocuments && d.worth(c.documents[0], s.MinShareOfBest) {
			take(d, "best of its source")
		}
	}
	for _, p := range kept {
		for taken, i := 0, 0; taken < p.n && i < len(p.of); i++ {
			if d := p.of[i]; d.position < 0 && d.Score > 0 && len(c.selected) < s.MaxDocuments {
				take(d, p.reason)
				taken++
			}
		}
	}
	for _, d := range c.documents {
		switch {
		case d.position >= 0 || len(c.selected) >= s.MaxDocuments:
		case d.Score <= 0:
			d.reason = "more weighs against it than for it"
		case taken[d.source] >= limit:
			d.reason = "its source has its share"
		case len(c.selected) >= s.MinDocuments && !d.worth(c.documents[0], s.MinShareOfBest):
			d.reason = "scores under half of the best"
		default:
			take(d, "by score")
		}
	}
	slices.SortStableFunc(c.selected, func(a, b *document) int { return slices.Index(c.documents, a) - slices.Index(c.documents, b) })
	for i, d := range c.selected {
		d.position = i
	}
}

// sourceLimit returns the most documents that one source may give. With a single source
// there is nothing to share.
func (c *collection) sourceLimit(s *policy.Select) int {
	if s.MaxSourceShare <= 0 || len(sourceShares(c.documents)) < 2 {
		return s.MaxDocuments
	}
	return max(1, int(math.Ceil(s.MaxSourceShare*float64(s.MaxDocuments))))
}

// retrievalShare is the share of retrieved weight on documents that hold all the words.
func (c *collection) retrievalShare(own []uint32) float64 {
	with, total := 0.0, 0.0
	for _, d := range c.documents {
		total += d.Fusion
		if len(own) > 0 && evidence.Containment(own, d.all) == 1 {
			with += d.Fusion
		}
	}
	return score.Share(with, total)
}

// A novelty holds what the last round brought that was new.
type novelty struct {
	means      map[string]float64 // of its documents, by stage of select
	readBefore []uint32           // words of what would have been read before it
}
