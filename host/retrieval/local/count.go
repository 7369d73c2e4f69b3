package local

import (
	"context"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
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
		terms := c.terms(word)
		if len(terms) == 0 {
			holding[i] = documents
		}
		for _, t := range terms {
			if err := ctx.Err(); err != nil {
				return 0, nil, err
			}
			n, err := c.holding(t.Term)
			if err != nil {
				return 0, nil, fmt.Errorf("source local: %w", err)
			}
			holding[i] = max(holding[i], int(n))
		}
	}
	return documents, holding, nil
}

// holding returns the number of documents that have the term.
func (c *Corpus) holding(term string) (n uint64, err error) {
	if n, known := c.frequencies.Get(term); known {
		return n, nil
	}
	err = pagefile.Guard(func() error {
		e, err := c.index.Find(term)
		n = e.Documents
		return err
	})
	if err == nil {
		c.frequencies.Add(term, n)
	}
	return n, err
}

// terms counts the terms of a text, in the order of first occurrence.
func (c *Corpus) terms(text string) []postings.Count {
	n := c.counters.Get().(*counter)
	defer c.counters.Put(n)
	counts, _, _ := n.document(&evidence.Document{Abstract: text})
	return slices.Clone(counts)
}
