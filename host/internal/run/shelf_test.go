package run

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A shelf is a literature source over the documents that a test puts on it. A document
// matches by the words of the query that it holds, the most first, ties by their order.
type shelf struct {
	name      string // empty: local
	unfixed   bool   // it promises no fixed content
	documents []evidence.Document
	// before is called, if set, before each search; its error is the search's.
	before func(context.Context, retrieval.Query) error

	mu    sync.Mutex
	asked []retrieval.Query
}

var _ retrieval.Source = (*shelf)(nil)

func (s *shelf) Name() string { return cmp.Or(s.name, "local") }

func (s *shelf) Fingerprint() string {
	if s.unfixed {
		return ""
	}
	return "shelf " + s.Name()
}

func (s *shelf) Close() error { return nil }

func (s *shelf) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	s.mu.Lock()
	s.asked = append(s.asked, q)
	s.mu.Unlock()
	if s.before != nil {
		if err := s.before(ctx, q); err != nil {
			return nil, err
		}
	}
	var hits []retrieval.Hit
	for _, d := range s.documents {
		if n := shared(wordsOf(q.Text), wordsOf(d.Title+" "+d.Abstract)); n > 0 {
			hits = append(hits, retrieval.Hit{Document: d, Score: float64(n)})
		}
	}
	slices.SortStableFunc(hits, func(a, b retrieval.Hit) int { return cmp.Compare(b.Score, a.Score) })
	hits = hits[:min(len(hits), q.Limit)]
	for i := range hits {
		hits[i].Rank = i + 1
	}
	return hits, nil
}

// searches counts the searches of the shelf.
func (s *shelf) searches() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked)
}

func wordsOf(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slices.Sort(words)
	return slices.Compact(words)
}

func shared(a, b []string) int {
	n := 0
	for _, w := range a {
		if _, is := slices.BinarySearch(b, w); is {
			n++
		}
	}
	return n
}

// paper is a document with an abstract.
func paper(id, title, abstract string) evidence.Document {
	return evidence.Document{ID: id, Title: title, Abstract: abstract, Year: 2020}
}

// Three papers on what rapamycin does; the question that they answer in favour of A.
var (
	kinase = paper("kinase", "Rapamycin inhibits mTORC1 in human cells",
		"Rapamycin inhibits mTORC1 in human cells within minutes. The effect is lost without its binding protein.")
	growth = paper("growth", "Growth of human cells under rapamycin",
		"Human cells treated with rapamycin grow slowly. We observed that mTORC1 activity fell by 80 percent.")
	binding = paper("binding", "Binding partners of rapamycin",
		"Rapamycin binds FKBP12 and the complex docks on a kinase. Cyclophilin A does not take part.")
)

func shelfOf(documents ...evidence.Document) *shelf { return &shelf{documents: documents} }

// inhibits is the question of most tests.
var inhibits = evidence.Question{
	ID: "q", Question: "What does rapamycin inhibit in human cells?", Type: evidence.TypeMultipleChoice,
	Options: options("mTORC1", "cyclophilin A", "telomerase"),
}

// without is the question without its options.
func without(q evidence.Question) evidence.Question {
	q.Options, q.Type = nil, evidence.TypeFreeForm
	return q
}
