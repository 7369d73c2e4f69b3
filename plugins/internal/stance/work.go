package stance

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// The features of a work against a hypothesis: the mean of its sentences, weighted by attention, the strongest of some features each way,
// and what the hypothesis and the work tell by themselves.
const (
	workMean = 0
	workHigh = int(sentenceFeatures)
	workLow  = workHigh + len(extremes)
	workOwn  = workLow + len(extremes)
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
	wBest      // share that its best sentence holds
	wTopShare  // attention of the top sentence
	// WorkFeatures is the length of the vector of a work.
	WorkFeatures
)

// extremes are the features of which the strongest sentence each way counts by itself, less if it gets less attention than the top one.
var extremes = [...]int{fDenied, fDeniedEvidence, fParity, fDirNear, fDirClose, fDirObject, fToneAgree, fSignAgree, fUndirected,
	fValenceAgree, fSignificant, fNotSignificant, fP, fSame, fDiffer, fRelates, fUnrelated, fFavour, fDisfavour, fRefutes,
	fNumberConflict, fReads, fSubstituted, fLocalAgree, fLocalDenied, fConcludes}

// attend is how fast sentences lose attention that hold less of the hypothesis.
const attend = 6

// unstated is the share of its attention that a sentence keeps which asks, aims or tells what others believe.
const unstated = 0.5

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

// look measures a sentence.
//
//go:noinline
func (v *view) look() {
	v.measure(&v.features)
	switch v.sentence.Section {
	case "introduction", "methods":
		v.features[fSection] = -1
	case "results", "discussion", "conclusion":
		v.features[fSection] = 1
	}
	v.features[fMisbelief] = float32(truth(v.misbelieves()))
	v.asserted = v.assertion()
	v.attention = sectionWeight(v.sentence.Section) * math.Exp(attend*(v.cover-1)) * (unstated + (1-unstated)*v.asserted)
}

// read tells what a sentence that was measured says of the hypothesis.
//
//go:noinline
func (v *view) read() {
	v.features[fReads] = float32(v.reads(v.insignificant()) * v.asserted)
	if v.aided {
		v.features[fReads] *= besideShare
	}
	switch {
	case v.h.sense.bond != bondOther && v.onlyTells():
		v.features[fReads] = 0
	case (v.unborne() || v.takenBack()) && v.cover >= repeatsPart:
		v.features[fReads] = -1
	case v.features[fReads] == 0:
		v.features[fReads] = v.carried
	}
}

// insignificant says whether the sentence tells that what it found is not significant. Where something was, an interval is of something else.
func (v *view) insignificant() bool {
	f := &v.features
	return f[fP] < 0 || f[fInterval] < 0 && f[fP] == 0 || f[fNotSignificant] > 0
}

// workVector pools views of one work.
//
//go:noinline
func (h *Hypothesis) workVector(views []*view) []float32 {
	x := make([]float32, WorkFeatures)
	total, top := 0.0, 0.0
	var all uint64
	for _, v := range views {
		total += v.attention
		top = max(top, v.attention)
		all |= v.held
		x[wBest] = max(x[wBest], float32(v.cover))
	}
	for _, v := range views {
		a := float32(share(v.attention, total))
		for k, f := range v.features {
			x[workMean+k] += a * f
		}
		a = float32(math.Sqrt(share(v.attention, top)))
		for k, at := range extremes {
			x[workHigh+k] = max(x[workHigh+k], a*v.features[at])
			x[workLow+k] = min(x[workLow+k], a*v.features[at])
		}
	}
	h.describe(x)
	x[wSentences] = float32(min(1, float64(len(views))/20))
	x[wUnion] = float32(share(h.weigh(all), h.total))
	x[wTopShare] = float32(share(top, total))
	return x
}

// ownCues are the features that tell of words of the hypothesis.
var ownCues = [...]struct {
	at   int
	cue  text.Cue
	kind kind
}{
	{wSame, text.CueSame, 0}, {wDiffer, text.CueDiffer, 0}, {wRelate, text.CueRelate, 0}, {wFavour, text.CueFavour, 0},
	{wDisfavour, text.CueDisfavour, 0}, {wNeed, text.CueNeed, 0}, {wHedge, text.CueHedge, 0}, {wEvery, 0, kindEvery},
	{wSome, 0, kindSome}, {wOnly, 0, kindOnly}, {wCause, 0, kindCause}, {wLinked, 0, kindLinked},
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
	for _, c := range ownCues {
		set(c.at, h.cues&c.cue != 0 || h.kinds&c.kind != 0)
	}
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
