package stance

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
	"github.com/sparkhost/sparkhost/plugins/refit/logistic"
)

// A sample is questions as the heads of the model see them.
type sample []example

type example struct {
	stance.Heads
	label Label
	fold  uint64
}

// measure leaves out what nothing that was read addresses: no weights change its answer.
func measure(j *stance.Judge, questions []Question) (s sample) {
	for i := range questions {
		q := &questions[i]
		if h := j.Heads(stance.Question{Text: q.Text, Rarity: q.rarity()}, q.Sentences); h.Addressed {
			s = append(s, example{h, q.Label, text.Hash([]byte(q.Group))})
		}
	}
	return s
}

// rarity returns how rare words are, by their hashes.
func (q *Question) rarity() map[uint64]float64 {
	if q.hashed != nil {
		return q.hashed
	}
	rarity := make(map[uint64]float64, len(q.Rarity))
	for w, r := range q.Rarity {
		rarity[text.Hash([]byte(w))] = r
	}
	return rarity
}

func (s sample) without(fold, folds int) (rest sample) {
	for _, e := range s {
		if int(e.fold%uint64(folds)) != fold {
			rest = append(rest, e)
		}
	}
	return rest
}

// hasBoth says whether there are enough questions of both kinds to tell decided from undecided.
func (s sample) hasBoth() bool {
	open := 0
	for _, e := range s {
		if e.label == Undecided {
			open++
		}
	}
	return open >= LeastOfClass && len(s)-open >= LeastOfClass
}

func (s sample) decided() *logistic.Table {
	t := &logistic.Table{}
	for _, e := range s {
		t.Add(e.Vector, e.Heads.Decided, e.label != Undecided)
	}
	return t
}

func (s sample) answer() *logistic.Table {
	t := &logistic.Table{}
	for _, e := range s {
		if e.label != Undecided {
			t.Add(e.Vector, e.Heads.Answer, e.label == Supports)
		}
	}
	return t
}

// figures judges each question by the weights of its fold.
func (s sample) figures(folds int, by func(fold int) (decided, answer []float64)) Figures {
	f := Figures{Questions: len(s)}
	sided, right := 0.0, 0.0
	for _, e := range s {
		d, a := by(int(e.fold % uint64(folds)))
		decided, answer := logistic.Sigmoid(e.Heads.Decided+logistic.Weigh(d, e.Vector)), logistic.Sigmoid(e.Heads.Answer+logistic.Weigh(a, e.Vector))
		f.DecidedLoss += logistic.Loss(decided, e.label != Undecided)
		if e.label != Undecided {
			f.AnswerLoss += logistic.Loss(answer, e.label == Supports)
			sided++
		}
		if likeliest(decided, answer) == e.label {
			right++
		}
	}
	n := math.Max(1, float64(len(s)))
	f.Accuracy, f.DecidedLoss, f.AnswerLoss = right/n, f.DecidedLoss/n, f.AnswerLoss/math.Max(1, sided)
	return f
}

func likeliest(decided, answer float64) Label {
	switch s, c := decided*answer, decided*(1-answer); {
	case s >= c && s >= 1-decided:
		return Supports
	case c >= 1-decided:
		return Contradicts
	}
	return Undecided
}
