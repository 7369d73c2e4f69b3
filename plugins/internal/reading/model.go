package reading

import (
	"errors"
	"strconv"
	"strings"
)

// A Model weighs features: the log-odds that a sentence addresses its question are the weighted sum.
type Model struct {
	Bias    float64
	Weights Vector
	Range   Range
}

// ErrModel is matched by the errors of [Parse].
var ErrModel = errors.New("not a model of reading")

const heading = "READING 1"

// Sum returns the log-odds that a sentence of these features addresses the question.
func (m *Model) Sum(f *Vector) float64 {
	sum := m.Bias
	for i, v := range f {
		sum += m.Weights[i] * v
	}
	return sum
}

// A number of a model has a name in its file.
type number struct {
	name  string
	value *float64
}

// numbers returns all of a model, in the order of its file.
func (m *Model) numbers() []number {
	out := []number{
		{"few terms of questions", &m.Range.FewTerms}, {"many terms of questions", &m.Range.ManyTerms},
		{"unknown share of questions", &m.Range.Unknown}, {"few sentences of questions", &m.Range.FewSentences},
		{"bias", &m.Bias},
	}
	for i, name := range Names {
		out = append(out, number{name, &m.Weights[i]})
	}
	return out
}

// Format writes a model as text: a title and a line for each number, with its name.
func (m *Model) Format() string {
	var b strings.Builder
	b.WriteString(heading + "\n")
	for _, n := range m.numbers() {
		b.WriteString(strconv.FormatFloat(*n.value, 'f', 4, 64) + " " + n.name + "\n")
	}
	return b.String()
}

// Parse reads what Format writes. Its errors match [ErrModel].
func Parse(file string) (*Model, error) {
	m := &Model{}
	numbers, lines := m.numbers(), strings.Split(strings.TrimSuffix(file, "\n"), "\n")
	if lines[0] != heading || len(lines) != len(numbers)+1 {
		return nil, ErrModel
	}
	for i, n := range numbers {
		value, name, _ := strings.Cut(lines[i+1], " ")
		v, err := strconv.ParseFloat(value, 64)
		if err != nil || name != n.name {
			return nil, errors.Join(ErrModel, errors.New("line "+strconv.Itoa(i+2)+": wanted a number and "+n.name))
		}
		*n.value = v
	}
	return m, nil
}
