package extract

import (
	"math"
	"strconv"
	"strings"
)

// numberWord is the value of a number in words.
func numberWord(folded []byte) (float64, bool) {
	if len(folded) < 3 || len(folded) > 9 {
		return 0, false
	}
	switch folded[0] {
	case 'z', 'o', 't', 'f', 's', 'e', 'n', 'h':
	default:
		return 0, false
	}
	v, is := numberWords[string(folded)]
	return v, is
}

var numberWords = map[string]float64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
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

// parse reads digits with a point, middle dot or commas; NaN: they are no number.
func parse(s string) float64 {
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.ReplaceAll(s, "·", "."), ",", ""), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
