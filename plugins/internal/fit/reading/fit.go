package main

import (
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
)

// signs says which way a feature may act: what is met can only help, what is missing only hurt.
var signs = [reading.Features]int{
	reading.FeatSubject: 1, reading.FeatRelation: 1, reading.FeatRelationContext: 1, reading.FeatBoth: 1, reading.FeatHere: 1,
	reading.FeatContext: 1, reading.FeatFirst: 1, reading.FeatLeast: 1, reading.FeatBeside: 1, reading.FeatMissing: -1,
	reading.FeatNumber: 1, reading.FeatNoNumber: -1, reading.FeatAim: -1, reading.FeatFinding: 1, reading.FeatOption: 1,
	reading.FeatUnknown: -1, reading.FeatNames: 1, reading.FeatNameless: -1,
}

// An example is a sentence with its class and weight.
type example struct {
	f      *reading.Vector
	y      float64
	weight float64
}

// Options of the fit.
const (
	l2       = 0.0005
	rounds   = 5   // in each, the best sentence of every question is chosen anew
	steps    = 5   // of Newton's method, in each round
	ofSingle = 1.0 // weight of what is known of single sentences, beside that of questions
)

// fit minimises the log-loss of sentences whose label is known and of the best sentence of each question,
// each pack weighing the same.
func fit(bags []bag) *reading.Model {
	m := &reading.Model{}
	m.Weights[reading.FeatContext], m.Weights[reading.FeatBoth], m.Bias = 4, 2, -3
	singles := singlesOf(bags)
	z := newScale(bags)
	for range rounds {
		xs := append(bestOf(bags, m), singles...)
		m = z.descend(xs, m)
	}
	m.Range = rangeOf(bags)
	return m
}

// rangeOf returns the range of the answerable questions.
func rangeOf(bags []bag) reading.Range {
	var terms, unknown, sentences []float64
	for i := range bags {
		if b := &bags[i]; b.addressed == 1 {
			terms, unknown, sentences = append(terms, float64(b.terms)), append(unknown, b.unknown), append(sentences, float64(len(b.rows)))
		}
	}
	return reading.Range{
		FewTerms: quantile(terms, 0.05), ManyTerms: quantile(terms, 0.95),
		Unknown: quantile(unknown, 0.95), FewSentences: quantile(sentences, 0.05),
	}
}

// quantile returns the value below which that share of the values lies.
func quantile(values []float64, share float64) float64 {
	slices.Sort(values)
	return values[int(share*float64(len(values)-1))]
}

// singlesOf returns the sentences whose own label is known.
func singlesOf(bags []bag) []example {
	counts := map[string]*[2]float64{}
	var xs []example
	var packs []string
	for i := range bags {
		b := &bags[i]
		if b.pack != b.corpus || b.addressed != 1 && b.pack != "climate" && b.pack != "healthver" {
			continue
		}
		for k := range b.rows {
			r := &b.rows[k]
			if r.label < 0 || r.label == 0 && !r.gold && !r.near && k%7 != 0 {
				continue
			}
			if counts[b.pack] == nil {
				counts[b.pack] = &[2]float64{}
			}
			counts[b.pack][r.label]++
			xs = append(xs, example{f: &r.f, y: float64(r.label)})
			packs = append(packs, b.pack)
		}
	}
	for i := range xs {
		xs[i].weight = ofSingle / counts[packs[i]][int(xs[i].y)]
	}
	return xs
}

// bestOf returns the best sentence of each question, which is known to be addressed or not.
func bestOf(bags []bag, m *reading.Model) []example {
	counts := map[string]*[2]float64{}
	var xs []example
	var packs []string
	for i := range bags {
		b := &bags[i]
		if b.addressed < 0 || len(b.rows) == 0 {
			continue
		}
		var best *row
		for k := range b.rows {
			r := &b.rows[k]
			if b.addressed == 1 && !r.gold {
				continue
			}
			if best == nil || m.Sum(&r.f) > m.Sum(&best.f) {
				best = r
			}
		}
		if best == nil {
			continue
		}
		if counts[b.pack] == nil {
			counts[b.pack] = &[2]float64{}
		}
		counts[b.pack][b.addressed]++
		xs = append(xs, example{f: &best.f, y: float64(b.addressed)})
		packs = append(packs, b.pack)
	}
	for i := range xs {
		xs[i].weight = 1 / counts[packs[i]][int(xs[i].y)]
	}
	return xs
}

// A scale divides features by their spread, so that the penalty is fair.
type scale struct{ spread reading.Vector }

func newScale(bags []bag) *scale {
	z, mean, n := &scale{}, reading.Vector{}, 0.0
	for i := range bags {
		for k := range bags[i].rows {
			n++
			for j, v := range bags[i].rows[k].f {
				mean[j] += v
				z.spread[j] += v * v
			}
		}
	}
	for j := range z.spread {
		z.spread[j] = math.Sqrt(max(z.spread[j]/n-mean[j]*mean[j]/n/n, 1e-4))
	}
	return z
}

const dims = reading.Features + 1

// descend minimises the penalised log-loss under the signs: Newton's method, each step's quadratic by coordinates
// (Friedman, Hastie and Tibshirani, 2010).
func (z *scale) descend(xs []example, from *reading.Model) *reading.Model {
	var w [dims]float64
	for j, v := range from.Weights {
		w[j] = v * z.spread[j]
	}
	w[dims-1] = from.Bias
	for range steps {
		gradient, hessian := z.curve(xs, &w)
		w = minimum(&w, &gradient, hessian)
	}
	out := &reading.Model{Bias: w[dims-1]}
	for j := range out.Weights {
		out.Weights[j] = w[j] / z.spread[j]
	}
	return out
}

// curve is slope and curvature of the loss at w, per unit of weight.
func (z *scale) curve(xs []example, w *[dims]float64) (gradient [dims]float64, hessian *[dims][dims]float64) {
	hessian = &[dims][dims]float64{}
	total := 0.0
	var v [dims]float64
	v[dims-1] = 1
	for _, x := range xs {
		sum := w[dims-1]
		for j, f := range x.f {
			v[j] = f / z.spread[j]
			sum += w[j] * v[j]
		}
		p := 1 / (1 + math.Exp(-sum))
		slope, bend := x.weight*(p-x.y), x.weight*max(p*(1-p), 1e-3)
		total += x.weight
		for j := range v {
			gradient[j] += slope * v[j]
			for k := 0; k <= j; k++ {
				hessian[j][k] += bend * v[j] * v[k]
			}
		}
	}
	for j := range gradient {
		gradient[j] /= total
		for k := 0; k <= j; k++ {
			hessian[j][k] /= total
			hessian[k][j] = hessian[j][k]
		}
		if j < reading.Features {
			gradient[j] += l2 * w[j]
			hessian[j][j] += l2
		}
	}
	return gradient, hessian
}

// minimum of the quadratic around w, under the signs.
func minimum(w, gradient *[dims]float64, hessian *[dims][dims]float64) [dims]float64 {
	next, slope := *w, *gradient
	for range 60 {
		for j := range next {
			to := next[j] - slope[j]/(hessian[j][j]+1e-9)
			if j < reading.Features && float64(signs[j])*to < 0 {
				to = 0
			}
			if d := to - next[j]; d != 0 {
				for k := range slope {
					slope[k] += hessian[k][j] * d
				}
				next[j] = to
			}
		}
	}
	return next
}
