package bearing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// report lists the passages that speak most clearly for and against a hypothesis,
// each with its cue for people.
func (a *assessor) report(h *hypothesis, prefix string) []contract.Finding {
	var pro, contra []contract.Finding
	for i := range a.passages {
		p := &a.passages[i]
		j := h.judge(p)
		if j.view < 0 || j.stance == 0 || h.own > 0 && p.views[j.view].own == 0 {
			continue
		}
		f := contract.Finding{Kind: "supports", Table: "passages", Rows: []uint32{uint32(p.row)}, Weight: j.stance}
		f.Text = prefix + h.explain(&p.reading, &p.views[j.view])
		if j.stance > 0 {
			pro = append(pro, f)
			continue
		}
		f.Kind, f.Weight = "contradicts", -j.stance
		contra = append(contra, f)
	}
	return append(foremost(pro, a.findings), foremost(contra, a.findings)...)
}

// foremost sorts findings by weight and keeps the first n; equal ones stay in the order of their passages,
// which that of the rows does not change (see [best]).
func foremost(f []contract.Finding, n int) []contract.Finding {
	slices.SortStableFunc(f, func(a, b contract.Finding) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Text, b.Text))
	})
	return f[:min(n, len(f))]
}

// explain names the words that made a sentence speak: the cue, if there is one, and the
// words of the hypothesis that are nearest to it.
func (h *hypothesis) explain(r *reading, v *view) string {
	at := v.first
	if v.cue.end > v.cue.first {
		at = v.cue.first
	}
	words := h.nearest(r, v, at)
	if v.cue.end <= v.cue.first {
		return "speaks of " + quoted(words)
	}
	return quoted([]string{r.quote(v.cue.first, v.cue.end-1)}) + " near " + quoted(words)
}

// nearest lists up to three informative words of the hypothesis in a sentence, as
// written, those nearest to token at first.
func (h *hypothesis) nearest(r *reading, v *view, at int) []string {
	var places []int
	for i := v.first; i < v.end; i++ {
		if _, is := h.index(r.tokens[i].stem); is && (i < v.cue.first || i >= v.cue.end) {
			places = append(places, i)
		}
	}
	away := func(i int) int { return max(i-at, at-i) }
	slices.SortStableFunc(places, func(a, b int) int {
		return cmp.Or(cmp.Compare(h.weightAt(r, b), h.weightAt(r, a)), cmp.Compare(away(a), away(b)))
	})
	var words []string
	for _, i := range places {
		if w := r.quote(i, i); len(words) < 3 && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

func (h *hypothesis) weightAt(r *reading, i int) float64 {
	return h.terms[h.byStem[r.tokens[i].stem]].weight
}

func quoted(words []string) string {
	if len(words) == 0 {
		return "the question's words"
	}
	return "'" + strings.Join(words, "', '") + "'"
}
