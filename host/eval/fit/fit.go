package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/sparkhost/sparkhost/host/eval"
)

// Settings say how to fit. The zero value is not useful; see [Defaults].
type Settings struct {
	Ridge float64 // how many examples the policy's own weights count for, at least 0
	Folds int     // of the cross-validation, at least 2
	Seed  uint64  // of its division
}

// Defaults returns the settings of `calibrate fit`.
func Defaults() Settings { return Settings{Ridge: 10, Folds: 5, Seed: 1} }

// The reasons for which nothing can be fitted, to be matched with errors.Is.
var (
	ErrNoExamples = errors.New("there is no question to fit to")
	ErrOneOutcome = errors.New("the answers are all right or all wrong, so no weight can tell them apart")
	ErrNoFeature  = errors.New("no feature of the confidence differs between the questions")
)

// weightDigits rounds weights to four decimals, as they are written; fitted ones are rounded before they are judged.
const weightDigits = 1e4

// iterations is more than the bounds of terms need to settle.
const iterations = 50

// Fit returns the formula with fitted weights, rounded to four digits behind the point, and which terms could be fitted:
// those whose value is known and not zero for some example. Weights of one-sided terms keep their sign. The
// formula that it is given is not changed. Equal inputs give equal weights.
func Fit(f *Formula, xs []Example, s Settings) (*Formula, []bool, error) {
	if err := fittable(f, xs, s); err != nil {
		return nil, nil, err
	}
	scale := meanSquares(f, xs)
	open := make([]bool, len(f.Terms))
	for k := range open {
		open[k] = scale[k] > 0
	}
	out := f.clone()
	fitted := slices.Clone(open)
	loss := out.loss(f, xs, scale, s.Ridge)
	for range iterations {
		next := out.clone()
		if !next.step(f, xs, scale, open, s.Ridge) {
			break
		}
		less := next.shorten(out, func() float64 { return next.loss(f, xs, scale, s.Ridge) }, loss)
		if !(less < loss-1e-12) {
			break
		}
		out, loss = next, less
	}
	for k := range out.Terms {
		out.Terms[k].Weight = math.Round(out.Terms[k].Weight*weightDigits) / weightDigits
	}
	return out, fitted, nil
}

func fittable(f *Formula, xs []Example, s Settings) error {
	if len(xs) == 0 {
		return ErrNoExamples
	}
	if !(s.Ridge >= 0) || math.IsInf(s.Ridge, 0) {
		return fmt.Errorf("ridge %v: at least 0", s.Ridge)
	}
	right := 0
	for i := range xs {
		if len(xs[i].Values) != len(f.Terms) {
			return fmt.Errorf("example %d has %d values for %d terms", i, len(xs[i].Values), len(f.Terms))
		}
		if xs[i].Right {
			right++
		}
	}
	if right == 0 || right == len(xs) {
		return ErrOneOutcome
	}
	if slices.Max(append(meanSquares(f, xs), 0)) == 0 {
		return ErrNoFeature
	}
	return nil
}

// meanSquares returns the mean of each term's squared value, over all examples.
func meanSquares(f *Formula, xs []Example) []float64 {
	out := make([]float64, len(f.Terms))
	for i := range xs {
		for k, v := range xs[i].Values {
			if !math.IsNaN(v) {
				out[k] += v * v / float64(len(xs))
			}
		}
	}
	return out
}

func (f *Formula) clone() *Formula {
	out := *f
	out.Terms = slices.Clone(f.Terms)
	return &out
}

// loss returns the squared error of the sums, before the clamp, and the ridge towards from.
func (f *Formula) loss(from *Formula, xs []Example, scale []float64, ridge float64) float64 {
	total := 0.0
	for i := range xs {
		sum, _ := f.sum(&xs[i])
		total += xs[i].weight() * (sum - outcome(&xs[i])) * (sum - outcome(&xs[i]))
	}
	for k := range f.Terms {
		d := f.Terms[k].Weight - from.Terms[k].Weight
		total += ridge * scale[k] * d * d
	}
	return total
}

func outcome(x *Example) float64 {
	if x.Right {
		return 1
	}
	return 0
}

// halvings bounds how often a step that does not lessen the loss is halved; only steps of logistic formulas can.
const halvings = 20

// shorten halves the step from one formula to f until the loss is less than before, and returns the loss.
func (f *Formula) shorten(from *Formula, loss func() float64, before float64) float64 {
	less := loss()
	for n := 0; f.Logistic && !(less < before) && n < halvings; n++ {
		for k := range f.Terms {
			f.Terms[k].Weight = (f.Terms[k].Weight + from.Terms[k].Weight) / 2
		}
		less = loss()
	}
	return less
}

// step moves the open weights to where the loss is least while no bound begins or ends to hold. It closes a one-sided
// term that would change its sign, at zero. False: the equations have no solution.
func (f *Formula) step(from *Formula, xs []Example, scale []float64, open []bool, ridge float64) bool {
	for {
		delta, ok := f.solve(from, xs, scale, open, ridge)
		if !ok {
			return false
		}
		closed := false
		for k := range f.Terms {
			t := &f.Terms[k]
			if open[k] && t.OneSided && (t.Weight+delta[k])*from.Terms[k].Weight < 0 {
				t.Weight, open[k], closed = 0, false, true
			}
		}
		if closed {
			continue
		}
		for k := range f.Terms {
			f.Terms[k].Weight += delta[k]
		}
		return true
	}
}

// solve gives the change of the open weights: (XᵀX + ridge·S) δ = Xᵀ(y - sum) - ridge·S·(w - from).
func (f *Formula) solve(from *Formula, xs []Example, scale []float64, open []bool, ridge float64) ([]float64, bool) {
	n := len(f.Terms)
	a, b := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i := range xs {
		sum, slope := f.sum(&xs[i])
		for k, v := range slope {
			if !open[k] || v == 0 {
				continue
			}
			v *= xs[i].weight()
			b.SetVec(k, b.AtVec(k)+v*(outcome(&xs[i])-sum))
			for j := k; j < n; j++ {
				if open[j] {
					a.SetSym(k, j, a.At(k, j)+v*slope[j])
				}
			}
		}
	}
	for k := range n {
		keep := ridge * scale[k]
		b.SetVec(k, b.AtVec(k)-keep*(f.Terms[k].Weight-from.Terms[k].Weight))
		a.SetSym(k, k, a.At(k, k)+keep+1e-9)
		if !open[k] {
			b.SetVec(k, 0)
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(a) {
		return nil, false
	}
	var delta mat.VecDense
	if err := factor.SolveVecTo(&delta, b); err != nil {
		return nil, false
	}
	return delta.RawVector().Data, true
}

// CrossValidate fits to all folds but one and forecasts that one, for each. The forecasts are in the order of xs.
// A fold whose rest cannot be fitted (all of it right, say) is forecast by the formula itself.
func CrossValidate(f *Formula, xs []Example, s Settings) ([]eval.Forecast, error) {
	if s.Folds < 2 || s.Folds > len(xs) {
		return nil, fmt.Errorf("%d folds of %d questions: at least 2, at most one for each", s.Folds, len(xs))
	}
	if err := fittable(f, xs, s); err != nil {
		return nil, err
	}
	return folded(xs, s, func(in []Example) func(*Example) float64 {
		fitted, _, err := Fit(f, in, s)
		if err != nil {
			fitted = f
		}
		return fitted.Confidence
	}), nil
}
