package local

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
)

// feedback returns the terms that the best documents so far add to a query, after
// the relevance model RM3 (Abdul-Jaleel et al. 2004) with BM25 in the place of
// the language model.
//
// A document counts by exp(its score - the best score), scaled to a sum of 1. A term's weight
// is the sum, over the documents, of that share times the term's BM25 weight there. The heaviest
// Terms are kept and scaled so that together they weigh Weight times the query's own terms.
func (c *Corpus) feedback(best []postings.Hit, query []postings.Weighted) ([]postings.Weighted, error) {
	f := c.settings.Feedback
	model, err := c.relevanceModel(best)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(model, func(a, b postings.Weighted) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Term, b.Term))
	})
	model = model[:min(f.Terms, len(model))]
	sum, own := 0.0, 0.0
	for _, t := range model {
		sum += t.Weight
	}
	for _, t := range query {
		own += t.Weight
	}
	for i, t := range model {
		model[i].Weight = t.Weight / sum * own * f.Weight
	}
	return model, nil
}

// relevanceModel weighs the terms of the documents, in no particular order.
func (c *Corpus) relevanceModel(best []postings.Hit) ([]postings.Weighted, error) {
	var model []postings.Weighted
	var idf []float64
	at := map[string]int{}
	scoring, totals := postings.Scoring{K1: c.settings.K1, B: c.settings.B}, c.index.Totals()
	for i, share := range shares(best) {
		d, err := c.counted(int(best[i].Ordinal))
		if err != nil {
			return nil, err
		}
		for _, t := range d.counts {
			k, seen := at[t.Term]
			if !seen {
				df, err := c.holding(t.Term)
				if err != nil {
					return nil, err
				}
				k = len(model)
				at[t.Term] = k
				model, idf = append(model, postings.Weighted{Term: t.Term}), append(idf, postings.IDF(df, totals.Documents))
			}
			model[k].Weight += float64(share * idf[k] * scoring.Saturation(t.Freq, uint32(d.whole), totals.WholeMean()))
		}
	}
	return model, nil
}

// A counted is the terms of the opening of a document, and how many words it has.
type counted struct {
	counts []postings.Count
	whole  int
}

// Feedback remembers the terms of keptCounts documents at most, of longestKept terms each: some 20 MB together.
const keptCounts, longestKept = 1024, 500

// counted counts the terms of a document. It is analysed anew unless it was met lately: the terms of all would take a sixth of the index.
func (c *Corpus) counted(ordinal int) (counted, error) {
	if d, known := c.counts.Get(ordinal); known {
		return d, nil
	}
	stored, err := c.stored(ordinal)
	if err != nil {
		return counted{}, err
	}
	n := c.counters.Get().(*counter)
	defer c.counters.Put(n)
	counts, whole, _ := n.document(opening(&stored))
	d := counted{slices.Clone(counts), whole}
	if len(counts) <= longestKept {
		c.counts.Add(ordinal, d)
	}
	return d, nil
}

// mostFeedback bounds how much of a field is analysed, in bytes, which happens at each query for what is too long to be kept: few papers are longer, and what
// a work is about it says early.
const mostFeedback = 128 << 10

// opening returns a document with the beginnings of its texts.
func opening(d *evidence.Document) *evidence.Document {
	out := *d
	for _, text := range []*string{&out.Title, &out.Abstract, &out.Text} {
		*text = (*text)[:pieceOf(*text, mostFeedback)]
	}
	size := 0
	for i, s := range out.Sections {
		if size += len(s.Text); size > mostFeedback {
			out.Sections = out.Sections[:i+1]
			break
		}
	}
	return &out
}

// shares returns the softmax of the scores.
func shares(best []postings.Hit) []float64 {
	s, sum := make([]float64, len(best)), 0.0
	for i, r := range best {
		s[i] = math.Exp(r.Score - best[0].Score)
		sum += s[i]
	}
	for i := range s {
		s[i] /= sum
	}
	return s
}
