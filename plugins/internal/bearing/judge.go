package bearing

import "math"

// A judgement is what one passage says of a hypothesis.
type judgement struct {
	bearing float64 // 0..1: how much it speaks of it
	stance  float64 // -1 contradicts … 1 supports
	view    int     // the sentence that tells; -1: none
}

// The polarity against a hypothesis from which a sentence denies it. With an option less is
// enough: its question dilutes it.
const (
	least         = 0.25
	leastOfOption = 0.1
)

// polarity says which way a sentence speaks, -1 to 1. Words of the hypothesis without
// any cue speak for it, a little.
func (h *hypothesis) polarity(v *view) float64 {
	s := &v.signal
	if h.own > 0 {
		if minus := max(s[sigOppose], 0.8*s[sigRefutes], s[sigNegated]); minus > leastOfOption && minus > s[sigAgree] {
			return -min(1, minus)
		}
		return 1 - 0.3*s[sigHedge]
	}
	minus := max(s[sigOppose], 0.8*s[sigRefutes], 0.6*s[sigOtherNumber], 0.6*s[sigUnrelated])
	if h.negated {
		minus = max(minus, 0.5*(1-s[sigNegated]))
	} else {
		minus = max(minus, s[sigNegated])
	}
	if h.cues&cueSame == 0 {
		minus = max(minus, 0.6*s[sigNotSignificant], 0.5*s[sigSame])
	}
	if minus > least && minus > s[sigAgree] {
		return -min(1, minus)
	}
	plus := max(s[sigAgree], 0.5*s[sigSignificant], s[sigNumber])
	return min(1, 0.4+0.6*plus) * (1 - 0.3*s[sigHedge])
}

// judge picks the sentence of a passage that tells most: nearest the hypothesis and
// with the clearest polarity, the first of equals.
func (h *hypothesis) judge(p *passage) judgement {
	j, best := judgement{view: -1}, 0.0
	for i := range p.views {
		v := &p.views[i]
		j.bearing = max(j.bearing, v.overlap)
		pol := h.polarity(v)
		if told := h.bearing(v) * (0.5 + 0.5*math.Abs(pol)); told > best {
			best, j.view, j.stance = told, i, pol*v.overlap
		}
	}
	return j
}

// bearing is how much a sentence speaks of a hypothesis: for an option, of its own
// words first of all.
func (h *hypothesis) bearing(v *view) float64 {
	if h.own == 0 {
		return v.overlap
	}
	return v.own * v.own * (0.3 + 0.7*v.overlap)
}
