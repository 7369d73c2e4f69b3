package run

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
)

// termsOf are the terms of a block that speak of the question and count: those with a condition count
// once documents are selected and it holds.
func (r *run) termsOf(block string, terms []policy.Term) []policy.Term {
	if decided, ok := r.weighed[block]; ok {
		terms = decided
	} else {
		terms = slices.DeleteFunc(slices.Clone(terms), func(t policy.Term) bool { return t.When != nil })
	}
	return applicable(terms, r.plan.kinds())
}

// decideTerms asks the conditions of all terms that score items (C23), once there is something to select.
func (r *run) decideTerms() {
	if len(r.documents) == 0 {
		return
	}
	r.weighed = map[string][]policy.Term{}
	for _, b := range []struct {
		name  string
		terms []policy.Term
	}{{"select", r.Policy.Select.Terms}, {"read", r.Policy.Read.Terms}, {"options", r.Policy.Options.Terms}} {
		r.weighed[b.name] = r.course.Weighed(b.name, b.terms, func(t *policy.Term, err error) {
			r.warn("condition_unknown", b.name+".term."+t.Name, fmt.Sprintf("term %q of %s was left out: %v", t.Name, b.name, err))
		})
	}
}

// A spread is the least and the greatest value of a term over some items.
type spread struct{ least, greatest float64 }

// of places a value between the two, from 0 to 1; 0 where they are equal (D6).
func (s spread) of(v float64) float64 { return share(v-s.least, s.greatest-s.least) }

// weighAll scores the items of a block by its terms. Values of terms with min-max are spread over the
// items first; later items of the block are placed between the same ends.
func (r *run) weighAll(block string, terms []policy.Term, items []*scored) {
	for _, t := range terms {
		if !t.MinMax {
			continue
		}
		s := spread{math.Inf(1), math.Inf(-1)}
		for _, it := range items {
			if v, ok := it.value(t); ok {
				s = spread{min(s.least, v), max(s.greatest, v)}
			}
		}
		r.spreads[block+"."+t.Name] = s
	}
	for _, it := range items {
		r.weigh(block, terms, it)
	}
}

// weigh scores one item.
func (r *run) weigh(block string, terms []policy.Term, it *scored) {
	it.score, it.parts = sum(terms, func(t policy.Term) (float64, bool) {
		v, ok := it.value(t)
		if s, known := r.spreads[block+"."+t.Name]; ok && known && t.MinMax {
			v = s.of(v)
		}
		return v, ok
	})
}

// renormalise lets the positive weights of known values grow to the sum of all of them, so that an
// unknown value, such as that of a model where there is none, does not lower the score (B-16).
func (s *scored) renormalise() {
	all, known := 0.0, 0.0
	for _, c := range s.parts {
		if w := c.term.Weight * factor(c.term); w > 0 {
			all += w
			if c.known {
				known += w
			}
		}
	}
	if known == 0 || known == all {
		return
	}
	s.score = 0
	for i := range s.parts {
		if s.parts[i].term.Weight > 0 {
			s.parts[i].delta *= all / known
		}
		s.score += s.parts[i].delta
	}
}

// factor is what a term's group multiplies it by.
func factor(t policy.Term) float64 { return cmp.Or(t.Factor, 1) }

// ofDocument is how terms of other blocks name what a stage of select said of a document.
func ofDocument(stage string) string { return "select." + stage }

// copyOutputs lets a passage have what stages of select said of its document.
func (p *passage) copyOutputs() {
	for key, v := range p.doc.outputs {
		if p.outputs == nil {
			p.outputs = map[output]float64{}
		}
		p.outputs[output{ofDocument(key.stage), key.part}] = v
	}
}

// citeOutputs lets an option have the mean of what stages of select said of the documents in its dossier
// (S1-18). Documents that a stage said nothing of do not count; without any the mean is unknown.
func (o *option) citeOutputs() {
	sums, counts := map[output]float64{}, map[output]int{}
	seen := map[*document]bool{}
	for _, p := range o.dossier {
		if seen[p.doc] {
			continue
		}
		seen[p.doc] = true
		for key, v := range p.doc.outputs {
			key.stage = ofDocument(key.stage)
			sums[key] += v
			counts[key]++
		}
	}
	for key, n := range counts {
		if o.outputs == nil {
			o.outputs = map[output]float64{}
		}
		o.outputs[key] = sums[key] / float64(n)
	}
}

// topDocuments are the best documents by a score, each with it.
func topDocuments(ds []*document, score func(*document) float64) []string {
	best := slices.Clone(ds)
	slices.SortStableFunc(best, func(a, b *document) int { return cmp.Compare(score(b), score(a)) })
	var out []string
	for _, d := range best[:min(len(best), shiftTop)] {
		out = append(out, fmt.Sprintf("%s %.6f", d.Document.ID, score(d)))
	}
	return out
}

func joined(words []string) string { return strings.Join(words, " ") }

// weighOptions scores the options by the terms of their block.
func (r *run) weighOptions(options []*option) {
	items := make([]*scored, len(options))
	for i, o := range options {
		items[i] = &o.scored
	}
	r.weighAll("options", r.termsOf("options", r.Policy.Options.Terms), items)
	for _, it := range items {
		if r.Policy.Options.Renormalise {
			it.renormalise()
		}
	}
}
