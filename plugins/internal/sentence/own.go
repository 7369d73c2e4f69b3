package sentence

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// An OwnFeatures is the features of a hypothesis by itself.
type OwnFeatures [ownFeatures]float32

// Where each of them stands.
const (
	OwnNegated = iota
	ownUp
	ownDown
	ownValence
	OwnSame
	OwnDiffer
	OwnRelate
	OwnFavour
	ownDisfavour
	OwnNeed
	ownHedge
	ownEvery
	ownSome
	ownOnly
	ownCause
	ownLinked
	ownNumbers
	ownEntities
	ownLength
	ownCompare
	ownFeatures
)

// ownCues are the features that tell of words of the hypothesis.
var ownCues = [...]struct {
	at   int
	cue  text.Cue
	kind kind
}{
	{OwnSame, text.CueSame, 0}, {OwnDiffer, text.CueDiffer, 0}, {OwnRelate, text.CueRelate, 0}, {OwnFavour, text.CueFavour, 0},
	{ownDisfavour, text.CueDisfavour, 0}, {OwnNeed, text.CueNeed, 0}, {ownHedge, text.CueHedge, 0}, {ownEvery, 0, kindEvery},
	{ownSome, 0, kindSome}, {ownOnly, 0, kindOnly}, {ownCause, 0, kindCause}, {ownLinked, 0, kindLinked},
}

// Own returns the features of the hypothesis by itself.
func (h *Hypothesis) Own() (x OwnFeatures) {
	set := func(at int, is bool) { x[at] = float32(truth(is)) }
	set(OwnNegated, h.negations%2 == 1)
	for _, d := range h.directions {
		if d.shift > 0 {
			x[ownUp]++
		} else {
			x[ownDown]++
		}
	}
	x[ownUp], x[ownDown] = min(2, x[ownUp]), min(2, x[ownDown])
	x[ownValence] = float32(h.valence)
	for _, c := range ownCues {
		set(c.at, h.cues&c.cue != 0 || h.kinds&c.kind != 0)
	}
	x[ownNumbers] = float32(min(3, h.numbers))
	for k := range h.terms {
		if h.terms[k].entity {
			x[ownEntities]++
		}
	}
	x[ownEntities] = min(5, x[ownEntities])
	x[ownLength] = float32(min(1, float64(len(h.Tokens))/30))
	set(ownCompare, than(&h.Reading) >= 0)
	return x
}
