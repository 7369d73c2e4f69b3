package run

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
)

// A reading holds what a run reads, and what stages found in it.
type reading struct {
	passages  []*passage  // best first
	sentences []*sentence // of the passages, in their order
	claims    []*claim
	clusters  [][]int     // indexes of claims about the same thing
	noted     []noted     // findings of the last assessment, for handlers
	shown     []*document // the rows of its table documents
	heard     []heard     // what a model read in passages
	entailed  *float64    // a model's balance of what sentences say of the question, -1 to 1; nil: none judged
	contrasts []contrast  // pairs of options that passages mention together

	questionWords []string     // the question's words that carry content
	counted       record.Words // how common they are
}

// rankPassages sorts the passages, best first, and relates their scores to the best.
func (rd *reading) rankPassages() {
	slices.SortStableFunc(rd.passages, func(a, b *passage) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.doc.Index, b.doc.Index), cmp.Compare(a.Start, b.Start))
	})
	for _, p := range rd.passages {
		p.relative = score.Share(p.Score, rd.passages[0].Score)
	}
}

// keepPassages drops all but the best n of each document; n ≤ 0 keeps all.
func (rd *reading) keepPassages(n int) {
	if n <= 0 {
		return
	}
	kept := map[*document]int{}
	rd.passages = slices.DeleteFunc(rd.passages, func(p *passage) bool {
		kept[p.doc]++
		return kept[p.doc] > n
	})
}

// topPassages are the best passages, one of each document first.
func (rd *reading) topPassages(n int) []*passage {
	var first, rest []*passage
	seen := map[*document]bool{}
	for _, p := range rd.passages {
		if seen[p.doc] {
			rest = append(rest, p)
			continue
		}
		seen[p.doc] = true
		first = append(first, p)
	}
	all := append(first, rest...)
	return all[:min(n, len(all))]
}

// addPassages takes the found passages that were not read yet among those to answer from.
func (rd *reading) addPassages(found []*passage) {
	for _, p := range found {
		if !slices.ContainsFunc(rd.passages, func(have *passage) bool { return have.ID == p.ID && have.doc == p.doc }) {
			rd.passages = append(rd.passages, p)
		}
	}
	rd.rankPassages()
}

// asRead are found passages as they are among those to answer from: what was read before was cut before.
func (rd *reading) asRead(found []*passage) []*passage {
	var out []*passage
	for _, p := range rd.passages {
		if slices.ContainsFunc(found, func(f *passage) bool { return f.ID == p.ID && f.doc == p.doc }) {
			out = append(out, p)
		}
	}
	return out
}

// bestRead are the n best documents that a passage is of, of equals the one found first.
func (rd *reading) bestRead(n int) []*document {
	var out []*document
	for _, p := range rd.passages {
		if !slices.Contains(out, p.doc) {
			out = append(out, p.doc)
		}
	}
	slices.SortStableFunc(out, func(a, b *document) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Index, b.Index)) })
	return out[:min(n, len(out))]
}
