package stance

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/sentence"
)

// The features of a work against a hypothesis: the mean of its sentences, weighted by attention, the strongest of some features each way,
// and what the hypothesis and the work tell by themselves.
const (
	workMean = 0
	workHigh = len(sentence.Features{})
	workLow  = workHigh + len(sentence.Extremes)
	workOwn  = workLow + len(sentence.Extremes)
)

const (
	wSentences = workOwn + len(sentence.OwnFeatures{}) + iota // sentences with attention
	wUnion                                                    // share of the hypothesis that all of it holds
	wBest                                                     // share that its best sentence holds
	wTopShare                                                 // attention of the top sentence
	// WorkFeatures is the length of the vector of a work.
	WorkFeatures
)

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

// look measures the sentence and gives it attention.
func (v *view) look() {
	v.Sight.Measure()
	v.attention = sectionWeight(v.sentence.Section) * math.Exp(attend*(v.Cover-1)) * (unstated + (1-unstated)*v.Asserted)
}

// workVector pools views of one work and a hypothesis.
//
//go:noinline
func workVector(h *sentence.Hypothesis, views []*view) []float32 {
	x := make([]float32, WorkFeatures)
	total, top := 0.0, 0.0
	var all uint64
	for _, v := range views {
		total += v.attention
		top = max(top, v.attention)
		all |= v.held
		x[wBest] = max(x[wBest], float32(v.Cover))
	}
	for _, v := range views {
		a := float32(sentence.Share(v.attention, total))
		for k, f := range v.Features {
			x[workMean+k] += a * f
		}
		a = float32(math.Sqrt(sentence.Share(v.attention, top)))
		for k, at := range sentence.Extremes {
			x[workHigh+k] = max(x[workHigh+k], a*v.Features[at])
			x[workLow+k] = min(x[workLow+k], a*v.Features[at])
		}
	}
	own := h.Own()
	copy(x[workOwn:], own[:])
	x[wSentences] = float32(min(1, float64(len(views))/20))
	x[wUnion] = float32(h.ShareOf(all))
	x[wTopShare] = float32(sentence.Share(top, total))
	return x
}
