package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/score"
)

// copyOutputs lets a passage have what stages of select said of its document.
func (p *passage) copyOutputs() {
	for key, v := range p.doc.Outputs {
		if p.Outputs == nil {
			p.Outputs = map[score.Output]float64{}
		}
		p.Outputs[score.Output{Stage: score.OfDocument(key.Stage), Part: key.Part}] = v
	}
}

// citeOutputs lets an option have the mean of what stages of select said of the documents in its dossier
// (S1-18). Documents that a stage said nothing of do not count; without any the mean is unknown.
func (o *option) citeOutputs() {
	sums, counts := map[score.Output]float64{}, map[score.Output]int{}
	seen := map[*document]bool{}
	for _, p := range o.dossier {
		if seen[p.doc] {
			continue
		}
		seen[p.doc] = true
		for key, v := range p.doc.Outputs {
			key.Stage = score.OfDocument(key.Stage)
			sums[key] += v
			counts[key]++
		}
	}
	for key, n := range counts {
		if o.Outputs == nil {
			o.Outputs = map[score.Output]float64{}
		}
		o.Outputs[key] = sums[key] / float64(n)
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
	items := make([]*score.Item, len(options))
	for i, o := range options {
		items[i] = &o.Item
	}
	r.spreads.WeighAll("options", r.termsOf("options", r.Policy.Options.Terms), items)
	for _, it := range items {
		if r.Policy.Options.Renormalise {
			it.Renormalise()
		}
	}
}
