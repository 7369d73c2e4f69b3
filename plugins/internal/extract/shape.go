package extract

import (
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
