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
	weight    float64 // how much its document speaks of the hypothesis
	views     []view
}

// best keeps the n most relevant passages. Equally relevant ones are ordered by text,
// document and row, so that the order of rows makes no difference.
func best(passages []passage, n int) []passage {
	slices.SortFunc(passages, func(a, b passage) int {
		return cmp.Or(cmp.Compare(b.relevance, a.relevance), cmp.Compare(a.text, b.text), cmp.Compare(a.document, b.document), cmp.Compare(a.row, b.row))
	})
	return passages[:min(n, len(passages))]
}

// Features that are no signal of sentences.
const (
	featBias = iota
	featCoverage
	featBest
	featSecond
	featMissing
	featRelevance
	featModalBe
	featModalDo
	featModalCan
	featModalShould
	featOpensOther
	featNegated
	featUp
	featDown
	featSame
	featDiffer
	featRelate
	featFavour
	featNeed
	featCompare
	featLength
	featOr
	featHedge
	featNumber
	featSameSame
	featSameSignificant
	featNegatedNegated
	featNegatedOppose
	featFavourFavour
	featNeedSame
	plainFeatures
)

// features is the length of a vector: the plain ones, the signals of the sentences
// nearest the hypothesis, then those of its documents as a whole.
const features = plainFeatures + 2*int(signals)

// vector is what a model weighs.
type vector [features]float64

// measure makes the vector of a hypothesis from the passages that it was seen in.
func (h *hypothesis) measure(passages []passage) vector {
	var f vector
	h.weighDocuments(passages)
	h.describe(&f)
	h.spread(passages, &f)
	h.cross(&f)
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
	held := map[float64]uint64{}
	for i := range passages {
		held[passages[i].document] |= passages[i].set()
	}
	best := 0.0
	for _, set := range held {
		best = max(best, share(h.weigh(set), h.total))
	}
	for i := range passages {
		p := &passages[i]
		set := held[p.document]
		if math.IsNaN(p.document) {
			set = p.set()
		}
		p.weight = math.Exp(h.focus * (share(h.weigh(set), h.total) - best))
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
	f[featModalBe] = truth(h.opensWith("is", "are", "was", "were"))
	f[featModalDo] = truth(h.opensWith("do", "does", "did"))
	f[featModalCan] = truth(h.opensWith("can", "could", "may", "might"))
	f[featModalShould] = truth(h.opensWith("should", "must", "would", "will"))
	f[featOpensOther] = 1 - f[featModalBe] - f[featModalDo] - f[featModalCan] - f[featModalShould]
	f[featNegated] = truth(h.negated)
	for _, d := range h.directions {
		if d.shift > 0 {
			f[featUp] = 1
		} else {
			f[featDown] = 1
		}
	}
	f[featSame] = truth(h.cues&cueSame != 0)
	f[featDiffer] = truth(h.cues&cueDiffer != 0)
	f[featRelate] = truth(h.cues&cueRelate != 0)
	f[featFavour] = truth(h.cues&cueFavour != 0)
	f[featNeed] = truth(h.cues&cueNeed != 0)
	f[featCompare] = truth(h.cues&cueCompare != 0)
	f[featHedge] = truth(h.cues&cueHedge != 0)
	f[featLength] = min(1, float64(h.length)/30)
	or := hash([]byte("or"))
	for i := range h.tokens {
		if h.tokens[i].word == or {
			f[featOr] = 1
		}
		if !math.IsNaN(h.tokens[i].number) {
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
	var nearSum, wideSum float64
	for i := range passages {
		p := &passages[i]
		all |= p.set()
		if p.weight > 0.999 {
			f[featCoverage] = max(f[featCoverage], h.covered(passages, p))
			f[featRelevance] = max(f[featRelevance], p.relevance)
		}
		for j := range p.views {
			v := &p.views[j]
			if v.overlap*p.weight > f[featBest] {
				f[featSecond] = f[featBest]
				f[featBest] = v.overlap * p.weight
			} else {
				f[featSecond] = max(f[featSecond], v.overlap*p.weight)
			}
			base := p.weight * sectionWeight(p.section)
			near, wide := base*v.overlap*v.overlap*v.overlap, base*(0.2+v.overlap)
			nearSum += near
			wideSum += wide
			for k, s := range v.signal {
				f[plainFeatures+k] += near * s
				f[plainFeatures+int(signals)+k] += wide * s
			}
		}
	}
	for k := range int(signals) {
		f[plainFeatures+k] = share(f[plainFeatures+k], nearSum)
		f[plainFeatures+int(signals)+k] = share(f[plainFeatures+int(signals)+k], wideSum)
	}
	f[featMissing] = share(float64(len(h.terms)-bits.OnesCount64(all)), float64(len(h.terms)))
}

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

// cross multiplies what belongs together.
func (h *hypothesis) cross(f *vector) {
	wide := func(s signal) float64 { return f[plainFeatures+int(signals)+int(s)] }
	near := func(s signal) float64 { return f[plainFeatures+int(s)] }
	f[featSameSame] = f[featSame] * (wide(sigSame) + wide(sigNotSignificant))
	f[featSameSignificant] = f[featSame] * wide(sigSignificant)
	f[featNegatedNegated] = f[featNegated] * near(sigNegated)
	f[featNegatedOppose] = f[featNegated] * near(sigOppose)
	f[featFavourFavour] = f[featFavour] * wide(sigFavour)
	f[featNeedSame] = f[featNeed] * wide(sigSame)
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
