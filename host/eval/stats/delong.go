package stats

import (
	"errors"
	"math"
)

// A Curves comparison is of the areas under the ROC curves of two scores over the same items.
type Curves struct {
	First      float64  `json:"first"`  // AUC
	Second     float64  `json:"second"` // AUC
	Difference float64  `json:"difference"`
	Interval   Interval `json:"interval"` // of Difference
	P          float64  `json:"p"`
}

// ErrOneKind says that all items are positive, or all negative, so that there is no ROC curve.
var ErrOneKind = errors.New("a ROC curve needs positive and negative items")

// DeLong compares two correlated AUCs (DeLong, DeLong, Clarke-Pearson 1988, Biometrics 44:837; by midranks as Sun and Xu 2014). All slices are of one
// length; scores are finite. It fails with [ErrOneKind].
func DeLong(first, second []float64, positive []bool) (Curves, error) {
	a, ok := placements(first, positive)
	b, _ := placements(second, positive)
	if !ok {
		return Curves{}, ErrOneKind
	}
	c := Curves{First: mean(a[0]), Second: mean(b[0]), P: 1}
	c.Difference = c.Second - c.First
	variance := 0.0
	for kind := range a {
		d, err := Subtract(a[kind], b[kind])
		if err != nil {
			return Curves{}, err
		}
		variance += spread(d) / float64(len(d))
	}
	half := z(Alpha) * math.Sqrt(variance)
	c.Interval = Interval{c.Difference - half, c.Difference + half}
	if variance > 1e-18 {
		c.P = twoSided(c.Difference / math.Sqrt(variance))
	}
	return c, nil
}

// placements are, of each positive item, the share of negatives under it, and of each negative the share of positives over it; ties count half.
func placements(scores []float64, positive []bool) ([2][]float64, bool) {
	var of [2][]float64 // by kind: scores
	for i, s := range scores {
		k := 1
		if positive[i] {
			k = 0
		}
		of[k] = append(of[k], s)
	}
	var out [2][]float64
	if len(of[0]) == 0 || len(of[1]) == 0 {
		return out, false
	}
	together := Ranks(append(append([]float64{}, of[0]...), of[1]...))
	at := 0
	for k := range of {
		own, others := Ranks(of[k]), float64(len(of[1-k]))
		for i := range own {
			under := (together[at+i] - own[i]) / others
			if k == 1 {
				under = 1 - under
			}
			out[k] = append(out[k], under)
		}
		at += len(own)
	}
	return out, true
}

func mean(v []float64) float64 { return ratio(sumOf(v), float64(len(v))) }

// spread is the sample variance; 0 of one value.
func spread(v []float64) float64 {
	m, sum := mean(v), 0.0
	for _, x := range v {
		sum += (x - m) * (x - m)
	}
	return ratio(sum, float64(len(v)-1))
}
