package stats

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
)

// The distributions are those of [gonum.org/v1/gonum/stat/distuv], to the bit, over the functions of mathext. That package links linear algebra, which takes
// longer to compile than everything else that this one imports.

// A binomial counts successes among n trials, each of chance p, 0 < p < 1.
type binomial struct{ n, p float64 }

// upTo returns the chance of at most x successes.
func (b binomial) upTo(x float64) float64 {
	if x < 0 {
		return 0
	}
	if x >= b.n {
		return 1
	}
	x = math.Floor(x)
	return mathext.RegIncBeta(b.n-x, x+1, 1-b.p)
}

// exactly returns the chance of x successes, a whole number from 0 to n.
func (b binomial) exactly(x float64) float64 {
	all, _ := math.Lgamma(b.n + 1)
	successes, _ := math.Lgamma(x + 1)
	failures, _ := math.Lgamma(b.n - x + 1)
	return math.Exp(all - successes - failures + x*math.Log(b.p) + (b.n-x)*math.Log(1-b.p))
}

// below returns the chance of a normal variate under v.
func below(v float64) float64 { return 0.5 * math.Erfc(-v/math.Sqrt2) }

// tail returns the chance of a normal variate above v.
func tail(v float64) float64 { return 0.5 * (1 - math.Erf(v/math.Sqrt2)) }

// student returns the chance of Student's t with so many degrees of freedom above v, v >= 0.
func student(degrees, v float64) float64 {
	if v == 0 {
		return 0.5
	}
	return 0.5 * mathext.RegIncBeta(degrees/2, 0.5, degrees/(v*v+degrees))
}

// correlation returns the product-moment correlation of as many x as y, corrected for the rounding of their means as that of gonum is.
func correlation(x, y []float64) float64 {
	n := float64(len(x))
	meanX, meanY := floats.Sum(x)/n, floats.Sum(y)/n
	var xx, yy, xy, restX, restY float64
	for i := range x {
		dx, dy := x[i]-meanX, y[i]-meanY
		xx += dx * dx
		yy += dy * dy
		xy += dx * dy
		restX += dx
		restY += dy
	}
	xx -= restX * restX / n
	yy -= restY * restY / n
	return (xy - restX*restY/n) / math.Sqrt(xx*yy)
}
