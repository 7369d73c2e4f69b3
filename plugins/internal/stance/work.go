package stance

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// The features of a work against a hypothesis: the mean of its sentences, weighted by attention, the sentence that gets most of it, and
// what the hypothesis and the work tell by themselves.
const (
	workMean = 0
	workTop  = int(sentenceFeatures)
	workOwn  = 2 * int(sentenceFeatures)
)

const (
	wNegated = workOwn + iota
	wUp
	wDown
	wValence
	wSame
	wDiffer
	wRelate
	wFavour
	wDisfavour
	wNeed
	wHedge
	wEvery
	wSome
	wOnly
	wCause
	wLinked
	wNumbers
	wEntities
	wLength
	wCompare
	wSentences // sentences with attention
	wUnion     // share of the hypothesis that all of it holds
	wTopShare  // attention of the top sentence
	// WorkFeatures is the length of the vector of a work.
	WorkFeatures
)

// attend is how fast sentences lose attention that hold less of the hypothesis.
const attend = 6

// A view is a sentence with its features and its attention.
type view struct {
	features  vector
	attention float64
	held      uint64
}

// sectionWeight lets count what was found, not what was asked or done.
func sectionWeight(section string) float64 {
	switch section {
	case "introduction", "methods":
		return 0.3
	case "conclusion":
		return 1.5
	}
	return 1
}

// view measures a sentence.
func (h *Hypothesis) view(r *text.Reading, section string, position float64) view {
	s := h.see(r)
	var v view
	s.measure(&v.features)
	switch section {
	case "introduction", "methods":
		v.features[fSection] = -1
	case "results", "discussion", "conclusion":
		v.features[fSection] = 1
	}
	v.features[fPosition] = float32(position)
	v.attention = sectionWeight(section) * math.Exp(attend*(s.cover-1))
	if v.features[fAims] > 0 && v.features[fP] == 0 {
		v.attention /= 2
	}
	v.held = s.held(0, len(s.term))
	return v
}

// workVector pools views of one work.
func (h *Hypothesis) workVector(views []*view) []float32 {
	x := make([]float32, WorkFeatures)
	total, top := 0.0, -1
	var all uint64
	for i, v := range views {
		total += v.attention
		all |= v.held
		if top < 0 || v.attention > views[top].attention {
			top = i
		}
	}
	for _, v := range views {
		a := float32(share(v.attention, total))
		for k, f := range v.features {
			x[workMean+k] += a * f
		}
	}
	if top >= 0 {
		copy(x[workTop:], views[top].features[:])
		x[wTopShare] = float32(share(views[top].attention, total))
	}
	h.describe(x)
	x[wSentences] = float32(min(1, float64(len(views))/20))
	x[wUnion] = float32(share(h.weigh(all), h.total))
	return x
}

// describe fills in what the hypothesis tells by itself.
func (h *Hypothesis) describe(x []float32) {
	set := func(at int, is bool) { x[at] = float32(truth(is)) }
	set(wNegated, h.negations%2 == 1)
	for _, d := range h.directions {
		if d.shift > 0 {
			x[wUp]++
		} else {
			x[wDown]++
		}
	}
	x[wUp], x[wDown] = min(2, x[wUp]), min(2, x[wDown])
	x[wValence] = float32(h.valence)
	set(wSame, h.cues&text.CueSame != 0)
	set(wDiffer, h.cues&text.CueDiffer != 0)
	set(wRelate, h.cues&text.CueRelate != 0)
	set(wFavour, h.cues&text.CueFavour != 0)
	set(wDisfavour, h.cues&text.CueDisfavour != 0)
	set(wNeed, h.cues&text.CueNeed != 0)
	set(wHedge, h.cues&text.CueHedge != 0)
	set(wEvery, h.kinds&kindEvery != 0)
	set(wSome, h.kinds&kindSome != 0)
	set(wOnly, h.kinds&kindOnly != 0)
	set(wCause, h.kinds&kindCause != 0)
	set(wLinked, h.kinds&kindLinked != 0)
	x[wNumbers] = float32(min(3, h.numbers))
	for k := range h.terms {
		if h.terms[k].entity {
			x[wEntities]++
		}
	}
	x[wEntities] = min(5, x[wEntities])
	x[wLength] = float32(min(1, float64(len(h.Tokens))/30))
	set(wCompare, than(&h.Reading) >= 0)
}
