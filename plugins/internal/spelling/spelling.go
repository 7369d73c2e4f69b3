// Package spelling folds words so that those that differ in spelling alone are equal, and takes words apart.
package spelling

import (
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// Greek letters by name, as many write them.
var greek = map[rune]string{
	'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "epsilon", 'ζ': "zeta", 'η': "eta", 'θ': "theta", 'κ': "kappa",
	'λ': "lambda", 'σ': "sigma", 'τ': "tau", 'φ': "phi", 'χ': "chi", 'ψ': "psi", 'ω': "omega",
}

// Fold appends a word folded so that British and American spellings and Greek letters and
// their names are equal.
func Fold(to []byte, s string) []byte {
	from := len(to)
	for _, c := range s {
		switch {
		case c >= 'A' && c <= 'Z':
			to = append(to, byte(c)|0x20)
		case c < utf8.RuneSelf:
			to = append(to, byte(c))
		default:
			to = foldRune(to, unicode.ToLower(c))
		}
	}
	return to[:from+american(to[from:])]
}

func foldRune(to []byte, c rune) []byte {
	switch {
	case greek[c] != "":
		return append(to, greek[c]...)
	case c == 'æ' || c == 'œ':
		return append(to, 'e')
	}
	return utf8.AppendRune(to, c)
}

// american rewrites a British spelling in place, and returns its new length.
func american(w []byte) int {
	n := 0
	for i := 0; i < len(w); i++ {
		c, left := w[i], len(w)-i
		switch c {
		case 'a', 'o':
			if left > 2 && w[i+1] == 'e' && len(w) > 4 {
				continue // haemoglobin, oedema
			}
		case 'u':
			if n > 2 && w[n-1] == 'o' && left > 1 && w[i+1] == 'r' && left < 7 && w[n-2] != 'f' && w[n-2] != 'h' {
				continue // tumour, colouring; but four, hour
			}
		case 's':
			if n > 2 && left > 1 && (w[n-1] == 'i' || w[n-1] == 'y') && izes(w[i+1:]) {
				c = 'z'
			}
		case 'l':
			if n > 4 && w[n-1] == 'l' && left > 2 && left < 5 && (w[i+1] == 'e' || w[i+1] == 'i') {
				continue // labelled, modelling, remodeller
			}
		case 'r':
			if left == 2 && n > 2 && w[n-1] == 't' && w[i+1] == 'e' && w[n-2] != 's' {
				w[n], w[n+1] = 'e', 'r' // centre, litre
				return n + 2
			}
		}
		w[n] = c
		n++
	}
	return n
}

// izes says whether what follows "is" or "ys" makes a verb such as "stabilise" or its forms.
func izes(rest []byte) bool {
	switch string(rest) {
	case "e", "ed", "es", "er", "ers", "ing", "ation", "ations":
		return true
	}
	return false
}

// Agent returns the key of what an agent does: "deaminase" gives that of "deamination", "divers" that of "diving"; 0: no agent.
func Agent(w []byte) uint64 {
	n := len(w)
	if n > 4 && w[n-1] == 's' {
		n--
	}
	switch {
	case n > 6 && string(w[n-3:n]) == "ase":
		return text.Hash(append(append([]byte(nil), w[:n-3]...), "at"...))
	case n > 4 && string(w[n-2:n]) == "er" && n < 8:
		return text.Hash(w[:n-2])
	}
	return 0
}

// prefixes are those that leave the word's subject as it was.
var prefixes = []string{
	"extra", "hyper", "hypo", "inter", "intra", "micro", "multi", "over", "under", "super", "supra", "trans", "auto", "down", "up",
	"post", "pre", "peri", "sub", "anti", "mis", "dys", "neo", "poly", "mono", "bio", "electro", "immuno", "neuro", "photo",
	"thermo", "radio", "co", "re", "un", "de", "dis", "in",
}

// Prefix returns the length of a word's prefix; 0: none, or too little would be left.
func Prefix(w []byte) int {
	if len(w) < 7 {
		return 0
	}
	for _, p := range prefixes {
		if w[0] == p[0] && len(w) >= len(p)+5 && string(w[:len(p)]) == p {
			return len(p)
		}
	}
	return 0
}
