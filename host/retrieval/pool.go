package retrieval

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// FusionK is the constant of reciprocal rank fusion: a document at rank r of one
// query weighs 1/(FusionK+r). 60 is the value of Cormack, Clarke and Büttcher (2009).
const FusionK = 60

// A Pool gathers what many queries to many sources found, each work once. Copies
// of a work are merged, not dropped: what the first copy lacks is filled in from
// the later ones, and where each was found is kept.
//
// The content of a pool depends on the order of the calls of [Pool.Add], so a
// caller that searches concurrently adds the answers in a fixed order. A Pool is
// not safe for concurrent use.
type Pool struct {
	round   string
	queries []Query
	query   map[string]int // text → index into queries
	entries []*Entry       // nil where an entry was merged into an earlier one
	merged  []int          // entry → the entry that it was merged into, or itself
	byKey   map[string]int // identity → entry
}

// An Entry is one work of a pool.
type Entry struct {
	// Index stays the same while the pool grows; see [Pool.Entry].
	Index    int
	Document evidence.Document
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
	return &Pool{query: map[string]int{}, byKey: map[string]int{}}
}

// StartRound names the round that the following calls of Add belong to.
func (p *Pool) StartRound(name string) { p.round = name }

// Add merges the answer of one source to one query into the pool and returns the
// indexes of the works that are new. Asking the same text again, of whatever
// source, counts as the same query. A hit without rank gets its position.
//
// A document that links two works of the pool (the DOI of one, the arXiv id of the
// other) makes them one: the later entry is merged into the earlier, whose index
// then answers for both.
func (p *Pool) Add(query Query, source string, hits []Hit) (added []int) {
	q := p.queryIndex(query)
	for i, h := range hits {
		found := Found{Query: q, Intent: query.Intent, Source: source, ID: h.Document.ID, Rank: h.Rank}
		if found.Rank < 1 {
			found.Rank = i + 1
		}
		if at, fresh := p.place(source, h.Document); fresh {
			p.entries[at].Found = []Found{found}
			added = append(added, at)
		} else {
			p.entries[at].Found = append(p.entries[at].Found, found)
		}
	}
	return slices.DeleteFunc(added, func(i int) bool { return p.entries[i] == nil })
}

// Queries lists the distinct queries that were added, in order.
func (p *Pool) Queries() []Query { return slices.Clone(p.queries) }

// Len is the number of works in the pool.
func (p *Pool) Len() int {
	n := 0
	for _, e := range p.entries {
		if e != nil {
			n++
		}
	}
	return n
}

// Entry returns the work with that index, or the one it was merged into. It is a
// copy; its slices are shared with the pool and must not be changed.
func (p *Pool) Entry(index int) (Entry, bool) {
	if index < 0 || index >= len(p.entries) {
		return Entry{}, false
	}
	e := *p.entries[p.resolve(index)]
	e.Fusion = fusion(e.Found)
	return e, true
}

// Documents returns all works, greatest Fusion first, equal ones by document id
// and then by Index. The entries are copies; their slices are shared with the pool and
// must not be changed.
func (p *Pool) Documents() []Entry {
	out := make([]Entry, 0, len(p.entries))
	for i, e := range p.entries {
		if e != nil {
			entry, _ := p.Entry(i)
			out = append(out, entry)
		}
	}
	slices.SortFunc(out, compareEntries)
	return out
}

func compareEntries(a, b Entry) int {
	switch {
	case a.Fusion > b.Fusion:
		return -1
	case a.Fusion < b.Fusion:
		return 1
	}
	if c := strings.Compare(a.Document.ID, b.Document.ID); c != 0 {
		return c
	}
	return a.Index - b.Index
}

func (p *Pool) queryIndex(q Query) int {
	if i, ok := p.query[q.Text]; ok {
		return i
	}
	p.query[q.Text] = len(p.queries)
	p.queries = append(p.queries, q)
	return len(p.queries) - 1
}

// place finds the entry of d, merging d into it, or makes a new one.
func (p *Pool) place(source string, d evidence.Document) (at int, fresh bool) {
	if at, ok := p.byKey[idKey(source, &d)]; ok { // seen before: mostly nothing new
		at = p.resolve(at)
		if !mergeDocument(&p.entries[at].Document, &d) {
			return at, false
		}
	}
	ks := keys(source, &d)
	if at = p.link(-1, ks, &d); at < 0 {
		at = len(p.entries)
		p.entries = append(p.entries, &Entry{Index: at, Document: d, Round: p.round})
		p.merged = append(p.merged, at)
		p.claim(at, ks)
		return at, true
	}
	mergeDocument(&p.entries[at].Document, &d)
	p.claim(at, ks)
	return p.settle(at), false
}

// settle repeats the search for copies while what a merge filled in gives the
// entry a new identity (one copy knew the title, the other the year).
func (p *Pool) settle(at int) int {
	for {
		d := &p.entries[at].Document
		ks := workKeys(d)
		next := p.link(at, ks, d)
		p.claim(next, ks)
		if next == at {
			return at
		}
		at = next
	}
}

// link returns the entry that the keys belong to, all of them united, or at when
// there is none.
func (p *Pool) link(at int, ks []string, d *evidence.Document) int {
	for _, k := range ks {
		other, ok := p.lookup(k, d)
		switch {
		case !ok:
		case at < 0:
			at = other
		case other != at:
			at = p.unite(at, other)
		}
	}
	return at
}

// claim makes the keys that nobody has yet point at an entry.
func (p *Pool) claim(at int, ks []string) {
	for _, k := range ks {
		if _, taken := p.byKey[k]; !taken {
			p.byKey[k] = at
		}
	}
}

func (p *Pool) lookup(key string, d *evidence.Document) (int, bool) {
	i, ok := p.byKey[key]
	if !ok {
		return 0, false
	}
	i = p.resolve(i)
	if strings.HasPrefix(key, "title:") && !mayMergeByTitle(&p.entries[i].Document, d) {
		return 0, false
	}
	return i, true
}

// unite merges the later of two entries into the earlier and returns the latter.
func (p *Pool) unite(a, b int) int {
	a, b = min(a, b), max(a, b)
	mergeDocument(&p.entries[a].Document, &p.entries[b].Document)
	p.entries[a].Found = append(p.entries[a].Found, p.entries[b].Found...)
	p.entries[b], p.merged[b] = nil, a
	return a
}

func (p *Pool) resolve(i int) int {
	for p.merged[i] != i {
		i = p.merged[i]
	}
	return i
}

// fusion sums over the queries, in the order in which each first found the work.
func fusion(found []Found) float64 {
	best := map[int]int{}
	var order []int
	for _, f := range found {
		rank, seen := best[f.Query]
		if !seen {
			order = append(order, f.Query)
		}
		if !seen || f.Rank < rank {
			best[f.Query] = f.Rank
		}
	}
	slices.Sort(order)
	sum := 0.0
	for _, q := range order {
		sum += 1 / float64(FusionK+best[q])
	}
	return sum
}
