package evidence

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// loneLetters are units that are also too common as letters, words or symbols to be
// believed when white space stands between them and the number.
const loneLetters = " t A T U l "

var units = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, line := range strings.Split(unitSpellings, "\n") {
		names := strings.Fields(line)
		for _, n := range names {
			m[n] = names[0]
			m[strings.ReplaceAll(n, "µ", "μ")] = names[0] // micro sign and Greek mu
		}
	}
	return m
})

// unitAt reads the unit that s starts with, such as "nm", "mg/kg" or "W/m2", and
// returns its normalised spelling and its length in bytes; 0 if there is none. A unit
// ends where letters and digits end.
func unitAt(s string) (string, int) {
	unit, n := baseUnit(s)
	if n == 0 {
		return "", 0
	}
	for n < len(s) && s[n] == '/' {
		next, k := baseUnit(s[n+1:])
		if k == 0 {
			break
		}
		unit, n = unit+"/"+singular(next), n+1+k
	}
	if r, _ := utf8.DecodeRuneInString(s[n:]); n < len(s) && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
		return "", 0
	}
	return unit, n
}

// singular returns the form of a unit behind a slash: mg/day.
func singular(unit string) string {
	switch unit {
	case "days", "weeks", "months", "years":
		return strings.TrimSuffix(unit, "s")
	}
	return unit
}

// baseUnit reads one unit without a slash, and its exponent.
func baseUnit(s string) (string, int) {
	n := unitLetters(s)
	base, ok := units()[s[:n]]
	if !ok {
		return "", 0
	}
	if exp, k := exponent(s[n:]); k > 0 {
		return base + exp, n + k
	}
	return base, n
}

// unitLetters returns the length of the run of letters and unit signs at the start of s.
func unitLetters(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && !strings.ContainsRune("%‰°µ℃℉", r) {
			return i
		}
		if r == '%' || r == '‰' {
			return i + utf8.RuneLen(r)
		}
	}
	return len(s)
}

// exponents are the ways of writing a small power after a unit.
var exponents = []struct{ written, normal string }{
	{"²", "2"}, {"³", "3"}, {"⁻¹", "-1"}, {"⁻²", "-2"}, {"⁻³", "-3"},
	{"^2", "2"}, {"^3", "3"}, {"(2)", "2"}, {"(3)", "3"},
	{"-1", "-1"}, {"-2", "-2"}, {"-3", "-3"}, {"2", "2"}, {"3", "3"},
}

func exponent(s string) (string, int) {
	for _, e := range exponents {
		if strings.HasPrefix(s, e.written) {
			return e.normal, len(e.written)
		}
	}
	return "", 0
}
