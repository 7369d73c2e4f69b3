package retrieval

import (
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// The least that titles of a preprint and an article by the same people have in common if they are one work whose title changed.
const (
	leastOverlap      = 0.4
	leastOverlapOfTwo = 0.6 // where two authors wrote it, who write more together
)

// byAuthors unites preprints with the articles that they became under another title: the same authors, at most three years later, most of the
// title's words and the same numbers in it. Works are taken in the order of their copies, so the result depends on the copies alone.
func (p *Pool) byAuthors(works forest) {
	preprints, articles := map[string][]int{}, map[string][]int{}
	for root, members := range p.groups {
		s := p.first(members)
		if len(s.families) < 2 || s.document.Year == 0 || s.title == "" {
			continue
		}
		key := strings.Join(slices.Sorted(slices.Values(s.families)), " ")
		switch p.kindsOf(members) {
		case evidence.KindPreprint:
			preprints[key] = append(preprints[key], root)
		case evidence.KindPublished:
			articles[key] = append(articles[key], root)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(preprints)) {
		p.uniteChanged(works, preprints[key], articles[key])
	}
}

// uniteChanged finds the article of each preprint: the one whose title has most in common.
func (p *Pool) uniteChanged(works forest, preprints, articles []int) {
	order := func(a, b int) int { return compareSightings(p.first(p.groups[a]), p.first(p.groups[b])) }
	slices.SortFunc(preprints, order)
	slices.SortFunc(articles, order)
	for _, pre := range preprints {
		best, at := 0.0, -1
		for i, article := range articles {
			if o := changed(p.first(p.groups[pre]), p.first(p.groups[article])); o > best {
				best, at = o, i
			}
		}
		if at >= 0 {
			p.join(works, pre, articles[at])
			articles = slices.Delete(articles, at, at+1)
		}
	}
}

// changed measures what the titles of a preprint and an article have in common; 0: they are two works.
func changed(pre, article *sighting) float64 {
	years := article.document.Year - pre.document.Year
	least := leastOverlap
	if len(pre.families) < 3 {
		least = leastOverlapOfTwo
	}
	o := overlap(pre.title, article.title)
	if years < 0 || years > 3 || o < least || numbersOf(pre.title) != numbersOf(article.title) || !sameSort(&pre.document, &article.document) {
		return 0
	}
	return o
}

// first returns the copy that speaks for a work.
func (p *Pool) first(members []int) *sighting {
	var out *sighting
	for _, i := range members {
		if s := p.sightings[i]; out == nil || compareSightings(s, out) < 0 {
			out = s
		}
	}
	return out
}

// kindsOf returns the kind of version that all copies of a work have; empty: they differ.
func (p *Pool) kindsOf(members []int) string {
	kind := p.sightings[members[0]].kind
	for _, i := range members {
		if p.sightings[i].kind != kind {
			return ""
		}
	}
	return kind
}
