package eval

import "github.com/sparkhost/sparkhost/host/eval/stats"

// resamples is the number of draws of a paired test.
const resamples = stats.Resamples

// A Difference is the result of a paired comparison of two systems on the same items.
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
	diff, err := stats.Subtract(first, second)
	if err != nil {
		return Difference{}, err
	}
	d := Difference{Items: len(diff), Mean: mean(diff), P: stats.SignFlip(diff, seed)}
	for _, v := range diff {
		if v > 0 {
			d.Better++
		} else if v < 0 {
			d.Worse++
		}
	}
	i := stats.Bootstrap(len(diff), resamples, seed, func(drawn []int) float64 {
		sum := 0.0
		for _, k := range drawn {
			sum += diff[k]
		}
		return sum / float64(len(drawn))
	})
	d.Low, d.High = i.Low, i.High
	return d, nil
}

// widen settles the interval of a difference of two figures between 0 and 1: of fewer than [stats.MinUnits] items it is all that is possible.
func (d *Difference) widen() {
	i := widened(Interval{Low: d.Low, High: d.High}, d.Mean, d.Items, -1)
	if !i.Known() {
		i = Interval{Low: -1, High: 1}
	}
	d.Low, d.High = i.Low, i.High
}

// widened returns the bootstrap's interval of the mean of n values between low and 1: not known of fewer than [stats.MinUnits], and where all values are
// equal that of [stats.SameMean].
func widened(i Interval, mean float64, n int, low float64) Interval {
	switch {
	case n < stats.MinUnits:
		return stats.Unknown()
	case i.Flat():
		return stats.SameMean(mean, n, low, 1)
	}
	return i
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return part(sum, float64(len(v)))
}
