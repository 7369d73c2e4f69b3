package stance

import (
	"errors"
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/forest"
)

// A Model holds the weights. Evidence and Side judge works, the others questions.
type Model struct {
	Evidence *forest.Forest // a work says something of the hypothesis, against nothing
	Side     *forest.Forest // it supports it, against contradicts it
	Claim    *forest.Forest // what was read decides a claim, against leaves it open, by how far the best work stands out
	Question *forest.Forest // the same of a yes/no question
	Answer   *forest.Forest // all that was read supports the hypothesis, against contradicts it
	Polarity *Polarity      // words that only the hypothesis or only a work has say that it supports it, against contradicts it
}

// forests returns the parts of a model in the order of its file.
func (m *Model) forests() []**forest.Forest {
	return []**forest.Forest{&m.Evidence, &m.Side, &m.Claim, &m.Question, &m.Answer}
}

// Append adds the file form of the model to b.
func (m *Model) Append(b []byte) []byte {
	for _, f := range m.forests() {
		b = (*f).Append(b)
	}
	return m.Polarity.append(b)
}

// ErrFeatures says that a model was fitted to other features than this program measures.
var ErrFeatures = errors.New("the model of plugin stance was fitted to other features: fit it again")

// ParseModel reads a model from its file form. The error matches [forest.ErrModel] or [ErrFeatures].
func ParseModel(b []byte) (*Model, error) {
	m := &Model{}
	for _, f := range m.forests() {
		var err error
		if *f, b, err = forest.Parse(b); err != nil {
			return nil, err
		}
		want := PoolFeatures
		switch f {
		case &m.Evidence, &m.Side:
			want = WorkFeatures
		case &m.Claim:
			want = OutstandingFeatures
		}
		if (*f).Features != want {
			return nil, ErrFeatures
		}
	}
	var err error
	m.Polarity, err = parsePolarity(b)
	return m, err
}

func sigmoid(v float64) float64 { return 1 / (1 + math.Exp(-v)) }
