package retrieval

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A work is the sightings that are one.
type work struct {
	members []int               // ascending
	notices []evidence.Relation // what others of the pool say of it
	hits    int                 // of all members, when the entry was made
	entry   Entry
}

// settle finds out which sightings are one work, and makes the entries of works that changed since it last did.
func (p *Pool) settle() {
	if p.settled {
		return
	}
	p.settled = true
	same := slices.Clone(p.identical)
	p.byTitle(same)
	p.byAuthors(same)
	p.groups = nil
	notices := p.marked(same)
	old := map[int]*work{}
	for _, w := range p.works {
		old[w.members[0]] = w
	}
	p.works, p.workOf = nil, make([]int, len(p.sightings))
	for i := range p.sightings {
		root := same.find(i) // the first of its set
		if root == i {
			p.workOf[i] = len(p.works)
			p.works = append(p.works, &work{})
		}
		p.workOf[i] = p.workOf[root]
		w := p.works[p.workOf[i]]
		w.members = append(w.members, i)
		w.notices = notices[root]
	}
	for i, w := range p.works {
		for _, m := range w.members {
			w.hits += len(p.sightings[m].found)
		}
		if was := old[w.members[0]]; was != nil && was.hits == w.hits && slices.Equal(was.members, w.members) && slices.Equal(was.notices, w.notices) {
			p.works[i] = was
			continue
		}
		p.describe(w)
	}
}

// describe makes the entry of a work.
func (p *Pool) describe(w *work) {
	p.revisions++
	first := p.sightings[w.members[0]]
	e := Entry{Index: w.members[0], Revision: p.revisions, Round: first.round}
	var copies []*sighting
	var found []orderedFound
	for _, i := range w.members {
		copies = append(copies, p.sightings[i])
		found = append(found, p.sightings[i].found...)
	}
	if len(copies) > 1 {
		slices.SortFunc(copies, compareSightings)
		slices.SortFunc(found, func(a, b orderedFound) int { return cmp.Compare(a.order, b.order) })
	}
	for _, f := range found {
		e.Found = append(e.Found, f.Found)
	}
	e.Document = mergeSightings(copies)
	mark(&e.Document, w.notices)
	if len(copies) > 1 {
		e.Versions, e.Conflicts = versions(copies), conflicts(copies)
		for _, c := range copies {
			e.Copies = append(e.Copies, c.document)
		}
	}
	e.Fusion = fusion(e.Found)
	w.entry = e
}

// fusion sums over the queries, best rank first, so that the sum does not depend on their order.
func fusion(found []Found) float64 {
	best := make(map[int]int, len(found))
	for _, f := range found {
		if rank, seen := best[f.Query]; !seen || f.Rank < rank {
			best[f.Query] = f.Rank
		}
	}
	ranks := make([]int, 0, len(best))
	for _, rank := range best {
		ranks = append(ranks, rank)
	}
	slices.Sort(ranks)
	sum := 0.0
	for _, rank := range ranks {
		sum += 1 / float64(FusionK+rank)
	}
	return sum
}
