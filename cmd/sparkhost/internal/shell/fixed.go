package shell

import (
	"math"
	"strconv"
)

// Fixed writes a number with so many digits behind its point, and one of very many before it with four in all.
func Fixed(v float64, digits int) string {
	if math.Abs(v) < 1e9 {
		return strconv.FormatFloat(v, 'f', digits, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
