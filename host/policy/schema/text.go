package schema

import (
	"math"
	"strconv"
)

// Range writes a range of numbers for people: "0 to 1", "≥ 0", "any".
func Range(lo, hi float64) string {
	switch {
	case lo <= -Unbounded && hi >= Unbounded:
		return "any"
	case hi >= Unbounded:
		return "≥ " + Plain(lo)
	}
	return Plain(lo) + " to " + Plain(hi)
}

// Amount writes a bound as the attribute is written.
func (a *Attr) Amount(x float64) string {
	switch a.Kind {
	case KindSize:
		return withUnit(x, 1<<10, "B", "KiB", "MiB", "GiB")
	case KindMoney:
		return Plain(x/1e6) + " USD"
	case KindCount:
		return withUnit(x, 1000, "", "k", "M", "G", "T")
	}
	return Plain(x)
}

// withUnit writes x in the largest unit, each so many times the one before, that leaves it whole.
func withUnit(x, times float64, units ...string) string {
	n := 0
	for n+1 < len(units) && x >= times && math.Mod(x, times) == 0 {
		x /= times
		n++
	}
	return Plain(x) + units[n]
}

// Plain writes a number without exponent.
func Plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
