package postings

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
)

// A Weighted is a term of a query with its weight, which is positive.
type Weighted struct {
	Term      string
	Weight    float64
	Documents uint64 // that hold it, where the caller knows; 0: the search finds out. It is read of [Query.Extra] alone.
}

// A Query asks for the best documents.
//
// The score of a document is the sum over Terms, in their order, of the BM25 score of the whole and of the title
// times TitleBoost, and then over Extra, in their order, of the score of the whole; each times its weight. Sums are
// always taken in that order, so that equal documents of equal corpora have equal bits.
type Query struct {
	Terms   []Weighted // every hit holds at least one of them
	Extra   []Weighted // raise what holds them, and find nothing by themselves
	Scoring Scoring
	Limit   int // most hits
	// Known are documents that hold one of Terms, such as the hits of a query for Terms alone. The search scores them first,
	// so as to skip early what cannot reach them. They do not change what is found.
	Known []uint32
	// Exhaustive scores every document that holds one of Terms, and skips nothing.
	Exhaustive bool
}

// Work counts what a search did. It does not depend on the machine.
type Work struct {
	Windows   int64 // of 4,096 documents
	Skipped   int64 // windows in which no document could be a hit
	Blocks    int64 // decoded blocks of postings
	Postings  int64 // scored one after the other
	Lookups   int64 // of a term in one document
	Documents int64 // whose score was computed in full
}

// Add adds what another search did.
func (w *Work) Add(o Work) {
	w.Windows, w.Skipped, w.Blocks = w.Windows+o.Windows, w.Skipped+o.Skipped, w.Blocks+o.Blocks
	w.Postings, w.Lookups, w.Documents = w.Postings+o.Postings, w.Lookups+o.Lookups, w.Documents+o.Documents
}

// Search returns the best documents, best first; equal scores in the order of the corpus. Its error matches
// [ErrDamaged] or [pagefile.ErrDamaged] when files are not as they were written.
func (x *Index) Search(ctx context.Context, q Query) ([]Hit, Work, error) {
	s := searchers.Get().(*searcher)
	defer searchers.Put(s)
	s.reset(ctx, x, q)
	err := pagefile.Guard(func() error {
		if err := s.prepare(); err != nil {
			return err
		}
		return s.prime()
	})
	if err == nil {
		err = s.searchParts()
	}
	if err != nil {
		return nil, s.work, err
	}
	return slices.Clone(s.best.sorted()), s.work, nil
}

// searchParts goes through all parts: in a large index every second one at the side, with a threshold of its own, so that
// neither hits nor work depend on who is faster.
func (s *searcher) searchParts() error {
	if !s.index.large {
		return s.eachPart(0, 1)
	}
	beside := searchers.Get().(*searcher)
	defer searchers.Put(beside)
	beside.reset(s.ctx, s.index, s.query)
	beside.terms, beside.words, beside.floor = append(beside.terms, s.terms...), append(beside.words, s.words...), s.floor
	var g errgroup.Group
	g.Go(func() error { return beside.eachPart(1, 2) })
	err := s.eachPart(0, 2)
	if failed := g.Wait(); err == nil {
		err = failed
	}
	s.work.Add(beside.work)
	for _, h := range beside.best.hits {
		s.best.add(h)
	}
	return err
}

// eachPart searches one part after the other, from the first one on, with so many steps between them.
func (s *searcher) eachPart(first, step int) error {
	return pagefile.Guard(func() error {
		for i := first; i < len(s.index.parts); i += step {
			if err := s.searchPart(&s.index.parts[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

var searchers = sync.Pool{New: func() any { return new(searcher) }}

// A searcher is the state of one search. Its memory is used again by later ones.
type searcher struct {
	ctx   context.Context
	index *Index
	query Query
	terms []term
	words []string // of terms
	best  top
	floor float64 // a score that Limit documents reach, 0 when unknown
	work  Work
	part  *part
	lists []cursor // those that are open, in the order of the terms
	spare []cursor // memory for them
	win   window
}

func (s *searcher) reset(ctx context.Context, x *Index, q Query) {
	s.ctx, s.index, s.query, s.part = ctx, x, q, nil
	s.terms, s.words, s.floor, s.work = s.terms[:0], s.words[:0], 0, Work{}
	s.best = top{s.best.hits[:0], max(0, q.Limit)}
}

// prepare finds the terms in the dictionary of the corpus.
func (s *searcher) prepare() error {
	totals := s.index.totals
	f := s.index.fieldsOf(s.query.Scoring)
	for i, t := range slices.Concat(s.query.Terms, s.query.Extra) {
		p := term{whole: f.whole, title: f.title, required: i < len(s.query.Terms)}
		e := Entry{Documents: t.Documents}
		if p.required || e.Documents == 0 {
			var err error
			if e, err = s.index.Find(t.Term); err != nil {
				return err
			}
		}
		if e.Documents == 0 {
			continue
		}
		p.wholeFactor = t.Weight * IDF(e.Documents, totals.Documents)
		if boosted := t.Weight * s.query.Scoring.TitleBoost; p.required && boosted > 0 && e.Titles > 0 {
			p.titleFactor = boosted * IDF(e.Titles, totals.Documents)
		}
		s.terms, s.words = append(s.terms, p), append(s.words, t.Term)
	}
	return nil
}

// prime scores the known documents. When there are enough, the least of the best is a floor for all.
func (s *searcher) prime() error {
	if len(s.query.Known) < s.query.Limit || s.query.Limit == 0 || s.query.Exhaustive {
		return nil
	}
	known := make([]located, len(s.query.Known))
	for i, ordinal := range s.query.Known {
		known[i].part, known[i].doc = s.index.Locate(ordinal)
	}
	slices.SortFunc(known, func(a, b located) int { return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(a.doc, b.doc)) })
	known = slices.Compact(known)
	if len(known) < s.query.Limit {
		return nil
	}
	scores := make([]float64, len(known))
	for i, k := range known {
		if i == 0 || k.part != known[i-1].part {
			if err := s.open(&s.index.parts[k.part]); err != nil {
				return err
			}
		}
		var err error
		if scores[i], err = s.score(k.doc); err != nil {
			return err
		}
	}
	slices.Sort(scores)
	s.floor = scores[len(scores)-s.query.Limit]
	return nil
}

type located struct {
	part int
	doc  uint32
}

// threshold returns the score under which no document is a hit, a little lowered so that no bound is under a score
// by rounding alone.
func (s *searcher) threshold() float64 { return max(s.floor, s.best.least()) / slack }

// open opens the terms' lists in a part; s.lists keeps their order. Where the part is open, as after prime, they are read from
// their beginnings again.
func (s *searcher) open(p *part) error {
	if s.part == p {
		for i := range s.lists {
			s.lists[i].rewind()
		}
		return nil
	}
	n := 0
	for i := range s.terms {
		e, ok, err := p.Segment.dictionary.find([]byte(s.words[i]))
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		b, err := p.Segment.view(e)
		if err != nil {
			return err
		}
		if n == len(s.spare) {
			s.spare = append(s.spare, make([]cursor, 8)...)
		}
		c := &s.spare[n]
		if err := c.open(b, e.Documents, &s.terms[i], p.Segment.lengths); err != nil {
			return err
		}
		c.lengths = p.Segment.lengths
		c.rewind()
		n++
	}
	s.part, s.lists = p, s.spare[:n]
	return nil
}

// score returns the exact score of a document, summed in the order of the terms.
func (s *searcher) score(doc uint32) (float64, error) {
	sum := 0.0
	for i := range s.lists {
		l := &s.lists[i]
		k, ok, err := l.seek(doc, &s.work)
		if err != nil {
			return 0, err
		}
		if ok {
			l.addTo(&sum, k)
		}
	}
	s.work.Documents++
	return sum, nil
}
