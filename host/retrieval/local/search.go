package local

import (
	"context"
	"fmt"
	"math"

	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A weighted is a term of a query with its weight.
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
	if err := c.scoreAll(ctx, acc, c.queryTerms(q.Text)); err != nil {
		return nil, fmt.Errorf("source local: %w", err)
	}
	return c.hits(acc.top(max(0, q.Limit)))
}

// queryTerms analyses a query as documents are.
func (c *Corpus) queryTerms(query string) []weighted {
	counts := countTerms(c.analyzer.Analyze([]byte(query)))
	terms := make([]weighted, len(counts))
	for i, t := range counts {
		terms[i] = weighted{t.term, 1 + c.settings.QueryRepeats*float64(t.count-1)}
	}
	return terms
}

// scoreAll scores a query and then what feedback adds to it, which raises documents that
// share a term with the query but brings in no others.
func (c *Corpus) scoreAll(ctx context.Context, acc *accumulator, terms []weighted) error {
	if err := c.score(ctx, acc, terms); err != nil {
		return err
	}
	added, err := c.feedback(acc, terms)
	if err != nil {
		return err
	}
	for _, t := range added {
		if err := c.scoreTerm(ctx, fieldAll, t, acc.raise); err != nil {
			return err
		}
	}
	return nil
}

func (c *Corpus) score(ctx context.Context, acc *accumulator, terms []weighted) error {
	for _, t := range terms {
		if err := c.scoreTerm(ctx, fieldAll, t, acc.add); err != nil {
			return err
		}
		if c.settings.TitleBoost == 0 {
			continue
		}
		t.weight *= c.settings.TitleBoost
		if err := c.scoreTerm(ctx, fieldTitle, t, acc.add); err != nil {
			return err
		}
	}
	return nil
}

// scoreTerm gives add the BM25 score (Robertson and Zaragoza 2009) of one term in one
// field, times the term's weight, for every document that has it there.
func (c *Corpus) scoreTerm(ctx context.Context, field string, t weighted, add func(ord uint32, score float64)) error {
	mean := c.meanLength(field)
	factor := 0.0
	return c.terms.each(ctx, field, t.term,
		func(df int) { factor = t.weight * c.idf(df) },
		func(ord uint32, freq, length float64) { add(ord, factor*c.saturation(freq, length, mean)) })
}

// idf is ln(1 + (N-df+0.5)/(df+0.5)), which is never negative.
func (c *Corpus) idf(df int) float64 {
	n := float64(c.m.Stats.Documents)
	return math.Log1p((n - float64(df) + 0.5) / (float64(df) + 0.5))
}

// saturation is BM25's term frequency part: freq × (k1+1) / (freq + k1 × (1-b+b × length/mean)).
func (c *Corpus) saturation(freq, length, mean float64) float64 {
	k1, b := c.settings.K1, c.settings.B
	return freq * (k1 + 1) / (freq + k1*(1-b+b*length/mean))
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
