// Package stance fits plugin stance to a team's own questions: weights that correct the log-odds of the shipped model, for the
// plugin's settings decided_weights and answer_weights. With little data they stay near zero, which is the model as shipped.
package stance

import (
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/plugins/internal/stanceinput"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Label is the right answer to a question.
type Label int

// The labels.
const (
	Undecided Label = iota
	Supports
	Contradicts
)

// A Sentence is one that was read for a question; see [stance.Sentence].
type Sentence = stance.Sentence

// A Question is a claim or yes/no question with what was read for it and its right answer.
type Question struct {
	Text      string
	Rarity    map[string]float64 // of its words, lower case, 0 to 1
	Sentences []Sentence
	Label     Label
	Group     string // document or topic: questions of one group stay in one fold
	hashed    map[uint64]float64
}

// Of returns the question that a request of the plugin asks, with its right answer and its group.
func Of(req *contract.Request, label Label, group string) (Question, error) {
	q, sentences, err := stanceinput.Read(req)
	return Question{Text: q.Text, Sentences: sentences, Label: label, Group: group, hashed: q.Rarity}, err
}

// Options say how to fit. The zero value of a field means its default.
type Options struct {
	Folds int     // default 5
	Ridge float64 // penalty on squared weights of standardised features; default 30
}

// What a fit needs at least.
const (
	LeastQuestions = 50
	LeastOfClass   = 10
	LeastGroups    = 10
)

// ErrTooLittle is matched by the error of [Fit] for too few questions, groups or answers of a kind.
var ErrTooLittle = errors.New("too few labelled questions to fit the stance")

// A Fitted is weights with the figures of both ways, from grouped cross-validation.
type Fitted struct {
	DecidedWeights, AnswerWeights []float64 // empty: the questions do not improve on the shipped model
	Before, After                 Figures
	Folds                         int
}

// Figures say how right answers come out. Lower losses are better.
type Figures struct {
	Questions   int
	Accuracy    float64 // share whose likeliest answer is right
	DecidedLoss float64 // mean log loss of decided against undecided
	AnswerLoss  float64 // mean log loss of supports against contradicts
}

// Fit corrects a model, given in its file form, for questions. The error matches [ErrTooLittle], or is of the model's file.
// Equal arguments give equal weights.
func Fit(model []byte, questions []Question, o Options) (*Fitted, error) {
	m, err := stance.ParseModel(model)
	if err != nil {
		return nil, err
	}
	if o.Folds == 0 {
		o.Folds = 5
	}
	if o.Ridge == 0 {
		o.Ridge = 30
	}
	if err := enough(questions); err != nil {
		return nil, err
	}
	s := measure(stance.NewJudge(m), questions)
	f := &Fitted{Folds: o.Folds}
	decided, answer := make([][]float64, o.Folds), make([][]float64, o.Folds)
	for fold := range o.Folds {
		train := s.without(fold, o.Folds)
		decided[fold], answer[fold] = train.decided().Fit(o.Ridge), train.answer().Fit(o.Ridge)
	}
	f.Before = s.figures(o.Folds, func(int) ([]float64, []float64) { return nil, nil })
	both := s.figures(o.Folds, func(fold int) ([]float64, []float64) { return decided[fold], answer[fold] })
	if both.DecidedLoss < f.Before.DecidedLoss && s.hasBoth() {
		f.DecidedWeights = s.decided().Fit(o.Ridge)
	}
	if both.AnswerLoss < f.Before.AnswerLoss {
		f.AnswerWeights = s.answer().Fit(o.Ridge)
	}
	f.After = s.figures(o.Folds, func(fold int) (d, a []float64) {
		if f.DecidedWeights != nil {
			d = decided[fold]
		}
		if f.AnswerWeights != nil {
			a = answer[fold]
		}
		return d, a
	})
	return f, nil
}

// enough refuses what a fit would only learn by heart.
func enough(questions []Question) error {
	groups, of := map[string]bool{}, map[Label]int{}
	for i := range questions {
		groups[questions[i].Group] = true
		of[questions[i].Label]++
	}
	switch {
	case len(questions) < LeastQuestions:
		return fmt.Errorf("%w: %d of at least %d questions", ErrTooLittle, len(questions), LeastQuestions)
	case len(groups) < LeastGroups:
		return fmt.Errorf("%w: they are of %d documents or topics, at least %d are needed", ErrTooLittle, len(groups), LeastGroups)
	case of[Supports] < LeastOfClass || of[Contradicts] < LeastOfClass:
		return fmt.Errorf("%w: %d are supported and %d contradicted, at least %d of each are needed", ErrTooLittle, of[Supports], of[Contradicts], LeastOfClass)
	}
	return nil
}
