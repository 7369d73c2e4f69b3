package reading

import (
	"cmp"
	"slices"
)

// keep drops all but the most telling terms.
func (q *question) keep(most int) {
	if len(q.terms) <= most {
		return
	}
	order := make([]int, len(q.terms))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(q.terms[b].weight, q.terms[a].weight) })
	order = order[:most]
	slices.Sort(order)
	kept, place := make([]term, 0, most), make(map[int]int, most)
	for i, from := range order {
		tm := q.terms[from]
		if to, there := place[tm.before]; there {
			tm.before = to
		} else {
			tm.before = -1
		}
		place[from] = i
		kept = append(kept, tm)
	}
	q.terms = kept
}

// predicate sees to it that there is a subject and, with two terms, a relation.
func (q *question) predicate() {
	n, subjects := len(q.terms), 0
	for i := range q.terms {
		if !q.terms[i].relation {
			subjects++
		}
	}
	switch {
	case n > 0 && subjects == 0:
		q.terms[q.heaviest()].relation = false
	case n > 1 && subjects == n:
		q.terms[q.asserted()].relation = true
	}
}

// heaviest returns the most telling term.
func (q *question) heaviest() int {
	best := 0
	for i := range q.terms {
		if q.terms[i].weight > q.terms[best].weight {
			best = i
		}
	}
	return best
}

// asserted returns the term that a question without a word of relation says of its subject: the last, such as "flat" in "Is
// the earth flat?", or, if that is a name or the most telling of many terms, the least telling one of the others.
func (q *question) asserted() int {
	last := len(q.terms) - 1
	if !isName(q.terms[last].text) && (last != q.heaviest() || len(q.terms) == 2) {
		return last
	}
	least := -1
	for i := range q.terms {
		if tm := &q.terms[i]; isName(tm.text) || tm.joined != 0 {
			continue
		} else if least < 0 || tm.weight < q.terms[least].weight {
			least = i
		}
	}
	return max(least, 0)
}
