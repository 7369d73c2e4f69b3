package local

import (
	"cmp"
	"math"
	"slices"
	"sync"

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
	m := models.Get().(*model)
	defer models.Put(m)
	if err := c.relevanceModel(m, best); err != nil {
		return nil, err
	}
	terms := heaviest(m.terms, f.Terms)
	sum, own := 0.0, 0.0
	for _, t := range terms {
		sum += t.Weight
	}
	for _, t := range query {
		own += t.Weight
	}
	for i, t := range terms {
		terms[i].Weight = t.Weight / sum * own * f.Weight
	}
	return terms, nil
}

// heaviest returns the n heaviest terms, heaviest first and equal ones by their letters, in memory of its own; n is at least 1. A
// model has a thousand terms of which some thirty are wanted, and sorting all takes a third of feedback's time.
func heaviest(terms []postings.Weighted, n int) []postings.Weighted {
	order := func(a, b postings.Weighted) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Term, b.Term))
	}
	n = min(n, len(terms))
	out := make([]postings.Weighted, 0, n+1)
	for _, t := range terms {
		if len(out) == n && order(out[n-1], t) < 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(out, t, order)
		out = slices.Insert(out, at, t)
		out = out[:min(n, len(out))]
	}
	return out
}

// A model is the terms of some documents with their weights, and with what they are found again by. Its memory is used again.
type model struct {
	terms []postings.Weighted
	idf   []float64 // of terms
	at    map[string]int
}

var models = sync.Pool{New: func() any { return &model{at: map[string]int{}} }}

// relevanceModel weighs the terms of the documents in m, in no particular order.
func (c *Corpus) relevanceModel(m *model, best []postings.Hit) error {
	m.terms, m.idf = m.terms[:0], m.idf[:0]
	clear(m.at)
	scoring, totals := postings.Scoring{K1: c.settings.K1, B: c.settings.B}, c.index.Totals()
	for i, share := range shares(best) {
		d, err := c.counted(int(best[i].Ordinal))
		if err != nil {
			return err
		}
		for _, t := range d.terms {
			k, seen := m.at[t.term]
			if !seen {
				k = len(m.terms)
				m.at[t.term] = k
				m.terms = append(m.terms, postings.Weighted{Term: t.term, Documents: t.documents})
				m.idf = append(m.idf, postings.IDF(t.documents, totals.Documents))
			}
			m.terms[k].Weight += float64(share * m.idf[k] * scoring.Saturation(t.freq, d.whole, totals.WholeMean()))
		}
	}
	return nil
}

// A counted is the terms of the opening of a document, and how many words it has.
type counted struct {
	terms []countedTerm
	whole uint32
}

// A countedTerm is a term, how often the document has it, and how many documents of the corpus do.
type countedTerm struct {
	term      string
	freq      uint32
	documents uint64
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
	d, err := c.count(opening(&stored))
	if err == nil && len(d.terms) <= longestKept {
		c.counts.Add(ordinal, d)
	}
	return d, err
}

// count counts the terms of a document.
func (c *Corpus) count(d *evidence.Document) (counted, error) {
	n := c.counters.Get().(*counter)
	defer c.counters.Put(n)
	counts, whole, _ := n.document(d)
	out := counted{make([]countedTerm, len(counts)), uint32(whole)}
	for i, t := range counts {
		documents, err := c.holding(t.Term)
		if err != nil {
			return counted{}, err
		}
		out.terms[i] = countedTerm{t.Term, t.Freq, documents}
	}
	return out, nil
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
	left := mostFeedback
	for i, s := range out.Sections {
		if len(s.Text) > left {
			out.Sections = slices.Clone(out.Sections[:i+1]) // others have the document, too
			out.Sections[i].Text = s.Text[:pieceOf(s.Text, left)]
			break
		}
		left -= len(s.Text)
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
