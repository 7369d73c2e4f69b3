package local

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/retrieval"
)

var _ retrieval.Counter = (*Corpus)(nil)

// CountWords implements [retrieval.Counter]. A word counts as it is analysed for the index: all its forms together.
func (c *Corpus) CountWords(ctx context.Context, words []string) (documents int, holding []int, err error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.closed {
		return 0, nil, errClosed
	}
	documents, holding = c.m.Stats.Documents, make([]int, len(words))
	for i, word := range words {
		terms := countTerms(c.analyzer.Analyze([]byte(word)))
		if len(terms) == 0 {
			holding[i] = documents
		}
		for _, t := range terms {
			n, err := c.terms.holding(ctx, fieldAll, t.term)
			if err != nil {
				return 0, nil, fmt.Errorf("source local: %w", err)
			}
			holding[i] = max(holding[i], n)
		}
	}
	return documents, holding, nil
}

// holding is the number of documents that have the term in the field.
func (p *postings) holding(ctx context.Context, field, term string) (int, error) {
	r, err := p.reader.TermFieldReader(ctx, []byte(term), field, false, false, false)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return int(r.Count()), nil
}
