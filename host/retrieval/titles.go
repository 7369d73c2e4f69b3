package retrieval

import (
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// minTitleWords is the length from which a title speaks for itself. Shorter ones
// ("Editorial", "Reply to the authors") are shared by different works, so they
// identify a work only in the same year and while nothing else says otherwise.
const minTitleWords = 4

// mostOfTitle is the number of copies beyond which a title unites no works: each is compared with each, and a title that
// so many have ("Editorial") tells nothing apart.
const mostOfTitle = 1_000

// marks says which kinds of identifier a work has. Works that still are two after all identifiers were
// compared differ in every kind that both have.
type marks uint16

const (
	publishedDOI marks = 1 << iota
	preprintDOI
	publishedPMID
	arXivID
	anyDOI
	anyPMID
	anyPMCID

	decisive = publishedDOI | preprintDOI | publishedPMID | arXivID // two works with one of these in common are two
)

func marksOf(kind string, d *evidence.Document) marks {
	var m marks
	set := func(known bool, all, published, preprint marks) {
		switch {
		case !known:
		case kind == evidence.KindPublished:
			m |= all | published
		case kind == evidence.KindPreprint:
			m |= all | preprint
		default:
			m |= all
		}
	}
	set(NormalizeDOI(d.DOI) != "", anyDOI, publishedDOI, preprintDOI)
	set(NormalizePMID(d.PMID) != "", anyPMID, publishedPMID, 0)
	set(NormalizePMCID(d.PMCID) != "", anyPMCID, 0, 0)
	set(NormalizeArXiv(d.ArXiv) != "", arXivID, 0, 0)
	return m
}

// A class sums up the copies of one work and one title.
type class struct {
	root   int
	title  string // the key
	marks  marks
	years  map[string]span // by kind of version
	copies []*sighting     // of the work, whatever their titles
}

// A span is a range of years, both included.
type span struct{ low, high int }

func (s span) with(o span) span { return span{min(s.low, o.low), max(s.high, o.high)} }

// byTitle unites the works that share a title and, within a year, the time of their publication, unless their identifiers tell them
// apart: of two articles with different DOIs neither is a version of the other, and what would link them (a copy
// without identifiers) goes to one of them only. Titles are taken in order, works of one title
// in the order of their copies, equal years first, so the result depends on the copies alone.
func (p *Pool) byTitle(works forest) {
	p.groups = make(map[int][]int, len(p.sightings))
	for i := range p.sightings {
		root := works.find(i)
		p.groups[root] = append(p.groups[root], i)
	}
	shared := make([]string, 0, len(p.shared))
	for title := range p.shared {
		shared = append(shared, title)
	}
	slices.Sort(shared)
	for _, title := range shared {
		for _, apart := range []int{0, 1, mostApart} {
			p.uniteTitle(works, title, apart)
		}
	}
}

// mostApart limits how many years a preprint, or a working paper, may be older than its article.
const mostApart = 5

// join makes two works one.
func (p *Pool) join(works forest, a, b int) int {
	a, b = works.find(a), works.find(b)
	works.unite(a, b)
	root, other := min(a, b), max(a, b)
	p.groups[root] = append(p.groups[root], p.groups[other]...)
	delete(p.groups, other)
	return root
}

func (p *Pool) uniteTitle(works forest, title string, apart int) {
	long := strings.Count(title, " ") >= minTitleWords-1
	if apart > 0 && !long {
		return
	}
	var known []*class
	for _, c := range p.classes(works, title) {
		at := slices.IndexFunc(known, func(k *class) bool { return k.agrees(c, long, apart) })
		if at < 0 {
			known = append(known, c)
			continue
		}
		k := known[at]
		k.root, k.marks = p.join(works, k.root, c.root), k.marks|c.marks
		k.copies = append(k.copies, c.copies...)
		for kind, s := range c.years {
			k.add(kind, s)
		}
	}
}

// classes lists the works that have a title, in the order of their copies.
func (p *Pool) classes(works forest, title string) []*class {
	of := map[int]*class{}
	first := map[int]*sighting{}
	for _, i := range p.titles[title] {
		s, root := p.sightings[i], works.find(i)
		c := of[root]
		if c == nil {
			c = &class{root: root, title: title, years: map[string]span{}}
			of[root] = c
		}
		if have := first[root]; have == nil || compareSightings(s, have) < 0 {
			first[root] = s
		}
		c.add(s.kind, span{s.document.Year, s.document.Year})
	}
	if len(of) < 2 {
		return nil
	}
	if p.complete(works, of) > mostOfTitle {
		return nil
	}
	out := slices.SortedFunc(maps.Values(of), func(a, b *class) int { return compareSightings(first[a.root], first[b.root]) })
	return slices.DeleteFunc(out, func(c *class) bool { return len(c.years) == 0 })
}

// complete adds what copies with other titles know of the works: identifiers, and the year where those with the title do not
// know it. A work whose year nobody knows is not a work by its title. It returns the number of copies of all works.
func (p *Pool) complete(works forest, of map[int]*class) (copies int) {
	dated := map[*class]bool{}
	for _, c := range of {
		dated[c] = len(c.years) > 0
	}
	for root, c := range of {
		copies += len(p.groups[root])
		for _, i := range p.groups[root] {
			s := p.sightings[i]
			c.marks |= s.marks
			c.copies = append(c.copies, s)
			if !dated[c] {
				c.add(s.kind, span{s.document.Year, s.document.Year})
			}
		}
	}
	return copies
}

func (c *class) add(kind string, s span) {
	if s.low == 0 { // unknown
		return
	}
	if have, ok := c.years[kind]; ok {
		s = s.with(have)
	}
	c.years[kind] = s
}

// agrees says whether two works of one title may be one.
func (c *class) agrees(o *class, long bool, apart int) bool {
	both := c.marks & o.marks
	if both&decisive != 0 || !long && both != 0 || !c.compatible(o, long, apart) {
		return false
	}
	if apart == mostApart {
		return c.follows(o)
	}
	for kind, s := range o.years {
		if have, ok := c.years[kind]; ok {
			if all := s.with(have); all.high-all.low > apart {
				return false
			}
		}
	}
	x, y := c.all(), o.all()
	return max(x.low, y.low)-min(x.high, y.high) <= apart
}

// compatible says whether authors, types and venues let two works of one title be one. A title that many works have needs evidence for it.
func (c *class) compatible(o *class, long bool, apart int) bool {
	said, venue := unknown, false
	for _, a := range c.copies {
		for _, b := range o.copies {
			if a.kind == evidence.KindWeb || b.kind == evidence.KindWeb {
				continue
			}
			if !sameSort(&a.document, &b.document) {
				return false
			}
			switch authorsOf(a.families, b.families) {
			case disagree:
				return false
			case agree:
				said = agree
			}
			x, y := evidence.NormalizeVenue(a.document.Venue), evidence.NormalizeVenue(b.document.Venue)
			venue = venue || x != "" && x == y
			if !long && said != agree && a.kind == b.kind && x != "" && y != "" && x != y {
				return false
			}
		}
	}
	switch {
	case apart == mostApart:
		return said == agree
	case generic.MatchString(c.title):
		return said == agree && venue
	}
	return true
}

// follows says whether one work is a preprint of the other that is some years older.
func (c *class) follows(o *class) bool {
	pre, pub := c, o
	if _, ok := pre.years[evidence.KindPublished]; ok {
		pre, pub = o, c
	}
	from, ok := pre.years[evidence.KindPreprint]
	to, published := pub.years[evidence.KindPublished]
	_, both := pre.years[evidence.KindPublished]
	_, other := pub.years[evidence.KindPreprint]
	return ok && published && !both && !other && to.low >= from.low-1 && to.high-from.low <= mostApart
}

func (c *class) all() span {
	var out span
	for _, s := range c.years {
		if out == (span{}) {
			out = s
		}
		out = out.with(s)
	}
	return out
}

// A forest says which entries belong together: each points at another of its set, or at itself.
type forest []int

func (f forest) find(i int) int {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// unite makes two sets one, named by its first entry.
func (f forest) unite(i, j int) {
	i, j = f.find(i), f.find(j)
	f[max(i, j)] = min(i, j)
}
