package local

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
)

// Search ranks the documents that share a term with the query; see the package
// comment. A query without any term finds nothing.
func (c *Corpus) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.closed {
		return nil, errClosed
	}
	top, _, err := c.rank(ctx, q, false)
	if err != nil {
		return nil, c.searchError(err)
	}
	hits, err := c.hits(top)
	if err != nil {
		return nil, c.searchError(err)
	}
	return hits, nil
}

// rank finds the best documents: for the query alone first, and then, with what feedback adds to it, again.
// Feedback raises documents that share a term with the query but brings in no others.
func (c *Corpus) rank(ctx context.Context, q retrieval.Query, exhaustive bool) ([]postings.Hit, postings.Work, error) {
	s, limit := c.settings, max(0, q.Limit)
	query := postings.Query{
		Terms: c.queryTerms(q.Text), Scoring: postings.Scoring{K1: s.K1, B: s.B, TitleBoost: s.TitleBoost},
		Limit: limit, Exhaustive: exhaustive,
	}
	feedback := s.Feedback.Documents > 0 && s.Feedback.Terms > 0 && s.Feedback.Weight > 0
	if limit == 0 || len(query.Terms) == 0 {
		return nil, postings.Work{}, ctx.Err()
	}
	if feedback {
		query.Limit = max(limit, s.Feedback.Documents)
	}
	first, work, err := c.index.Search(ctx, query)
	if err != nil || !feedback || len(first) == 0 {
		return first, work, err
	}
	if query.Extra, err = c.feedback(first[:min(len(first), s.Feedback.Documents)], query.Terms); err != nil {
		return nil, work, err
	}
	query.Limit = limit
	for _, h := range first {
		query.Known = append(query.Known, h.Ordinal)
	}
	second, more, err := c.index.Search(ctx, query)
	work.Add(more)
	return second, work, err
}

// queryTerms analyses a query as documents are.
func (c *Corpus) queryTerms(query string) []postings.Weighted {
	counts := c.terms(query)
	terms := make([]postings.Weighted, len(counts))
	for i, t := range counts {
		terms[i] = postings.Weighted{Term: t.Term, Weight: 1 + c.settings.QueryRepeats*float64(t.Freq-1)}
	}
	return terms
}

func (c *Corpus) hits(top []postings.Hit) ([]retrieval.Hit, error) {
	hits := make([]retrieval.Hit, len(top))
	for i, r := range top {
		d, err := c.fetch(int(r.Ordinal))
		if err != nil {
			return nil, err
		}
		hits[i] = retrieval.Hit{Document: d, Rank: i + 1, Score: r.Score}
	}
	return hits, nil
}

// searchError makes sure that a damaged index is built again when the corpus is opened next.
func (c *Corpus) searchError(err error) error {
	if !isDamage(err) {
		return fmt.Errorf("source local: %w", err)
	}
	if c.discard() != nil {
		return fmt.Errorf("source local: %w: remove folder %s, and the index is built again", err, c.dir)
	}
	return fmt.Errorf("source local: %w: run the command again, and the index is built again", err)
}
