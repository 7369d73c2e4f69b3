package main

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// A passage is one row of table "passages".
type passage struct {
	reading
	row       int
	document  float64 // its document's number; NaN: unknown, a document of its own
	relevance float64 // 0..1
	section   string
	position  float64 // place in its document, 1: the end
	weight    float64 // how much its document speaks of the hypothesis
	views     []view
}

// best keeps the n most relevant passages. Equally relevant ones are ordered by what else is known of
// them, so that the order of rows makes no difference.
func best(passages []passage, n int) []passage {
	slices.SortFunc(passages, func(a, b passage) int {
		return cmp.Or(cmp.Compare(b.relevance, a.relevance), cmp.Compare(a.text, b.text), cmp.Compare(a.document, b.document),
			cmp.Compare(a.section, b.section), cmp.Compare(a.position, b.position), cmp.Compare(a.row, b.row))
	})
	return passages[:min(n, len(passages))]
}

// The features that are no signal of sentences.
const (
	featBias                 = iota
	featCoverage             // share of the hypothesis that the best document holds
	featBest                 // share that the nearest sentence holds
	featSecond               // share that the next one holds
	featMissing              // share of its words that no passage holds
	featRelevance            // of the best document's best passage
	featFor                  // the strongest sentence for the hypothesis
	featAgainst              // the strongest sentence against it
	featNearPolarity         // polarity of the sentences nearest it
	featMeanPolarity         // polarity of the sentences of its documents
	featNegated              // the hypothesis is negated
	featSame                 // it speaks of equality
	featDiffer               // it speaks of a difference
	featRelate               // it speaks of an effect or association
	featFavour               // it speaks of something good
	featNeed                 // it speaks of necessity
	featNumber               // it holds a number
	featLength               // its length in words, 1 at 30
	featUp                   // its words for more, 1 at two
	featDown                 // its words for less
	featHedge                // it is hedged
	featDeniedRelated        // of a negated hypothesis: mean signal of an effect or association,
	featDeniedUnrelated      // of none
	featDeniedNotSignificant // and of no significance
	plainFeatures
)

// Behind the plain features come the means of the signals over the sentences, then
// the strongest of each.
const (
	meanSignals      = plainFeatures
	strongestSignals = meanSignals + int(signals)
	features         = strongestSignals + int(signals)
)

// vector is what a model weighs.
type vector [features]float64

// measure makes the vector of a hypothesis from the passages that it was seen in.
func (h *hypothesis) measure(passages []passage) vector {
	var f vector
	h.weighDocuments(passages)
	h.describe(&f)
	h.spread(passages, &f)
	return f
}

// look sees every sentence of every passage.
func (h *hypothesis) look(passages []passage) {
	for i := range passages {
		p := &passages[i]
		p.views = make([]view, len(p.sentences))
		for j, s := range p.sentences {
			p.views[j] = h.see(&p.reading, s)
		}
	}
}

// weighDocuments gives each passage the weight of its document: 1 for the one that
// holds most of the hypothesis, and the less the less another holds.
func (h *hypothesis) weighDocuments(passages []passage) {
	held, top := documentSets(passages), 0.0
	for _, set := range held {
		top = max(top, share(h.weigh(set), h.total))
	}
	for i := range passages {
		passages[i].weight = math.Exp(h.focus * (share(h.weigh(held[i]), h.total) - top))
	}
}

func (p *passage) set() (all uint64) {
	for i := range p.views {
		all |= p.views[i].set
	}
	return all
}

// describe fills in what the hypothesis itself tells.
func (h *hypothesis) describe(f *vector) {
	f[featBias] = 1
	f[featNegated] = truth(h.negated)
	f[featSame] = truth(h.cues&cueSame != 0)
	f[featDiffer] = truth(h.cues&cueDiffer != 0)
	f[featRelate] = truth(h.cues&cueRelate != 0)
	f[featFavour] = truth(h.cues&cueFavour != 0)
	f[featNeed] = truth(h.cues&cueNeed != 0)
	f[featHedge] = truth(h.cues&cueHedge != 0)
	for _, d := range h.directions {
		if d.shift > 0 {
			f[featUp] = min(1, f[featUp]+0.5)
		} else {
			f[featDown] = min(1, f[featDown]+0.5)
		}
	}
	f[featLength] = min(1, float64(h.length)/30)
	for k := range h.terms {
		if !math.IsNaN(h.terms[k].number) {
			f[featNumber] = 1
		}
	}
}

// sections weigh sentences: what was found counts, not what was asked or done.
func sectionWeight(section string) float64 {
	switch section {
	case "introduction", "methods":
		return 0.3
	case "results", "discussion", "conclusion":
		return 1
	}
	return 0.8
}

// spread fills in the coverage and the signals of sentences.
func (h *hypothesis) spread(passages []passage, f *vector) {
	var all uint64
	var near, mean float64 // sums of weights
	for i := range passages {
		p := &passages[i]
		all |= p.set()
		if p.weight > 0.999 {
			f[featCoverage] = max(f[featCoverage], h.covered(passages, p))
			f[featRelevance] = max(f[featRelevance], p.relevance)
		}
		base := p.weight * sectionWeight(p.section) * (1 + h.late*p.position*p.position)
		for j := range p.views {
			v := &p.views[j]
			near += base * cube(v.overlap)
			mean += base * attention(v.overlap)
			h.add(f, v, base, v.overlap*p.weight)
		}
	}
	f[featNearPolarity] = share(f[featNearPolarity], near)
	f[featMeanPolarity] = share(f[featMeanPolarity], mean)
	for k := range int(signals) {
		f[meanSignals+k] = share(f[meanSignals+k], mean)
	}
	if h.negated {
		f[featDeniedRelated] = f[meanSignals+int(sigRelated)]
		f[featDeniedUnrelated] = f[meanSignals+int(sigUnrelated)]
		f[featDeniedNotSignificant] = f[meanSignals+int(sigNotSignificant)]
	}
	f[featMissing] = share(float64(len(h.terms)-bits.OnesCount64(all)), float64(len(h.terms)))
}

// add counts one sentence, whose document weighs base.
func (h *hypothesis) add(f *vector, v *view, base, bearing float64) {
	f[featSecond] = max(f[featSecond], min(bearing, f[featBest]))
	f[featBest] = max(f[featBest], bearing)
	pol := h.polarity(v)
	f[featFor] = max(f[featFor], pol*bearing)
	f[featAgainst] = max(f[featAgainst], -pol*bearing)
	f[featNearPolarity] += base * cube(v.overlap) * pol
	f[featMeanPolarity] += base * attention(v.overlap) * pol
	for k, s := range v.signal {
		f[meanSignals+k] += base * attention(v.overlap) * s
		f[strongestSignals+k] = max(f[strongestSignals+k], s*bearing)
	}
}

// attention is what a sentence counts in a mean that holds that share of the hypothesis.
func attention(overlap float64) float64 { return math.Exp(attend * overlap) }

// attend is how fast sentences lose weight that hold less of the hypothesis.
const attend = 2

func cube(v float64) float64 { return v * v * v }

// denial says how nearly one sentence repeats the hypothesis and denies it, 0 to 1: who
// refutes a statement outright says it again.
func (h *hypothesis) denial(passages []passage) float64 {
	most := 0.0
	for i := range passages {
		p := &passages[i]
		for j := range p.views {
			if v := &p.views[j]; v.denies && !v.belief {
				most = max(most, min(1, (v.overlap*math.Sqrt(p.weight)-repeatsPart)/(repeatsAll-repeatsPart)))
			}
		}
	}
	return most
}

// repeats is the share of a hypothesis from which a sentence repeats it.
const repeatsPart, repeatsAll = 0.65, 0.8

// covered is the share of the hypothesis that the passages of p's document hold.
func (h *hypothesis) covered(passages []passage, p *passage) float64 {
	set := p.set()
	for i := range passages {
		if passages[i].document == p.document {
			set |= passages[i].set()
		}
	}
	return share(h.weigh(set), h.total)
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
