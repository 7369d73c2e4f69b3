package local

import (
	"cmp"
	"math"
	"slices"
)

// feedback returns the terms that the best documents so far add to a query, after
// the relevance model RM3 (Abdul-Jaleel et al. 2004) with BM25 in the place of
// the language model.
//
// A document counts by exp(its score - the best score), scaled to a sum of 1. A term's weight
// is the sum, over the documents, of that share times the term's BM25 weight there. The heaviest
// Terms are kept and scaled so that together they weigh Weight times the query's own terms.
func (c *Corpus) feedback(acc *accumulator, query []weighted) ([]weighted, error) {
	f := c.settings.Feedback
	if f.Documents == 0 || f.Terms == 0 || f.Weight == 0 {
		return nil, nil
	}
	model, err := c.relevanceModel(acc.top(f.Documents))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(model, func(a, b modelTerm) int {
		if o := cmp.Compare(b.weight, a.weight); o != 0 {
			return o
		}
		return cmp.Compare(a.id, b.id)
	})
	model = model[:min(f.Terms, len(model))]
	sum, own := 0.0, 0.0
	for _, t := range model {
		sum += t.weight
	}
	for _, t := range query {
		own += t.weight
	}
	added := make([]weighted, len(model))
	for i, t := range model {
		added[i] = weighted{c.words.term(t.id), t.weight / sum * own * f.Weight}
	}
	return added, nil
}

type modelTerm struct {
	id     uint32
	weight float64
}

// relevanceModel weighs the terms of the documents, in no particular order.
func (c *Corpus) relevanceModel(top []ranked) ([]modelTerm, error) {
	var model []modelTerm
	at := map[uint32]int{}
	mean := c.meanLength(fieldAll)
	for i, share := range shares(top) {
		encoded, err := c.docs.vector(int(top[i].ord))
		if err != nil {
			return nil, err
		}
		length := 0
		err = c.words.vector(encoded, func(_ uint32, count int) { length += count })
		if err != nil {
			return nil, err
		}
		err = c.words.vector(encoded, func(id uint32, count int) {
			k, seen := at[id]
			if !seen {
				k = len(model)
				at[id] = k
				model = append(model, modelTerm{id: id})
			}
			model[k].weight += share * c.idf(int(c.words.df[id])) * c.saturation(float64(count), float64(length), mean)
		})
		if err != nil {
			return nil, err
		}
	}
	return model, nil
}

// shares is the softmax of the scores.
func shares(top []ranked) []float64 {
	s, sum := make([]float64, len(top)), 0.0
	for i, r := range top {
		s[i] = math.Exp(r.score - top[0].score)
		sum += s[i]
	}
	for i := range s {
		s[i] /= sum
	}
	return s
}
