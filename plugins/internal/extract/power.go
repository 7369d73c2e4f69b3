package extract

import (
	"math"
	"strings"
)

// power reads a power of ten behind the number at word i, as in "1.1 × 10^7", "3 x 10-5" and "2 x 10(6)". It returns the power and the word of
// its exponent; 0: there is none.
func (l *line) power(i int) (factor float64, last int) {
	ten := i + 1
	if ten >= len(l.words) {
		return 0, 0
	}
	if ten+1 < len(l.words) && spaced(l.gap(i)) && spaced(l.gap(ten)) && isTimes(l.at(ten)) {
		ten++
	} else if !isTimes(strings.TrimSpace(l.gap(i))) {
		return 0, 0
	}
	if raised, is := strings.CutPrefix(l.at(ten), "10"); is && raised != "" {
		if exponent, is := exponentOf(raised); is && raised[0] > '9' {
			return math.Pow(10, exponent), ten
		}
	}
	if last = ten + 1; last >= len(l.words) || l.at(ten) != "10" {
		return 0, 0
	}
	exponent, is := exponentOf(l.at(last))
	switch l.gap(ten) {
	case "^", "(", "^(", "":
	case "-", "−", "^-", "^−", "(-", "(−", "⁻":
		exponent = -exponent
	default:
		return 0, 0
	}
	if !is {
		return 0, 0
	}
	return math.Pow(10, exponent), last
}

// isTimes says whether a sign or word multiplies.
func isTimes(s string) bool {
	return s == "×" || s == "x" || s == "X" || s == "*" || s == "∙" || s == "⋅"
}

// superscripts are the raised digits from 0 to 9.
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// exponentOf reads an exponent of one or two digits, raised or not.
func exponentOf(s string) (v float64, is bool) {
	n := 0
	for _, c := range s {
		digit := float64(c - '0')
		if c < '0' || c > '9' {
			at := strings.IndexRune(superscripts, c)
			if at < 0 {
				return 0, false
			}
			digit = float64(len([]rune(superscripts[:at])))
		}
		v, n = 10*v+digit, n+1
	}
	return v, n == 1 || n == 2
}
