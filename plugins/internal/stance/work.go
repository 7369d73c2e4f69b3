package stance

import "math"

// The features of a work against a hypothesis: the mean of its sentences, weighted by attention, the strongest of some features each way,
// and what the hypothesis and the work tell by themselves.
const (
	workMean = 0
	workHigh = int(sentenceFeatures)
	workLow  = workHigh + len(extremes)
	workOwn  = workLow + len(extremes)
)

const (
	wSentences = workOwn + int(ownFeatures) + iota // sentences with attention
	wUnion                                         // share of the hypothesis that all of it holds
	wBest                                          // share that its best sentence holds
	wTopShare                                      // attention of the top sentence
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

// look measures the sentence.
//
//go:noinline
func (s *sight) look() {
	s.measure(&s.features)
	switch s.section {
	case "introduction", "methods":
		s.features[fSection] = -1
	case "results", "discussion", "conclusion":
		s.features[fSection] = 1
	}
	s.features[fMisbelief] = float32(truth(s.misbelieves()))
	s.asserted = s.assertion()
}

// look measures the sentence and gives it attention.
func (v *view) look() {
	v.sight.look()
	v.heed()
}

// heed gives the sentence attention.
func (v *view) heed() {
	v.attention = sectionWeight(v.sentence.Section) * math.Exp(attend*(v.cover-1)) * (unstated + (1-unstated)*v.asserted)
}

// read tells what a sentence that was measured says of the hypothesis.
//
//go:noinline
func (s *sight) read() {
	s.features[fReads] = float32(s.reads(s.insignificant()) * s.asserted)
	if s.aided {
		s.features[fReads] *= besideShare
	}
	switch {
	case s.h.sense.bond != bondOther && s.onlyTells():
		s.features[fReads] = 0
	case (s.unborne() || s.takenBack()) && s.cover >= repeatsPart:
		s.features[fReads] = -1
	case s.features[fReads] == 0:
		s.features[fReads] = s.carried
	}
}

// insignificant says whether the sentence tells that what it found is not significant. Where something was, an interval is of something else.
func (s *sight) insignificant() bool {
	f := &s.features
	return f[fP] < 0 || f[fInterval] < 0 && f[fP] == 0 || f[fNotSignificant] > 0
}

// workVector pools views of one work and a hypothesis.
//
//go:noinline
func workVector(h *Hypothesis, views []*view) []float32 {
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
	own := h.own()
	copy(x[workOwn:], own[:])
	x[wSentences] = float32(min(1, float64(len(views))/20))
	x[wUnion] = float32(h.shareOf(all))
	x[wTopShare] = float32(share(top, total))
	return x
}
