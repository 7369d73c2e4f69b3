package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/fit/packs"
	"github.com/sparkhost/sparkhost/plugins/internal/stance"
)

// figures are how answers to a pack's questions do. Of packs that ask for yes or no alone the undecided are left out.
type figures struct {
	Questions  int       `json:"questions"`
	Accuracy   float64   `json:"accuracy"`
	Sides      float64   `json:"side_accuracy"` // of those that are decided by their label
	RightAUC   float64   `json:"auc_right_against_wrong"`
	SideAUC    float64   `json:"side_auc"`
	DecidedAUC float64   `json:"decided_auc,omitempty"`
	F1         float64   `json:"macro_f1"` // of supports and contradicts
	DisputedF1 float64   `json:"disputed_f1,omitempty"`
	Confusion  [3][3]int `json:"confusion"` // label by answer: undecided, supports, contradicts
}

func (f figures) String() string {
	return fmt.Sprintf("accuracy %.3f  sides %.3f  AUC right %.3f  side %.3f  decided %.3f  F1 %.3f  disputed F1 %.3f  %v",
		f.Accuracy, f.Sides, f.RightAUC, f.SideAUC, f.DecidedAUC, f.F1, f.DisputedF1, f.Confusion)
}

// figuresOf judges the questions of a pack by the model that by gives for each.
func figuresOf(questions []pooled, pack string, by func(*pooled) *stance.Model) figures {
	var f figures
	var right, wrong, decided, open, support, contradict []float64
	var disputes [2][]float64
	sides, sided := 0.0, 0.0
	for i := range questions {
		q := &questions[i]
		if q.Pack != pack {
			continue
		}
		v := q.pool.Judge(by(q), q.x)
		disputes[index(q.Disputed)] = append(disputes[index(q.Disputed)], v.Disputed)
		if q.Disputed {
			continue
		}
		if pack == "bioasq" {
			v.Undecided = 0
		}
		f.Questions++
		p := [3]float64{v.Undecided, v.Supports, v.Contradicts}
		answer := argmax(p[:])
		f.Confusion[q.Label][answer]++
		if answer == int(q.Label) {
			right = append(right, p[answer])
		} else {
			wrong = append(wrong, p[answer])
		}
		side := 0.5
		if v.Undecided < 1 {
			side = v.Supports / (v.Supports + v.Contradicts)
		}
		switch q.Label {
		case packs.Neither:
			open = append(open, 1-v.Undecided)
			continue
		case packs.Support:
			support = append(support, side)
			sides += float64(index(side > 0.5))
		default:
			contradict = append(contradict, side)
			sides += float64(index(side <= 0.5))
		}
		decided = append(decided, 1-v.Undecided)
		sided++
	}
	f.Accuracy, f.Sides = float64(len(right))/float64(f.Questions), sides/sided
	f.RightAUC, f.SideAUC, f.F1 = auc(right, wrong), auc(support, contradict), f.macro()
	f.DisputedF1 = bestF1(disputes[1], disputes[0])
	if f.DecidedAUC = auc(decided, open); math.IsNaN(f.DecidedAUC) {
		f.DecidedAUC = 0
	}
	return f
}

// macro returns the mean F1 of supports and contradicts.
func (f *figures) macro() float64 {
	sum := 0.0
	for k := 1; k <= 2; k++ {
		with := 0
		for j := range 3 {
			with += f.Confusion[k][j] + f.Confusion[j][k]
		}
		sum += 2 * float64(f.Confusion[k][k]) / math.Max(1, float64(with)) / 2
	}
	return sum
}

func index(is bool) int {
	if is {
		return 1
	}
	return 0
}

func argmax(p []float64) int {
	best := 0
	for i := range p {
		if p[i] > p[best] {
			best = i
		}
	}
	return best
}

// auc returns the chance that a value of more is above one of less, equal ones counting half. It sorts less.
func auc(more, less []float64) float64 {
	if len(more) == 0 || len(less) == 0 {
		return math.NaN()
	}
	slices.Sort(less)
	sum := 0.0
	for _, v := range more {
		below, _ := slices.BinarySearch(less, v)
		above := below
		for above < len(less) && less[above] == v {
			above++
		}
		sum += float64(below+above) / 2
	}
	return sum / float64(len(more)) / float64(len(less))
}

// bestF1 returns the F1 of the threshold that gives the best.
func bestF1(with, without []float64) float64 {
	best := 0.0
	for _, cut := range with {
		tp, fp := 0.0, 0.0
		for _, v := range with {
			tp += float64(index(v >= cut))
		}
		for _, v := range without {
			fp += float64(index(v >= cut))
		}
		best = max(best, 2*tp/(tp+fp+float64(len(with))))
	}
	return best
}
