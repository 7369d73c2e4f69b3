package postings

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"
)

// A Run is a sequence of documents of a segment that follow each other in the corpus, too.
type Run struct {
	First   uint32 `json:"first"`   // document of the segment
	Count   uint32 `json:"count"`   // at least 1
	Ordinal uint32 `json:"ordinal"` // of the first one in the corpus
}

// A Part is a segment with those of its documents that belong to a corpus. The others are as if they were not there.
type Part struct {
	Segment *Segment
	Runs    []Run // in the order of First; they do not overlap
}

// Totals are sums over the documents of a corpus, in all its parts.
type Totals struct {
	Documents uint64 `json:"documents"`
	Whole     uint64 `json:"whole_terms"`
	Title     uint64 `json:"title_terms"`
}

// An Index searches the parts of a corpus as one: its statistics are those of all parts together, so that
// hits and scores do not depend on how documents are spread over segments. It is safe for concurrent use.
type Index struct {
	parts      []part
	places     []place // in the order of ordinals
	dictionary *Dictionary
	totals     Totals
	large      bool                   // two goroutines search it
	fields     atomic.Pointer[fields] // of the last search; nil before the first
}

// manyDocuments are so many that a search of half of them takes far longer than starting a goroutine.
const manyDocuments = 100_000

func isLarge(parts int, documents uint64) bool { return parts > 1 && documents >= manyDocuments }

type part struct {
	Part
	live []uint64 // a bit a document; nil when all are
}

type place struct {
	part int
	run  Run
}

// NewIndex makes an index of parts, the dictionary that [WriteDictionary] made of them, and their totals. An error says that
// runs do not fit their segments or each other.
func NewIndex(parts []Part, dictionary *Dictionary, totals Totals) (*Index, error) {
	x := &Index{dictionary: dictionary, totals: totals, large: isLarge(len(parts), totals.Documents)}
	for i, p := range parts {
		end, count := uint64(0), 0
		for _, r := range p.Runs {
			if uint64(r.First) < end || r.Count == 0 || uint64(r.First)+uint64(r.Count) > uint64(p.Segment.documents) {
				return nil, fmt.Errorf("%w: documents %d to %d of a segment of %d", ErrDamaged, r.First, uint64(r.First)+uint64(r.Count), p.Segment.documents)
			}
			end, count = uint64(r.First)+uint64(r.Count), count+int(r.Count)
			x.places = append(x.places, place{i, r})
		}
		x.parts = append(x.parts, part{Part: p})
		if count < p.Segment.documents {
			x.parts[i].live = liveBits(p)
		}
	}
	slices.SortFunc(x.places, func(a, b place) int { return cmp.Compare(a.run.Ordinal, b.run.Ordinal) })
	next := uint64(0)
	for _, p := range x.places {
		if uint64(p.run.Ordinal) != next {
			return nil, fmt.Errorf("%w: document %d where %d is next", ErrDamaged, p.run.Ordinal, next)
		}
		next += uint64(p.run.Count)
	}
	if next != totals.Documents {
		return nil, fmt.Errorf("%w: %d documents, not %d", ErrDamaged, next, totals.Documents)
	}
	return x, nil
}

func liveBits(p Part) []uint64 {
	bits := make([]uint64, (p.Segment.documents+63)/64)
	for _, r := range p.Runs {
		for doc := r.First; doc < r.First+r.Count; doc++ {
			bits[doc/64] |= 1 << (doc % 64)
		}
	}
	return bits
}

// Locate returns where the document with that ordinal lies: the number of its part, and its number there. The
// ordinal is less than the number of documents.
func (x *Index) Locate(ordinal uint32) (part int, doc uint32) {
	i, _ := slices.BinarySearchFunc(x.places, ordinal, func(p place, o uint32) int {
		if p.run.Ordinal+(p.run.Count-1) < o {
			return -1
		}
		return 1
	})
	p := x.places[i]
	return p.part, p.run.First + ordinal - p.run.Ordinal
}

// ordinal returns that of a live document of the part.
func (p *part) ordinal(doc uint32) uint32 {
	i, _ := slices.BinarySearchFunc(p.Runs, doc, func(r Run, d uint32) int {
		if r.First+(r.Count-1) < d {
			return -1
		}
		return 1
	})
	return p.Runs[i].Ordinal + doc - p.Runs[i].First
}

// Find returns in how many documents and titles of the whole corpus a term is.
func (x *Index) Find(term string) (Entry, error) {
	e, _, err := x.dictionary.d.find([]byte(term))
	return e, err
}

// Totals returns those of the corpus.
func (x *Index) Totals() Totals { return x.totals }

// WholeMean and TitleMean are the mean lengths in terms.
func (t Totals) WholeMean() float64 { return t.mean(t.Whole) }
func (t Totals) TitleMean() float64 { return t.mean(t.Title) }

func (t Totals) mean(sum uint64) float64 {
	return max(1, float64(sum)) / float64(max(1, t.Documents))
}
