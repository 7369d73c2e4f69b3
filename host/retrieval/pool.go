package retrieval

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// FusionK is the constant of reciprocal rank fusion: a document at rank r of one
// query weighs 1/(FusionK+r). 60 is the value of Cormack, Clarke and Büttcher (2009).
const FusionK = 60

// A Pool gathers what many queries to many sources found, each work once. Copies
// of a work are merged, not dropped: see [Pool.Documents].
//
// What a work is, and what is known of it, depends on the set of its copies alone: neither on
// the order in which they came nor on how often. Only what tells of the search does: Index, Found and
// Round. A Pool is not safe for concurrent use.
type Pool struct {
	round     string
	query     map[string]int   // text → number of the query, from 0 in the order of adding
	sightings []*sighting      // each distinct document once
	identical forest           // sightings that share an identifier
	byKey     map[string]int   // identifier → a sighting
	awaited   map[string][]int // identifier of a version that is not here yet → sightings that name it
	groups    map[int][]int    // work → its sightings, while works are being settled
	places    map[place][]int
	titles    map[string][]int // normalised title → sightings
	shared    map[string]bool  // titles of more than one sighting
	hits      int              // that were added

	settled   bool
	works     []*work // as of the last settling, by first sighting
	workOf    []int   // sighting → index into works
	revisions int
}

// A place says where a document was found; ID may be empty.
type place struct{ source, id string }

// An Entry is one work of a pool.
type Entry struct {
	// Index is the number of the work's first copy among all copies of the pool. By it
	// [Pool.Entry] finds the work; a later copy can show that works with two indexes are
	// one, or that two works were taken for one.
	Index int
	// Revision changes whenever anything else of the entry does.
	Revision int
	Document evidence.Document
	// Versions and Conflicts say what the copies of a work are and where they do not agree. They are
	// empty for a work with one copy.
	Versions  []evidence.Version
	Conflicts []evidence.Conflict
	// Copies are the documents that Document was merged from, in the order in which they speak; empty for a
	// work with one copy, which is Document itself.
	Copies []evidence.Document
	// Fusion is the reciprocal rank fusion weight: the sum over the queries that
	// found the work of 1/(FusionK + best rank). Positive.
	Fusion float64
	// Found says where the work was found, in the order in which it was.
	Found []Found
	// Round is the round that found the work first; see [Pool.StartRound].
	Round string
}

// Found is one place where a work was found.
type Found struct {
	Query  int    `json:"query"` // index into [Pool.Queries]
	Intent string `json:"intent,omitempty"`
	Source string `json:"source"`
	ID     string `json:"id"`   // what the source calls the document
	Rank   int    `json:"rank"` // 1 for the best
}

// NewPool returns an empty pool.
func NewPool() *Pool {
	return &Pool{query: map[string]int{}, byKey: map[string]int{}, awaited: map[string][]int{}, places: map[place][]int{}, titles: map[string][]int{}, shared: map[string]bool{}}
}

// StartRound names the round that the following calls of Add belong to.
func (p *Pool) StartRound(name string) { p.round = name }

// Add takes in the answer of one source to one query. Asking the same text again, of whatever
// source, counts as the same query. A hit without rank gets its position.
func (p *Pool) Add(query Query, source string, hits []Hit) {
	q := p.queryIndex(query)
	for i, h := range hits {
		found := Found{Query: q, Intent: query.Intent, Source: source, ID: h.Document.ID, Rank: h.Rank}
		if found.Rank < 1 {
			found.Rank = i + 1
		}
		s := p.sighting(source, &h.Document)
		s.found = append(s.found, orderedFound{found, p.hits})
		p.hits++
	}
	p.settled = p.settled && len(hits) == 0
}

// sighting finds the document among those that were seen in that place, or takes it in.
func (p *Pool) sighting(source string, d *evidence.Document) *sighting {
	at := place{source, d.ID}
	for _, i := range p.places[at] {
		if s := p.sightings[i]; sameDocument(&s.document, d) {
			return s
		}
	}
	n, s := len(p.sightings), newSighting(source, p.round, *d)
	p.sightings, p.identical = append(p.sightings, s), append(p.identical, n)
	p.places[at] = append(p.places[at], n)
	for _, k := range identities(source, d) {
		if other, ok := p.byKey[k]; ok {
			p.identical.unite(other, n)
		} else {
			p.byKey[k] = n
		}
		for _, other := range p.awaited[k] {
			p.identical.unite(other, n)
		}
		delete(p.awaited, k)
	}
	p.related(n, d)
	if s.title != "" {
		p.titles[s.title] = append(p.titles[s.title], n)
		if len(p.titles[s.title]) > 1 {
			p.shared[s.title] = true
		}
	}
	return s
}

// related unites a sighting with the versions that its source names.
func (p *Pool) related(n int, d *evidence.Document) {
	for _, r := range d.Relations {
		k := relationKey(r.ID)
		if !r.Kind.Version() || k == "" {
			continue
		}
		if other, ok := p.byKey[k]; ok {
			p.identical.unite(other, n)
		} else {
			p.awaited[k] = append(p.awaited[k], n)
		}
	}
}

// Len returns the number of works in the pool.
func (p *Pool) Len() int {
	p.settle()
	return len(p.works)
}

// Documents returns all works, greatest Fusion first, equal ones by document id, source
// and then by Index. Their slices are shared with the pool and must not be changed.
func (p *Pool) Documents() []Entry {
	p.settle()
	out := make([]Entry, len(p.works))
	for i, w := range p.works {
		out[i] = w.entry
	}
	slices.SortFunc(out, compareEntries)
	return out
}

func compareEntries(a, b Entry) int {
	return cmp.Or(
		cmp.Compare(b.Fusion, a.Fusion),
		strings.Compare(a.Document.ID, b.Document.ID),
		strings.Compare(a.Document.Source, b.Document.Source),
		cmp.Compare(a.Index, b.Index),
	)
}

func (p *Pool) queryIndex(q Query) int {
	if i, ok := p.query[q.Text]; ok {
		return i
	}
	i := len(p.query)
	p.query[q.Text] = i
	return i
}
