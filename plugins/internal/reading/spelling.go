package reading

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// A fold is the running FNV-1a hash of a word's letters.
type fold uint64

const (
	basis fold = 14695981039346656037
	prime fold = 1099511628211
)

func (h *fold) add(c byte) { *h = (*h ^ fold(c)) * prime }

// keyOf returns the key under which all forms and spellings of a folded word are found: the hash of the stem of its
// American spelling. "haemoglobin" and "hemoglobin", "tumours" and "tumor", "randomised" and "randomized",
// "sulphate" and "sulfate", "labelled" and "labeled", "bacterium", "bacteria" and "bacterial" share theirs.
func keyOf(word []byte) uint64 {
	var memory [32]byte
	word = spell(memory[:0], text.Base(word))
	h := basis
	for _, c := range root(word) {
		h.add(c)
	}
	return uint64(h)
}

// root returns the stem of a word without what nouns and adjectives of science add to it: "fibrosis" and "fibrotic",
// "inflammation" and "inflammatory", "infection" and "infectious", "metabolism" and "metabolic" share theirs. It may
// change the word.
func root(word []byte) []byte {
	if n := len(word); n > 6 && hasEnding(word, "sis") {
		return word[:n-2]
	}
	stem := word[:text.StemLength(word)]
	stem = stem[:latin(stem)]
	for _, e := range endings {
		if n := len(stem) - len(e.text); n >= e.least && hasEnding(stem, e.text) {
			stem = stem[:n+e.kept]
			if len(stem) > 5 && stem[len(stem)-1] == 'i' {
				stem = stem[:len(stem)-1]
			}
			break
		}
	}
	if n := len(stem); n > 4 && n < len(word) && stem[n-1] == 't' && (isVowel(stem[n-2]) || stem[n-2] == 'y') && (hasEnding(word, "tic") || hasEnding(word, "tical")) {
		stem[n-1] = 's'
	}
	return stem
}

// endings of stems are cut, but for their first letters that are kept, if enough letters are left before them.
var endings = [...]struct {
	text        string
	least, kept int
}{{"ator", 4, 2}, {"ious", 5, 0}, {"ous", 5, 0}, {"ism", 6, 0}, {"ist", 6, 0}, {"anc", 5, 0}, {"enc", 5, 0}}

func hasEnding(word []byte, ending string) bool {
	n := len(word) - len(ending)
	if n < 0 {
		return false
	}
	for i := range len(ending) {
		if word[n+i] != ending[i] {
			return false
		}
	}
	return true
}

// spell appends the American spelling of a word.
func spell(to, word []byte) []byte {
	for i := 0; i < len(word); i++ {
		c, next := word[i], letter(word, i+1)
		switch {
		case (c == 'a' || c == 'o') && next == 'e': // ae, oe: e
		case c == 'u' && i > 1 && word[i-1] == 'o' && next == 'r': // our: or
		case c == 'l' && next == 'l':
		case c == 'p' && next == 'h':
			to = append(to, 'f')
			i++
		case c == 's' && i > 1 && (word[i-1] == 'i' || word[i-1] == 'y') && isVowel(next) && letter(word, i+2) != 's': // ise: ize, but not analysis
			to = append(to, 'z')
		default:
			to = append(to, c)
		}
	}
	return to
}

func letter(s []byte, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func isVowel(c byte) bool { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' }

// latin returns the length of a stem without a Latin ending of singular or plural, if 5 letters are left.
func latin(stem []byte) int {
	n := len(stem)
	switch {
	case n >= 7 && stem[n-3] != 'o' && stem[n-2] == 'u' && (stem[n-1] == 'm' || stem[n-1] == 's'):
		n -= 2
	case n >= 6 && stem[n-1] == 'a':
		n--
	}
	if n >= 6 && n < len(stem) && stem[n-1] == 'i' {
		n--
	}
	return n
}
