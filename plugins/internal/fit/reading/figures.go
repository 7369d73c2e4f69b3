package main

import (
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
)

// gate is the value of signal addressed from which questions are counted in figures.
const gate = 0.25

// Figures tell how a model judges the questions and sentences of one pack. NaN, which a report leaves out, stands for
// what the pack has no labels for.
type Figures struct {
	Addressed  *float64           `json:"addressed,omitempty"` // share of its answerable questions over the gate
	Over       map[string]Crossed `json:"over"`                // its questions asked of other corpora
	Documents  *float64           `json:"auc_document_against_one_that_settles_nothing,omitempty"`
	InDocument *float64           `json:"auc_sentence_in_its_documents,omitempty"`
	Elsewhere  *float64           `json:"auc_sentence_against_other_documents,omitempty"`
}

// Crossed are questions asked of a corpus that does not answer them.
type Crossed struct {
	AUC       *float64 `json:"auc,omitempty"` // answerable over their own corpus against these
	Addressed float64  `json:"addressed"`     // share over the gate
}

// figuresOf judges the bags of one pack.
func figuresOf(bags []bag, m *reading.Model) Figures {
	var own []float64
	crossed := map[string][]float64{}
	for i := range bags {
		b := &bags[i]
		switch b.addressed {
		case 1:
			own = append(own, b.score(m))
		case 0:
			crossed[b.corpus] = append(crossed[b.corpus], b.score(m))
		}
	}
	out := Figures{Over: map[string]Crossed{}}
	if len(own) > 0 {
		out.Addressed = number(above(own, gate))
	}
	for corpus, scores := range crossed {
		out.Over[corpus] = Crossed{AUC: number(auc(own, scores)), Addressed: rounded(above(scores, gate))}
	}
	out.InDocument, out.Elsewhere = sentences(bags, m)
	out.Documents = documents(bags, m)
	return out
}

// documents returns the AUC of documents that address their question against those on its subject that do not settle it, each
// by its best sentence.
func documents(bags []bag, m *reading.Model) *float64 {
	var yes, no []float64
	for i := range bags {
		best := map[int]float64{}
		for k := range bags[i].rows {
			r := &bags[i].rows[k]
			best[r.in] = max(best[r.in], addresses(m, r))
		}
		seen := map[int]bool{}
		for k := range bags[i].rows {
			switch r := &bags[i].rows[k]; {
			case seen[r.in]:
			case r.gold:
				yes = append(yes, best[r.in])
			case r.near:
				no = append(no, best[r.in])
			}
			seen[bags[i].rows[k].in] = true
		}
	}
	return number(auc(yes, no))
}

// sentences returns the AUC of sentences that address their question against the others of documents that labels name, and
// against those of further documents.
func sentences(bags []bag, m *reading.Model) (inside, elsewhere *float64) {
	var yes, no, other []float64
	for i := range bags {
		b := &bags[i]
		if b.pack != b.corpus {
			continue
		}
		for k := range b.rows {
			switch r := &b.rows[k]; {
			case r.label == 1:
				yes = append(yes, addresses(m, r))
			case r.label == 0 && (r.gold || r.near):
				no = append(no, addresses(m, r))
			case r.label == 0:
				other = append(other, addresses(m, r))
			}
		}
	}
	return number(auc(yes, no)), number(auc(yes, other))
}

// addresses judges a sentence as the plugin does by default, but for its section and for twins.
func addresses(m *reading.Model, r *row) float64 {
	return reading.Defaults.Addresses(m, &r.f, "", false)
}

// score returns the signal addressed: that of the best sentence.
func (b *bag) score(m *reading.Model) float64 {
	best := 0.0
	for i := range b.rows {
		best = max(best, addresses(m, &b.rows[i]))
	}
	return best
}

// number rounds for the report; nil for NaN.
func number(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	v = rounded(v)
	return &v
}

func rounded(v float64) float64 { return math.Round(v*1000) / 1000 }

// auc returns the chance that a positive scores higher than a negative, ties half; NaN if there are none of either.
func auc(positive, negative []float64) float64 {
	if len(positive) == 0 || len(negative) == 0 {
		return math.NaN()
	}
	slices.Sort(negative)
	sum := 0.0
	for _, p := range positive {
		below, _ := slices.BinarySearch(negative, p)
		behind := below
		for behind < len(negative) && negative[behind] == p {
			behind++
		}
		sum += float64(below) + float64(behind-below)/2
	}
	return sum / float64(len(positive)) / float64(len(negative))
}

// above returns the share of scores at or over a threshold.
func above(scores []float64, threshold float64) float64 {
	n := 0
	for _, s := range scores {
		if s >= threshold {
			n++
		}
	}
	return float64(n) / float64(max(1, len(scores)))
}
