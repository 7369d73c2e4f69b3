package stats

import "math"

// Flat says whether the interval is known and has no width: every resample gave one value, which tells nothing about its error.
func (i Interval) Flat() bool { return i.Known() && i.High-i.Low < 1e-12 }

// SameMean returns the interval of the mean of values between low and high of which the n that were seen all equal value. With 95 % confidence at most a share
// of 1-0.05^(1/n) of all values are others (Clopper and Pearson 1934; for 0 events Hanley and Lippman-Hand 1983, JAMA 249:1743), and those lie
// between low and high. Of fewer than [MinUnits] it is [Unknown].
func SameMean(value float64, n int, low, high float64) Interval {
	if n < MinUnits {
		return Unknown()
	}
	others := 1 - math.Pow(Alpha, 1/float64(n))
	return Interval{value - others*(value-low), value + others*(high-value)}
}
