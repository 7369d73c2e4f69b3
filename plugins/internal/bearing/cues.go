package bearing

import (
	"math"
	"strings"
)

// words reads the cues of a sentence's words, with their negations.
func (h *hypothesis) words(r *reading, v *view) {
	denied := -1 // the last token that the last negation denies
	clause := -1
	for i := v.first; i < v.end; i++ {
		t := &r.tokens[i]
		negated := i <= denied && t.clause == clause
		if t.cue&cueNegation != 0 {
			h.negation(r, v, i)
			denied, clause = i+h.scope, t.clause
		}
		v.mark(t.cue&cueSignificant != 0, negated, sigSignificant, sigNotSignificant)
		v.mark(t.cue&cueSame != 0, negated, sigSame, sigDiffer)
		v.mark(t.cue&cueDiffer != 0, negated, sigDiffer, sigSame)
		v.mark(t.cue&cueRelate != 0, negated, sigRelated, sigUnrelated)
		v.mark(t.cue&cueFavour != 0, negated, sigFavour, sigDisfavour)
		v.mark(t.cue&cueDisfavour != 0, negated, sigDisfavour, sigFavour)
		v.mark(t.cue&cueHedge != 0, false, sigHedge, sigHedge)
		v.mark(t.cue&cueRefutation != 0, false, sigRefutes, sigRefutes)
		v.mark(t.cue&cueConclude != 0, false, sigConcludes, sigConcludes)
		v.belief = v.belief || t.cue&cueBelief != 0
		v.mark(t.cue&cueAim != 0, false, sigAims, sigAims)
		if t.word == wordP && i+1 < v.end {
			h.probability(r, v, i)
		}
	}
}

var wordP = hash([]byte("p"))

// mark sets one of two signals.
func (v *view) mark(is, negated bool, plain, denied signal) {
	switch {
	case !is:
	case negated:
		v.signal[denied] = 1
	default:
		v.signal[plain] = 1
	}
}

// negation weighs a negation by the words of the hypothesis near it.
func (h *hypothesis) negation(r *reading, v *view, i int) {
	set := h.near(r, i, h.scope)
	near := share(h.weigh(set), h.total)
	if h.own > 0 {
		near = h.ownShare(set)
	}
	if near = min(1, 2*near); near > v.signal[sigNegated] {
		v.signal[sigNegated] = near
		v.cue = span{i, i + 1}
		if i+1 < v.end {
			v.cue.end++
		}
	}
}

// denied tells whether a negation stands at most reach words before a word of the
// hypothesis. A negated hypothesis is not denied so.
func (h *hypothesis) denied(r *reading, v *view) bool {
	for i := v.first; i < v.end && !h.negated; i++ {
		if r.tokens[i].cue&cueNegation == 0 {
			continue
		}
		for j := i + 1; j <= i+reach && j < v.end; j++ {
			if _, is := h.index(r.tokens[j].stem); is {
				return true
			}
		}
	}
	return false
}

// reach is how many words behind a negation are directly denied.
const reach = 3

// alpha is the usual level of significance.
const alpha = 0.05

// probability reads "p < 0.05" and its like at token i.
func (h *hypothesis) probability(r *reading, v *view, i int) {
	p, gap := r.tokens[i+1].number, r.gap(i)
	if math.IsNaN(p) || p > 1 {
		return
	}
	switch {
	case strings.ContainsAny(gap, ">") || strings.Contains(gap, "≥"):
		v.signal[sigNotSignificant] = 1
	case p <= alpha && strings.ContainsAny(gap, "<=≤"):
		v.signal[sigSignificant] = 1
	case strings.Contains(gap, "="):
		v.signal[sigNotSignificant] = 1
	}
}

// polarity is -1 for a token that a negation shortly before it denies, else 1.
func polarity(r *reading, i int) int {
	for j := i - 1; j >= max(0, i-4) && r.tokens[j].clause == r.tokens[i].clause; j-- {
		if r.tokens[j].cue&cueNegation != 0 {
			return -1
		}
	}
	return 1
}

// numbers finds the numbers of the hypothesis in the sentence, written either way
// ("39" and "39.0"), and others that stand in their place.
func (h *hypothesis) numbers(r *reading, v *view) {
	found, asked, others := 0.0, 0.0, 0.0
	for k := range h.terms {
		n := h.terms[k].number
		if math.IsNaN(n) {
			continue
		}
		asked++
		for i := v.first; i < v.end; i++ {
			if r.tokens[i].number == n {
				v.set |= 1 << k
				found++
				break
			}
		}
	}
	if asked == 0 {
		return
	}
	for i := v.first; i < v.end; i++ {
		if !math.IsNaN(r.tokens[i].number) {
			others = 1
		}
	}
	v.signal[sigNumber] = found / asked
	if found < asked {
		v.signal[sigOtherNumber] = others
	}
}

func share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return part / whole
}
