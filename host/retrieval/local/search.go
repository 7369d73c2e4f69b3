package local

import (
	"context"
	"fmt"
	"math"

	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A weighted is a term of a query with its weight, 1 per occurrence.
type weighted struct {
	term   string
	weight float64
}

// Search ranks the documents that share a term with the query; see the package
// comment. A query without any term finds nothing.
func (c *Corpus) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.closed {
		return nil, errClosed
	}
	acc := c.scores.Get().(*accumulator)
	defer func() {
		acc.reset()
		c.scores.Put(acc)
	}()
	if err := c.score(ctx, acc, c.queryTerms(q.Text)); err != nil {
		return nil, fmt.Errorf("source local: %w", err)
	}
	return c.hits(acc.top(max(0, q.Limit)))
}

// queryTerms analyses a query as documents are; terms come in the order of their
// first occurrence.
func (c *Corpus) queryTerms(query string) []weighted {
	var terms []weighted
	at := map[string]int{}
	for _, token := range c.analyzer.Analyze([]byte(query)) {
		term := string(token.Term)
		i, seen := at[term]
		if !seen {
			i = len(terms)
			at[term] = i
			terms = append(terms, weighted{term: term})
		}
		terms[i].weight++
	}
	return terms
}

func (c *Corpus) score(ctx context.Context, acc *accumulator, terms []weighted) error {
	for _, t := range terms {
		if err := c.scoreTerm(ctx, acc, fieldAll, t.term, t.weight); err != nil {
			return err
		}
		if c.settings.TitleBoost == 0 {
			continue
		}
		if err := c.scoreTerm(ctx, acc, fieldTitle, t.term, t.weight*c.settings.TitleBoost); err != nil {
			return err
		}
	}
	return nil
}

// scoreTerm adds weight × BM25 (Robertson and Zaragoza 2009, with the idf that is
// never negative: ln(1 + (N-df+0.5)/(df+0.5))).
func (c *Corpus) scoreTerm(ctx context.Context, acc *accumulator, field, term string, weight float64) error {
	k1, b := c.settings.K1, c.settings.B
	mean := c.meanLength(field)
	factor := 0.0
	return c.terms.each(ctx, field, term, func(df int) {
		n := float64(c.m.Stats.Documents)
		factor = weight * (k1 + 1) * math.Log1p((n-float64(df)+0.5)/(float64(df)+0.5))
	}, func(ord uint32, freq, length float64) {
		acc.add(ord, factor*freq/(freq+k1*(1-b+b*length/mean)))
	})
}

func (c *Corpus) meanLength(field string) float64 {
	total := c.m.AllLen
	if field == fieldTitle {
		total = c.m.TitleLen
	}
	return max(1, total) / float64(max(1, c.m.Stats.Documents))
}

func (c *Corpus) hits(top []ranked) ([]retrieval.Hit, error) {
	hits := make([]retrieval.Hit, len(top))
	for i, r := range top {
		d, err := c.fetch(int(r.ord))
		if err != nil {
			return nil, fmt.Errorf("source local: %w", err)
		}
		hits[i] = retrieval.Hit{Document: d, Rank: i + 1, Score: r.score}
	}
	return hits, nil
}
