package extract

import (
	"math"
	"strconv"
	"strings"
)

// Words for numbers, in the order of their values.
var (
	smallNumbers = strings.Fields(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
		seventeen eighteen nineteen`)
	tens = strings.Fields(`twenty thirty forty fifty sixty seventy eighty ninety`)
)

// numberWord is the value of a number in words.
func numberWord(folded []byte) (float64, bool) {
	if len(folded) < 3 || len(folded) > 9 {
		return 0, false
	}
	for v, w := range smallNumbers {
		if string(folded) == w {
			return float64(v), true
		}
	}
	for i, w := range tens {
		if string(folded) == w {
			return float64(20 + 10*i), true
		}
	}
	return 0, false
}

// scaleOf is the factor of a word such as "million", or of a symbol such as "bn"; 1: it is neither.
func scaleOf(s string) float64 {
	switch strings.ToLower(s) {
	case "hundred":
		return 1e2
	case "thousand":
		return 1e3
	case "million", "mn", "mio":
		return 1e6
	case "billion", "bn":
		return 1e9
	case "trillion", "tn":
		return 1e12
	}
	return 1
}

// fractionOf is the percentage of a word such as "half" or "a third"; NaN: it is none.
func fractionOf(s string) float64 {
	switch strings.ToLower(s) {
	case "half":
		return 50
	case "third":
		return 100. / 3
	case "quarter", "fourth":
		return 25
	case "fifth":
		return 20
	case "tenth":
		return 10
	}
	return math.NaN()
}

// parse reads digits with a point, middle dot or commas; NaN: they are no number.
func parse(s string) float64 {
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.ReplaceAll(s, "·", "."), ",", ""), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
