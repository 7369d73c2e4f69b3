package fit

import (
	"fmt"
	"math/rand/v2"

	"github.com/sparkhost/sparkhost/host/eval"
)

// Names of the ways to fit.
const (
	Weights       = "weights"     // every weight: [Fit]
	ByTemperature = "temperature" // one number for all base terms: [Temperature]
	ByIsotonic    = "isotonic"    // a map of confidences, which a policy cannot express: [Isotonic]
)

// A Method is a way to fit, judged on folds that it was not fitted to.
type Method struct {
	Name      string
	Withheld  []eval.Forecast // in the order of the examples
	Writeable bool            // what it gives are weights of a policy
}

// Methods judges the ways to fit on the same withheld folds: weights and isotonic, and of a logistic formula temperature. Errors are
// those of [Fit] and [CrossValidate].
func Methods(f *Formula, xs []Example, s Settings) ([]Method, error) {
	if err := fittable(f, xs, s); err != nil {
		return nil, err
	}
	weights, err := CrossValidate(f, xs, s)
	if err != nil {
		return nil, err
	}
	out := []Method{{Weights, weights, true}}
	if f.Logistic {
		out = append(out, Method{ByTemperature, folded(xs, s, func(in []Example) func(*Example) float64 {
			fitted, _ := Temperature(f, in)
			return fitted.Confidence
		}), true})
	}
	return append(out, Method{ByIsotonic, folded(xs, s, func(in []Example) func(*Example) float64 {
		steps := Isotonic(f.Forecasts(in))
		return func(x *Example) float64 { return steps.Of(f.Confidence(x)) }
	}), false}), nil
}

// Best returns the writeable method with the least Brier score on withheld folds; of equal ones the first.
func Best(methods []Method) string {
	best, name := 2.0, Weights
	for _, m := range methods {
		if b := eval.Brier(m.Withheld); m.Writeable && b < best-1e-12 {
			best, name = b, m.Name
		}
	}
	return name
}

// FitBy is [Fit] by a method that is writeable.
func FitBy(method string, f *Formula, xs []Example, s Settings) (*Formula, []bool, error) {
	switch method {
	case Weights:
		return Fit(f, xs, s)
	case ByTemperature:
		if err := fittable(f, xs, s); err != nil {
			return nil, nil, err
		}
		out, _ := Temperature(f, xs)
		fitted := make([]bool, len(f.Terms))
		for k := range fitted {
			fitted[k] = f.Terms[k].Base
		}
		return out, fitted, nil
	}
	return nil, nil, fmt.Errorf("method %q: weights and temperature can be written into a policy", method)
}

// folded forecasts each fold by what was fitted to the others, with the folds of [CrossValidate].
func folded(xs []Example, s Settings, to func(in []Example) func(*Example) float64) []eval.Forecast {
	out := make([]eval.Forecast, len(xs))
	order := rand.New(rand.NewPCG(s.Seed, 0)).Perm(len(xs))
	for fold := range s.Folds {
		var in []Example
		for n, i := range order {
			if n%s.Folds != fold {
				in = append(in, xs[i])
			}
		}
		confidence := to(in)
		for n, i := range order {
			if n%s.Folds == fold {
				out[i] = eval.Forecast{Confidence: confidence(&xs[i]), Right: xs[i].Right}
			}
		}
	}
	return out
}
