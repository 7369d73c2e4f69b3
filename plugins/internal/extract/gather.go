package extract

import (
	"cmp"
	"math"
	"slices"
)

// A group holds equal answers.
type group struct {
	best  candidate
	score float64
	works []*document // that give it, the best one's first
	also  []candidate // the best of each other work
}

// unique keeps the best of equal answers.
func unique(groups []group) []group {
	seen := map[string]bool{}
	return slices.DeleteFunc(groups, func(g group) bool {
		was := seen[g.best.group]
		seen[g.best.group] = true
		return was
	})
}

// hopeless is the share of the best sentence's address below which a sentence is not read closer: nearness hardly makes good
// what its address lacks.
const hopeless = 0.35

// bestAddress returns how well the best sentence addresses the question.
func (a *asking) bestAddress() float64 {
	best := 0.0
	for i := range a.documents {
		for k := range a.documents[i].sentences {
			best = max(best, a.documents[i].sentences[k].score)
		}
	}
	return best
}

// gather scores all candidates and groups equal ones, best first.
func (a *asking) gather() []group {
	var all []*candidate
	least := hopeless * a.bestAddress()
	for i := range a.documents {
		d := &a.documents[i]
		for k := range d.sentences {
			if d.sentences[k].score < least {
				continue
			}
			found := a.candidates(d, &d.sentences[k])
			for j := range found {
				if found[j].score = a.score(&found[j]); found[j].score > 0 {
					all = append(all, &found[j])
				}
			}
		}
	}
	slices.SortStableFunc(all, func(x, y *candidate) int { return cmp.Compare(y.score, x.score) })
	var groups []group
	at := map[string]int{}
	for _, c := range all {
		k, has := at[c.group]
		if !has {
			at[c.group] = len(groups)
			groups = append(groups, group{best: *c, score: c.score, works: []*document{c.document}})
			continue
		}
		g := &groups[k]
		if !slices.Contains(g.works, c.document) && c.score > g.best.score/2 {
			g.works = append(g.works, c.document)
			g.also = append(g.also, *c)
			g.score += a.Agree * c.score
		}
	}
	slices.SortStableFunc(groups, func(x, y group) int { return cmp.Compare(y.score, x.score) })
	return groups
}

// spread returns how far the values of good answers of one dimension lie apart, as a share of the largest.
func spread(groups []group) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, g := range groups {
		if math.IsNaN(g.best.value) || g.score < 0.7*groups[0].score || g.best.group[0] != groups[0].best.group[0] {
			continue
		}
		low, high = min(low, g.best.value), max(high, g.best.value)
	}
	if top := max(math.Abs(low), math.Abs(high)); high > low && top > 0 {
		return min((high-low)/top, 1)
	}
	return 0
}
