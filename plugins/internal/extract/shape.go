package extract

import (
	"unicode"
	"unicode/utf8"
)

// isCommon says whether a part of a compound is a word of its own: four lower-case letters or more.
func isCommon(s string) bool {
	n := 0
	for _, c := range s {
		if !unicode.IsLower(c) && n > 0 || unicode.IsDigit(c) {
			return false
		}
		n++
	}
	return n > 3 || s == "to" || s == "and" || s == "in" || s == "of" || s == "by" || s == "off" || s == "up"
}

// isGreek says whether a word is the name of a Greek letter.
func isGreek(s string) bool {
	switch s {
	case "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda", "sigma", "tau", "phi", "chi", "psi", "omega":
		return true
	}
	return false
}

func isNumeral(s string) bool {
	for _, c := range s {
		if (c < '0' || c > '9') && c != '.' && c != ',' && c != '·' {
			return false
		}
	}
	return true
}

// isName says whether a word is written like a name of its field: with a capital or digit behind
// its first letter, or with a Greek letter.
func isName(s string) bool {
	letters, odd := 0, false
	for i, c := range s {
		switch {
		case c >= 'a' && c <= 'z':
			letters++
		case c >= 'A' && c <= 'Z':
			letters++
			odd = odd || i > 0
		case c >= '0' && c <= '9':
			odd = odd || i > 0
		case c >= utf8.RuneSelf && unicode.IsLetter(c):
			letters++
			odd = odd || i > 0 && unicode.IsUpper(c) || unicode.Is(unicode.Greek, c)
		}
	}
	return odd && letters > 0
}
