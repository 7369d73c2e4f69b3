// Package logistic corrects log-odds by a weighted sum of features, which it fits to labelled examples under a ridge.
package logistic

import (
	"math"

	"gonum.org/v1/gonum/optimize"
)

// A Table is examples of a class with the log-odds that the shipped model gives them. The zero value is empty.
type Table struct {
	x      [][]float32
	offset []float64
	class  []bool
}

// Add adds an example. All have equally many features.
func (t *Table) Add(x []float32, offset float64, class bool) {
	t.x, t.offset, t.class = append(t.x, x), append(t.offset, offset), append(t.class, class)
}

// Fit returns the constant and the weight of each feature that lower the log loss most under a ridge on the weights of standardised
// features; the constant is free.
func (t *Table) Fit(ridge float64) []float64 {
	if len(t.x) == 0 {
		return nil
	}
	mean, spread := t.moments()
	width := len(mean)
	problem := optimize.Problem{
		Func: func(w []float64) float64 { return t.objective(w, nil, mean, spread, ridge) },
		Grad: func(grad, w []float64) { t.objective(w, grad, mean, spread, ridge) },
	}
	result, err := optimize.Minimize(problem, make([]float64, width+1), &optimize.Settings{MajorIterations: 200, Converger: optimize.NeverTerminate{}}, &optimize.LBFGS{})
	if result == nil || err != nil && len(result.X) == 0 {
		return nil
	}
	weights := append([]float64{}, result.X...)
	for k := range width {
		weights[k+1] = share(weights[k+1], spread[k])
		weights[0] -= weights[k+1] * mean[k]
	}
	return weights
}

// moments returns the mean and the standard deviation of each feature.
func (t *Table) moments() (mean, spread []float64) {
	n := float64(len(t.x))
	mean, spread = make([]float64, len(t.x[0])), make([]float64, len(t.x[0]))
	for _, x := range t.x {
		for k, v := range x {
			mean[k] += float64(v) / n
		}
	}
	for _, x := range t.x {
		for k, v := range x {
			spread[k] += (float64(v) - mean[k]) * (float64(v) - mean[k]) / n
		}
	}
	for k := range spread {
		spread[k] = math.Sqrt(spread[k])
	}
	return mean, spread
}

// objective returns the penalised log loss; it fills grad, if there is one.
func (t *Table) objective(w, grad, mean, spread []float64, ridge float64) float64 {
	clear(grad)
	sum := 0.0
	for k := 1; k < len(w); k++ {
		sum += ridge / 2 * w[k] * w[k]
		if grad != nil {
			grad[k] = ridge * w[k]
		}
	}
	for i, x := range t.x {
		z := t.offset[i] + w[0]
		for k, v := range x {
			z += w[k+1] * share(float64(v)-mean[k], spread[k])
		}
		p := Sigmoid(z)
		sum += Loss(p, t.class[i])
		if grad == nil {
			continue
		}
		d := p
		if t.class[i] {
			d = p - 1
		}
		grad[0] += d
		for k, v := range x {
			grad[k+1] += d * share(float64(v)-mean[k], spread[k])
		}
	}
	return sum
}

func share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return part / whole
}

// Sigmoid returns the probability of log-odds.
func Sigmoid(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

// Loss returns the log loss of a probability, at most 20.
func Loss(p float64, class bool) float64 {
	if !class {
		p = 1 - p
	}
	return math.Min(20, -math.Log(p))
}

// Weigh returns a constant and the weights of features; 0 without any.
func Weigh(w []float64, x []float32) float64 {
	if len(w) == 0 {
		return 0
	}
	sum := w[0]
	for k, v := range x {
		sum += w[k+1] * float64(v)
	}
	return sum
}
