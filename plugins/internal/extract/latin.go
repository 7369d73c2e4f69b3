package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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
