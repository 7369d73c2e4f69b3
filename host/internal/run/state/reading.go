package state

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Reading holds what a run reads, and what stages found in it.
type Reading struct {
	Passages  []*Passage  // best first
	Sentences []*Sentence // of the passages, in their order
	Claims    []*Claim
	Clusters  [][]int     // indexes of claims about the same thing
	Noted     []Noted     // findings of the last assessment, for handlers
	Shown     []*Document // the rows of its table documents
	Heard     []Heard     // what a model read in passages
	Entailed  *float64    // a model's balance of what sentences say of the question, -1 to 1; nil: none judged
	Trusted   float64     // the share of that model that counts, 0 to 1
	Contrasts []Contrast  // pairs of options that passages mention together

	QuestionWords []string     // the question's words that carry content
	Counted       record.Words // how common they are
}

// RankPassages sorts the passages, best first, and relates their scores to the best.
func (rd *Reading) RankPassages() {
	slices.SortStableFunc(rd.Passages, func(a, b *Passage) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Doc.Index, b.Doc.Index), cmp.Compare(a.Start, b.Start))
	})
	for _, p := range rd.Passages {
		p.Relative = score.Share(p.Score, rd.Passages[0].Score)
	}
}

// KeepPassages drops all but the best n of each document; n ≤ 0 keeps all.
func (rd *Reading) KeepPassages(n int) {
	if n <= 0 {
		return
	}
	kept := map[*Document]int{}
	rd.Passages = slices.DeleteFunc(rd.Passages, func(p *Passage) bool {
		kept[p.Doc]++
		return kept[p.Doc] > n
	})
}

// NearestFirst lists the sentences by how well they address the question.
func (rd *Reading) NearestFirst() []*Sentence {
	out := slices.Clone(rd.Sentences)
	slices.SortStableFunc(out, func(a, b *Sentence) int { return cmp.Compare(b.Addresses, a.Addresses) })
	return out
}

// TopPassages returns the best passages, one of each document first.
func (rd *Reading) TopPassages(n int) []*Passage {
	var first, rest []*Passage
	seen := map[*Document]bool{}
	for _, p := range rd.Passages {
		if seen[p.Doc] {
			rest = append(rest, p)
			continue
		}
		seen[p.Doc] = true
		first = append(first, p)
	}
	all := append(first, rest...)
	return all[:min(n, len(all))]
}

// AddPassages takes the found passages that were not read yet among those to answer from.
func (rd *Reading) AddPassages(found []*Passage) {
	for _, p := range found {
		if !slices.ContainsFunc(rd.Passages, func(have *Passage) bool { return have.ID == p.ID && have.Doc == p.Doc }) {
			rd.Passages = append(rd.Passages, p)
		}
	}
	rd.RankPassages()
}

// AsRead are found passages as they are among those to answer from: what was read before was cut before.
func (rd *Reading) AsRead(found []*Passage) []*Passage {
	var out []*Passage
	for _, p := range rd.Passages {
		if slices.ContainsFunc(found, func(f *Passage) bool { return f.ID == p.ID && f.Doc == p.Doc }) {
			out = append(out, p)
		}
	}
	return out
}

// BestRead returns the n best documents that a passage is of, of equals the one found first.
func (rd *Reading) BestRead(n int) []*Document {
	var out []*Document
	for _, p := range rd.Passages {
		if !slices.Contains(out, p.Doc) {
			out = append(out, p.Doc)
		}
	}
	slices.SortStableFunc(out, func(a, b *Document) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Index, b.Index)) })
	return out[:min(n, len(out))]
}
