package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// resamples is how often the paired tests draw. With 10,000 the 95 % limits of a mean
// are steady to about a hundredth of the interval's width.
const resamples = 10_000

// A Difference is what a paired comparison of two systems on the same items found.
type Difference struct {
	Items  int     `json:"items"`
	Mean   float64 `json:"mean"` // of second minus first
	Low    float64 `json:"low"`  // 95 % interval of Mean, percentile bootstrap over items
	High   float64 `json:"high"`
	P      float64 `json:"p"` // two-sided sign-flip permutation test of Mean = 0
	Better int     `json:"better"`
	Worse  int     `json:"worse"`
}

// Conclusive says that the interval leaves 0 out.
func (d Difference) Conclusive() bool { return d.Low > 0 || d.High < 0 }

// Paired compares two systems item by item: first[i] and second[i] belong to the same
// item. Equal inputs and seed give the same result. There must be as many of both, at
// least one, all finite.
func Paired(first, second []float64, seed uint64) (Difference, error) {
	if len(first) != len(second) || len(first) == 0 {
		return Difference{}, fmt.Errorf("paired comparison: %d against %d items", len(first), len(second))
	}
	d := Difference{Items: len(first)}
	diff := make([]float64, len(first))
	for i := range diff {
		diff[i] = second[i] - first[i]
		if math.IsNaN(diff[i]) || math.IsInf(diff[i], 0) {
			return Difference{}, fmt.Errorf("paired comparison: item %d: %v against %v", i, first[i], second[i])
		}
		if diff[i] > 0 {
			d.Better++
		} else if diff[i] < 0 {
			d.Worse++
		}
	}
	d.Mean = mean(diff)
	rng := rand.New(rand.NewPCG(seed, 0))
	d.Low, d.High = bootstrap(diff, rng)
	d.P = signFlip(diff, d.Mean, rng)
	return d, nil
}

// bootstrap returns the 2.5th and 97.5th percentile of the resampled means.
func bootstrap(diff []float64, rng *rand.Rand) (low, high float64) {
	means := make([]float64, resamples)
	for r := range means {
		sum := 0.0
		for range diff {
			sum += diff[rng.IntN(len(diff))]
		}
		means[r] = sum / float64(len(diff))
	}
	slices.Sort(means)
	return means[resamples*25/1000], means[resamples-1-resamples*25/1000]
}

// signFlip is the share of sign assignments whose mean is as far from 0 as the
// observed one, the observed one counted in.
func signFlip(diff []float64, observed float64, rng *rand.Rand) float64 {
	extreme := 1
	for range resamples {
		sum := 0.0
		for _, v := range diff {
			if rng.Uint64()&1 == 0 {
				v = -v
			}
			sum += v
		}
		if math.Abs(sum/float64(len(diff))) >= math.Abs(observed)-1e-12 {
			extreme++
		}
	}
	return float64(extreme) / (resamples + 1)
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}
