package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A Forecast is a confidence and whether what it was given for came true.
type Forecast struct {
	Confidence float64 // 0..1
	Right      bool
}

// Outcome is 1 if it came true, else 0.
func (f Forecast) Outcome() float64 {
	if f.Right {
		return 1
	}
	return 0
}

// A Z is a normal statistic with its two-sided p-value.
type Z struct {
	Z float64 `json:"z"`
	P float64 `json:"p"`
}

// Spiegelhalter tests that confidences are chances (Spiegelhalter 1986, Statistics in Medicine 5:421): a z far from 0 says that the Brier score is not
// what it would be of a calibrated forecaster. False if every confidence is 0, 0.5 or 1, of which the test knows nothing.
func Spiegelhalter(fs []Forecast) (Z, bool) {
	over, variance := 0.0, 0.0
	for _, f := range fs {
		p := f.Confidence
		over += (f.Outcome() - p) * (1 - 2*p)
		variance += (1 - 2*p) * (1 - 2*p) * p * (1 - p)
	}
	if variance <= 1e-12 {
		return Z{P: 1}, false
	}
	s := over / math.Sqrt(variance)
	return Z{s, twoSided(s)}, true
}

// A Decomposition takes a Brier score apart (Murphy 1973, Journal of Applied Meteorology 12:595), with the part that is lost within the bins (Stephenson,
// Coelho, Jolliffe 2008): Brier = Reliability - Resolution + Uncertainty + Within.
type Decomposition struct {
	Brier       float64 `json:"brier"`
	Reliability float64 `json:"reliability"` // how far confidences are from the shares that came true; 0 is best
	Resolution  float64 `json:"resolution"`  // how far those shares are from the mean; the more the better
	Uncertainty float64 `json:"uncertainty"` // of the outcomes, whatever the forecaster says
	Within      float64 `json:"within_bins"`
}

// Murphy returns the decomposition in n equally wide bins; all 0 of no forecasts.
func Murphy(fs []Forecast, n int) Decomposition {
	var d Decomposition
	all := bin(fs)
	for _, members := range binned(fs, n) {
		b := bin(members)
		share := float64(len(members)) / float64(len(fs))
		d.Reliability += share * (b.confidence - b.right) * (b.confidence - b.right)
		d.Resolution += share * (b.right - all.right) * (b.right - all.right)
	}
	for _, f := range fs {
		d.Brier += (f.Confidence - f.Outcome()) * (f.Confidence - f.Outcome()) / float64(len(fs))
	}
	d.Uncertainty = all.right * (1 - all.right)
	d.Within = d.Brier - d.Reliability + d.Resolution - d.Uncertainty
	return d
}

// means are those of the forecasts of a bin.
type means struct{ confidence, right float64 }

func bin(fs []Forecast) means {
	var m means
	for _, f := range fs {
		m.confidence += f.Confidence / float64(len(fs))
		m.right += f.Outcome() / float64(len(fs))
	}
	return m
}

// binned returns the forecasts in equally wide bins, without the empty ones.
func binned(fs []Forecast, n int) [][]Forecast {
	bins := make([][]Forecast, max(1, n))
	for _, f := range fs {
		k := min(len(bins)-1, max(0, int(f.Confidence*float64(len(bins)))))
		bins[k] = append(bins[k], f)
	}
	return slices.DeleteFunc(bins, func(b []Forecast) bool { return len(b) == 0 })
}

// ECE returns the expected calibration error (Naeini et al. 2015) in n equally wide bins; 0 of no forecasts. It is over 0 for a calibrated
// forecaster, too: see [Calibrated] and [SquaredError].
func ECE(fs []Forecast, n int) float64 {
	sum := 0.0
	for _, members := range binned(fs, n) {
		b := bin(members)
		sum += math.Abs(b.confidence-b.right) * float64(len(members))
	}
	return ratio(sum, float64(len(fs)))
}

// Calibrated simulates [ECE] of a perfectly calibrated forecaster with the same confidences: its mean, and the value that it is under 95 times
// in 100, by draws simulations (as the consistency bars of Bröcker and Smith 2007). An ECE over High is not chance.
func Calibrated(fs []Forecast, n, draws int, seed uint64) (mean, high float64) {
	rng := rand.New(rand.NewPCG(seed, 2))
	again, values := slices.Clone(fs), make([]float64, draws)
	for d := range values {
		for i := range again {
			again[i].Right = rng.Float64() < again[i].Confidence
		}
		values[d] = ECE(again, n)
		mean += values[d] / float64(draws)
	}
	slices.Sort(values)
	return mean, values[draws-1-draws/20]
}

// A SquaredErrorEstimate is a calibration error without the bias of small bins.
type SquaredErrorEstimate struct {
	Value    float64  `json:"value"`    // may be a little under 0 where forecasts are calibrated
	Interval Interval `json:"interval"` // from 0 up
	Root     float64  `json:"root"`     // the error in units of confidence, 0 where Value is under 0
}

// SquaredError returns the debiased squared calibration error in n equally wide bins (Kumar, Liang, Ma 2019, arXiv 1909.10155), with the normal interval by the
// variance of a sum of squared bin errors (as Sun et al. 2024, arXiv 2408.08998, who show why the plug-in bootstrap is biased). Bins of
// one forecast cannot be debiased, and are left out. The interval holds the true value 94 to 96 times
// in 100, and more often where that is near 0.
func SquaredError(fs []Forecast, n int) SquaredErrorEstimate {
	value, variance, counted := 0.0, 0.0, 0.0
	for _, members := range binned(fs, n) {
		if len(members) > 1 {
			counted += float64(len(members))
		}
	}
	for _, members := range binned(fs, n) {
		if len(members) < 2 {
			continue
		}
		errors := make([]float64, len(members))
		for i, f := range members {
			errors[i] = f.Outcome() - f.Confidence
		}
		share, noise := float64(len(members))/counted, spread(errors)/float64(len(members))
		square := mean(errors)*mean(errors) - noise
		value += share * square
		variance += share * share * (4*mean(errors)*mean(errors)*noise + 2*noise*noise) // the larger of two estimates
	}
	half := z(Alpha) * math.Sqrt(variance)
	return SquaredErrorEstimate{value, Interval{max(0, value-half), max(0, value+half)}, math.Sqrt(max(0, value))}
}
