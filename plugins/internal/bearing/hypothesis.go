package bearing

import "math"

// A term is a content word of a hypothesis.
type term struct {
	stem   uint64
	weight float64 // how much it tells about the subject
	number float64 // NaN: no number
	own    bool    // it is the option's, not the question's
	named  bool    // it tells about the subject, rather than about any study
}

// A hypothesis is a claim, or a question read as its affirmative claim.
type hypothesis struct {
	reading
	config
	asked      bool // it is a question
	terms      []term
	byStem     map[uint64]int
	stems      [4]uint64 // a bit for the last byte of each stem: most words are none of them
	total      float64   // weight of all terms
	own        float64   // weight of the option's own terms
	negated    bool
	directions []direction
	sign       int         // product of its direction words and negations
	tone       float64     // mean way of its direction words
	found      []direction // of the sentence that is looked at; its memory serves all
	cues       cue         // all cues of its words
	length     int         // in words
}

// maxTerms is how many terms count: their sets are bits of a word.
const maxTerms = 64

// newHypothesis reads a claim or question; an option's text is appended to the
// question's, and the words it adds are its own.
func newHypothesis(text, option string, l *lexicon, c config) *hypothesis {
	h := &hypothesis{reading: read(text, l), config: c, byStem: map[uint64]int{}}
	h.collect(&h.reading, false)
	h.asked = h.asks()
	if option != "" {
		r := read(option, l)
		h.collect(&r, true)
		h.collectDirections(&r)
		h.asked = false
		return h
	}
	h.collectDirections(&h.reading)
	return h
}

// collect adds the content words of r to the terms.
func (h *hypothesis) collect(r *reading, own bool) {
	for i := range r.tokens {
		t := &r.tokens[i]
		h.cues |= t.cue
		h.length++
		if t.cue&cueNegation != 0 {
			h.negated = !h.negated
		}
		if t.cue&cueStop != 0 && math.IsNaN(t.number) || len(h.terms) == maxTerms {
			continue
		}
		if _, has := h.byStem[t.stem]; has {
			continue
		}
		h.byStem[t.stem] = len(h.terms)
		h.stems[t.stem>>6&3] |= 1 << (t.stem & 63)
		w := weightOf(t)
		h.terms = append(h.terms, term{stem: t.stem, weight: w, number: t.number, own: own, named: w >= 0.5})
		h.total += w
		if own {
			h.own += w
		}
	}
}

// weightOf is how much a word tells about the subject: long and numbered names more
// than the words of every study.
func weightOf(t *token) float64 {
	switch {
	case t.cue&cueGeneric != 0 || t.shift != 0:
		return 0.3
	case t.cue != 0:
		return 0.5
	case t.to-t.from >= 8:
		return 1.2
	}
	return 1
}

// near is the set of terms at most that many tokens from token i, in its sentence.
func (h *hypothesis) near(r *reading, i, within int) uint64 {
	s := r.sentences[r.tokens[i].sentence]
	return h.held(r, max(s.first, i-within), i) | h.held(r, i+1, min(s.end, i+within+1))
}

// held is the set of terms among tokens [first, end).
func (h *hypothesis) held(r *reading, first, end int) uint64 {
	var set uint64
	for i := first; i < end; i++ {
		if k, is := h.index(r.tokens[i].stem); is {
			set |= 1 << k
		}
	}
	return set
}

// index is the number of the term with that stem.
func (h *hypothesis) index(stem uint64) (int, bool) {
	if h.stems[stem>>6&3]>>(stem&63)&1 == 0 {
		return 0, false
	}
	k, is := h.byStem[stem]
	return k, is
}

// asks says whether the text is a question: it ends with a question mark or opens with
// a verb as questions do.
func (h *hypothesis) asks() bool {
	for i := len(h.text) - 1; i >= 0; i-- {
		switch h.text[i] {
		case ' ', '\n', '\t', '"':
			continue
		case '?':
			return true
		}
		break
	}
	return len(h.tokens) > 0 && h.tokens[0].cue&cueModal != 0
}

// weigh is the weight of a set of terms.
func (h *hypothesis) weigh(set uint64) float64 {
	sum := 0.0
	for k := range h.terms {
		if set>>k&1 != 0 {
			sum += h.terms[k].weight
		}
	}
	return sum
}

// commonness is how much a word loses that every passage holds.
const commonness = 0.8

// rank lets words count the less the more passages hold them.
func (h *hypothesis) rank(passages []passage) {
	held := make([]float64, len(h.terms))
	for i := range passages {
		set := h.held(&passages[i].reading, 0, len(passages[i].tokens))
		for k := range held {
			held[k] += float64(set >> k & 1)
		}
	}
	h.total, h.own = 0, 0
	n := float64(len(passages))
	for k := range h.terms {
		t := &h.terms[k]
		if held[k] > 0 {
			t.weight *= 1 - commonness*math.Log(1+held[k])/math.Log(1+n)
		}
		h.total += t.weight
		if t.own {
			h.own += t.weight
		}
	}
}
