package postings

import (
	"cmp"
	"math/bits"
	"slices"
)

// windowSize is the number of documents whose scores are summed at once.
const windowSize = 4096

// A window has the scores of the documents from lo to before hi.
type window struct {
	lo, hi     uint32
	sums       [windowSize]float64
	seen       [windowSize / 64]uint64 // documents that hold a required term that was scanned
	required   []*cursor
	others     []*cursor
	candidates []uint32
}

// searchPart goes through the windows of a part, after Block-Max MaxScore (Turtle and Flood 1995; Ding and Suel 2011; in windows as
// Lucene does).
func (s *searcher) searchPart(p *part) error {
	if err := s.open(p); err != nil {
		return err
	}
	if len(s.lists) == 0 || !s.lists[0].term.required {
		return s.ctx.Err() // required terms come first
	}
	documents := p.Segment.documents
	for lo := 0; lo < documents; lo += windowSize {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		s.win.lo, s.win.hi = uint32(lo), uint32(min(documents, lo+windowSize))
		if err := s.window(); err != nil {
			return err
		}
	}
	return nil
}

// window scores one window: skipped as a whole when the sum of all bounds is under the threshold, exhaustively
// when nothing can be left out, else by what is essential.
func (s *searcher) window() error {
	w := &s.win
	w.required, w.others = w.required[:0], w.others[:0]
	all := 0.0
	for i := range s.lists {
		l := &s.lists[i]
		l.enter(w.lo, w.hi)
		switch {
		case l.cost == 0:
		case l.term.required:
			w.required = append(w.required, l)
		default:
			w.others = append(w.others, l)
		}
		all += l.bound
	}
	s.work.Windows++
	least := s.threshold()
	if len(w.required) == 0 || all < least && !s.query.Exhaustive {
		s.work.Skipped++
		return nil
	}
	if s.query.Exhaustive || least == 0 {
		return s.scoreAll()
	}
	rest := s.divide(least)
	if len(w.others) == 0 {
		return s.scoreAll()
	}
	return s.scoreEssential(least, rest)
}

// divide moves required terms that alone, with all others, stay under the threshold to the others, which no
// document needs to be found by. It returns the sum of the others' bounds.
func (s *searcher) divide(least float64) (rest float64) {
	w := &s.win
	for _, l := range w.others {
		rest += l.bound
	}
	if rest >= least {
		return rest
	}
	slices.SortStableFunc(w.required, func(a, b *cursor) int { return cmp.Compare(a.bound, b.bound) })
	n := 0
	for n < len(w.required) && rest+w.required[n].bound < least {
		rest += w.required[n].bound
		n++
	}
	w.others = append(w.others, w.required[:n]...)
	w.required = append(w.required[:0], w.required[n:]...)
	return rest
}

// scoreAll sums all lists in their order, which makes the sums exact.
func (s *searcher) scoreAll() error {
	defer s.win.clear()
	for i := range s.lists {
		if l := &s.lists[i]; l.cost > 0 {
			if err := s.scan(l, l.term.required); err != nil {
				return err
			}
		}
	}
	s.eachSeen(func(doc uint32, sum float64) {
		s.work.Documents++
		s.best.add(Hit{s.part.ordinal(doc), sum})
	})
	return nil
}

// scoreEssential scans the required terms that are left, drops what cannot reach the threshold, and adds the other terms to
// the rest, those with the greatest bounds first. What is left is scored exactly.
func (s *searcher) scoreEssential(least, rest float64) error {
	w := &s.win
	defer w.clear()
	for _, l := range w.required {
		if err := s.scan(l, true); err != nil {
			return err
		}
	}
	w.candidates = w.candidates[:0]
	s.eachSeen(func(doc uint32, sum float64) {
		if sum+rest >= least {
			w.candidates = append(w.candidates, doc)
		}
	})
	slices.SortStableFunc(w.others, func(a, b *cursor) int { return cmp.Compare(b.bound, a.bound) })
	for i, l := range w.others {
		if len(w.candidates) == 0 {
			return nil
		}
		if err := s.addOther(l); err != nil {
			return err
		}
		s.drop(least, w.others[i+1:])
	}
	return s.scoreCandidates()
}

// addOther adds a term to the candidates' sums, by a scan or by lookups, whichever touches fewer postings.
func (s *searcher) addOther(l *cursor) error {
	w := &s.win
	if l.cost <= 2*len(w.candidates) {
		return s.scan(l, false)
	}
	for _, doc := range w.candidates {
		k, ok, err := l.seek(doc, &s.work)
		if err != nil {
			return err
		}
		if ok {
			l.addTo(&w.sums[doc-w.lo], k)
		}
	}
	return nil
}

// drop keeps the candidates that can still reach the threshold with the terms that are to come.
func (s *searcher) drop(least float64, coming []*cursor) {
	rest := 0.0
	for _, l := range coming {
		rest += l.bound
	}
	w := &s.win
	kept := w.candidates[:0]
	for _, doc := range w.candidates {
		if w.sums[(doc-w.lo)%windowSize]+rest >= least {
			kept = append(kept, doc)
		}
	}
	w.candidates = kept
}

func (s *searcher) scoreCandidates() error {
	for _, doc := range s.win.candidates {
		score, err := s.score(doc)
		if err != nil {
			return err
		}
		s.best.add(Hit{s.part.ordinal(doc), score})
	}
	return nil
}

// scan adds the scores of all postings of a list in the window: of every document if the term is required, else of
// those that have been seen.
func (s *searcher) scan(l *cursor, required bool) error {
	w := &s.win
	for span := l.at; span < len(l.spans) && l.spans[span].base < w.hi; span++ {
		if err := l.load(span, &s.work); err != nil {
			return err
		}
		from := lowerBound(l.block.docs[:l.block.n], w.lo)
		to := from + lowerBound(l.block.docs[from:l.block.n], w.hi)
		for k := from; k < to; k++ {
			slot := l.block.docs[k] - w.lo
			if required {
				w.seen[slot/64] |= 1 << (slot % 64)
			} else if w.seen[slot/64]&(1<<(slot%64)) == 0 {
				continue
			}
			l.addTo(&w.sums[slot], k)
		}
		s.work.Postings += int64(to - from)
	}
	return nil
}

// eachSeen calls visit for every document that was seen and belongs to the corpus.
func (s *searcher) eachSeen(visit func(doc uint32, sum float64)) {
	w := &s.win
	for i, word := range w.seen {
		if s.part.live != nil && word != 0 {
			word &= s.part.live[int(w.lo)/64+i]
		}
		for ; word != 0; word &= word - 1 {
			slot := uint32(i*64 + bits.TrailingZeros64(word))
			visit(w.lo+slot, w.sums[slot])
		}
	}
}

func (w *window) clear() {
	clear(w.sums[:])
	clear(w.seen[:])
}
