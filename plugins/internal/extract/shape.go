package extract

import (
	"math"
	"strings"
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

// binomial says whether a chunk holds a species' name in Latin: a capital word or initial and a lower-case one.
func binomial(s *sentence, first, end int) bool {
	for i := first; i+1 < end; i++ {
		a, b := s.at(i), s.at(i+1)
		if s.words[i].capital && !s.words[i].name && len(b) > 4 && isLatin(b) && (s.gap(i) == " " || s.gap(i) == ". ") && len(a) > 0 {
			return true
		}
	}
	return false
}

// isLatin says whether a word has an ending of Latin species' names and is all lower case.
func isLatin(s string) bool {
	for _, c := range s {
		if !unicode.IsLower(c) || c >= utf8.RuneSelf {
			return false
		}
	}
	for _, e := range []string{"a", "us", "um", "is", "i", "ae", "ens", "ans", "es", "x"} {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

// isCommonName says whether an abbreviation is of methods or of all fields, and so seldom an answer.
func isCommonName(s string) bool {
	switch s {
	case "DNA", "RNA", "mRNA", "mRNAs", "RNAs", "cDNA", "PCR", "CI", "OR", "HR", "RR", "SD", "USA", "US", "UK", "IQR", "WT", "KO", "GFP", "siRNA", "shRNA", "BACKGROUND", "METHODS", "RESULTS",
		"CONCLUSIONS", "CONCLUSION", "OBJECTIVE", "PURPOSE", "RCT", "RCTs", "BMI", "II", "III", "IV", "I", "MD", "SNP", "SNPs", "GWAS", "MRI", "ELISA", "3D", "2D", "b":
		return true
	}
	return false
}

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
