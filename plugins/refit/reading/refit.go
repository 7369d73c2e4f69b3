// Package reading fits plugin reading to a team's own questions: weights for the plugin's setting weights, which start from those that are
// shipped. With little data they stay near them. A question whose literature answers it has a sentence that addresses it; one whose
// literature does not has none.
package reading

import (
	"errors"
	"fmt"
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
	"github.com/sparkhost/sparkhost/plugins/internal/readinginput"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
	"github.com/sparkhost/sparkhost/plugins/refit/logistic"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Question is one with what was read for it.
type Question struct {
	asked     reading.Question
	sentences []reading.Sentence
	answered  bool
	group     string
}

// Of returns the question that a request of the plugin asks. Answered says whether its literature answers it; questions of one group, a document
// or topic, stay in one fold.
func Of(req *contract.Request, answered bool, group string) (Question, error) {
	asked, sentences, err := readinginput.Read(req)
	return Question{asked, sentences, answered, group}, err
}

// Options say how to fit. The zero value of a field means its default.
type Options struct {
	Folds int     // default 5
	Ridge float64 // penalty on squared changes of the weights of standardised features; default 30
}

// What a fit needs at least.
const (
	LeastQuestions = 50
	LeastOfClass   = 10
	LeastGroups    = 10
)

// ErrTooLittle is matched by the error of [Fit] for too few questions, groups or questions of a kind.
var ErrTooLittle = errors.New("too few labelled questions to fit the reading")

// A Fitted is weights with the figures of both ways, from grouped cross-validation.
type Fitted struct {
	Weights       []float64 // a bias, then one for each feature; empty: the questions do not improve on the shipped ones
	Before, After Figures
	Folds         int
}

// Figures say how well questions that are answered are told from others, by their best sentence.
type Figures struct {
	Questions int
	Accuracy  float64 // at a probability of one half
	Loss      float64 // mean log loss; lower is better
}

// An example is the best sentence of a question.
type example struct {
	x        []float32
	sum      float64 // log-odds by the shipped weights
	answered bool
	fold     int
}

// Fit corrects a model, given in its file form, for questions. The error matches [ErrTooLittle], or is of the model's file. Equal arguments
// give equal weights.
func Fit(model string, questions []Question, o Options) (*Fitted, error) {
	m, err := reading.Parse(model)
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
	s := measure(m, questions, o.Folds)
	f := &Fitted{Folds: o.Folds, Before: figures(s, nil)}
	corrections := make([][]float64, o.Folds)
	for fold := range corrections {
		corrections[fold] = table(s, fold).Fit(o.Ridge)
	}
	if f.After = figures(s, corrections); f.After.Loss >= f.Before.Loss {
		f.After = f.Before
		return f, nil
	}
	f.Weights = append([]float64{m.Bias}, m.Weights[:]...)
	for i, c := range table(s, -1).Fit(o.Ridge) {
		f.Weights[i] += c
	}
	return f, nil
}

// enough refuses what a fit would only learn by heart.
func enough(questions []Question) error {
	groups, answered := map[string]bool{}, 0
	for i := range questions {
		groups[questions[i].group] = true
		if questions[i].answered {
			answered++
		}
	}
	switch n := len(questions); {
	case n < LeastQuestions:
		return fmt.Errorf("%w: %d of at least %d questions", ErrTooLittle, n, LeastQuestions)
	case len(groups) < LeastGroups:
		return fmt.Errorf("%w: they are of %d documents or topics, at least %d are needed", ErrTooLittle, len(groups), LeastGroups)
	case answered < LeastOfClass || n-answered < LeastOfClass:
		return fmt.Errorf("%w: the literature answers %d and does not answer %d, at least %d of each are needed", ErrTooLittle, answered, n-answered, LeastOfClass)
	}
	return nil
}

// measure takes the best sentence of each question by the shipped weights. Questions of which nothing speaks at all are left out.
func measure(m *reading.Model, questions []Question, folds int) (all []example) {
	r := &reading.Reader{Discounts: reading.Standard}
	for i := range questions {
		q := &questions[i]
		best, top := reading.Vector{}, math.Inf(-1)
		r.Read(q.asked, q.sentences)
		r.Each(q.sentences, func(_ int, f *reading.Vector) {
			if sum := m.Sum(f); sum > top {
				best, top = *f, sum
			}
		})
		if math.IsInf(top, -1) {
			continue
		}
		x := make([]float32, len(best))
		for k, v := range best {
			x[k] = float32(v)
		}
		all = append(all, example{x, top, q.answered, int(text.Hash([]byte(q.group)) % uint64(folds))})
	}
	return all
}

// table returns the examples outside of a fold; of all, if it is negative.
func table(s []example, without int) *logistic.Table {
	t := &logistic.Table{}
	for _, e := range s {
		if e.fold != without {
			t.Add(e.x, e.sum, e.answered)
		}
	}
	return t
}

// figures judges each question by the corrections of its fold.
func figures(s []example, by [][]float64) Figures {
	f := Figures{Questions: len(s)}
	for _, e := range s {
		sum := e.sum
		if by != nil {
			sum += logistic.Weigh(by[e.fold], e.x)
		}
		p := logistic.Sigmoid(sum)
		f.Loss += logistic.Loss(p, e.answered) / float64(len(s))
		if (p >= 0.5) == e.answered {
			f.Accuracy += 1 / float64(len(s))
		}
	}
	return f
}
