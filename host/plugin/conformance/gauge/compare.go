package gauge

import (
	"math"
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host/eval"
)

// Quantile returns the value, such as the time of a call, that a share q of the calls, over 0 up to 1, had at
// most; 0 without calls.
func Quantile[T ~int64](of []T, q float64) T {
	if len(of) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(of))
	at := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(at, 0), len(sorted)-1)]
}

// A Ratio says how many times as long one subject takes as another: the geometric mean over calls that were made
// one after the other, with its 95 % interval by a bootstrap over these pairs.
type Ratio struct {
	Mean float64 `json:"ratio"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Difference says whether the interval leaves 1 out: "slower", "faster", or "no difference found".
func (r Ratio) Difference() string {
	switch {
	case r.Low > 1:
		return "slower"
	case r.High < 1:
		return "faster"
	}
	return "no difference found"
}

// Compare gives the ratio of s to a baseline of the same [Bench]. Equal series and seed give the same.
func Compare(s, baseline Series, seed uint64) (Ratio, error) {
	d, err := eval.Paired(logs(baseline.Took), logs(s.Took), seed)
	if err != nil {
		return Ratio{}, err
	}
	return Ratio{math.Exp(d.Mean), math.Exp(d.Low), math.Exp(d.High)}, nil
}

// logs makes factors of times into differences. A clock that saw no time pass is taken for a nanosecond.
func logs(took []time.Duration) []float64 {
	out := make([]float64, len(took))
	for i, t := range took {
		out[i] = math.Log(float64(max(t, 1)))
	}
	return out
}
