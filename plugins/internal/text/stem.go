package text

// An ending is cut off a word if so many letters are left.
type ending struct {
	text  string
	least int
}

// The endings of inflection, of adverbs and of derivation; of each group the first that fits
// is cut.
var (
	inflections = []ending{
		{"ies", 3}, {"ied", 3}, {"ings", 3}, {"ing", 3}, {"ed", 3}, {"es", 3}, {"s", 3},
	}
	adverbs     = []ending{{"ically", 4}, {"ally", 4}, {"ly", 4}}
	derivations = []ending{
		{"ment", 4}, {"ness", 4}, {"ities", 4}, {"ity", 4},
		{"ence", 5}, {"ance", 5}, {"ent", 5}, {"ant", 5}, {"ful", 4}, {"able", 4}, {"ible", 4},
		{"ive", 5}, {"ion", 4}, {"or", 5}, {"er", 5}, {"al", 5}, {"ic", 5}, {"enc", 5}, {"anc", 5},
	}
)

// StemLength returns how many bytes of a folded word make its stem, a prefix that is the
// same for most of its forms: "inhibits", "inhibited", "inhibition" and "inhibitor" all give
// "inhibit". Words with digits or other letters than a-z stay whole, so names do too.
func StemLength(word []byte) int {
	for _, c := range word {
		if c < 'a' || c > 'z' {
			return len(word)
		}
	}
	if len(word) < 4 || isWhole(word) {
		return len(word)
	}
	w := word
	switch n := len(w); {
	case ends(w, "nces"):
		w = w[:n-1] // the plural of "difference"
	case w[n-1] != 's' || w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i' || n > 9 && ends(w, "sis"):
		w = cut(w, inflections)
	}
	if !ends(word, "ies") && !ends(word, "ied") { // "carries" keeps the letters of "carry"
		w = undouble(w, len(word))
	}
	if len(w) < 6 || !ends(w, "pply") && !ends(w, "mply") && !ends(w, "iply") { // "supply" is no adverb
		w = cut(w, adverbs)
	}
	w = cut(w, derivations)
	for len(w) > 3 && (w[len(w)-1] == 'e' || w[len(w)-1] == 'y' || w[len(w)-1] == 'i') {
		w = w[:len(w)-1]
	}
	return len(w)
}

// wholes are words whose stem would be that of another word: "universe", "severe", "experiment", "import", "mill", "count".
var wholes = [...]string{"university", "universities", "several", "experience", "experiences", "important", "importance", "news", "million",
	"mission", "passion", "version", "counter"}

func isWhole(word []byte) bool {
	for _, w := range wholes {
		if len(w) == len(word) && w[0] == word[0] && ends(word, w) {
			return true
		}
	}
	return false
}

// cut removes the first of the endings that fits.
func cut(w []byte, endings []ending) []byte {
	for _, e := range endings {
		if n := len(w) - len(e.text); n >= e.least && ends(w, e.text) && hasVowel(w[:n]) {
			return w[:n]
		}
	}
	return w
}

// undouble drops the second of two equal consonants at the end of a word that lost an
// ending, as in "stopped".
func undouble(w []byte, full int) []byte {
	n := len(w)
	if n == full || n < 4 || w[n-1] != w[n-2] {
		return w
	}
	switch w[n-1] {
	case 'b', 'd', 'g', 'm', 'n', 'p', 'r', 't':
		return w[:n-1]
	}
	return w
}

// ends says whether w, which is not shorter, ends with text. TinyGo would allocate to compare them as strings.
func ends(w []byte, text string) bool {
	n := len(w) - len(text)
	for i := range len(text) {
		if w[n+i] != text[i] {
			return false
		}
	}
	return true
}

func hasVowel(w []byte) bool {
	for _, c := range w {
		switch c {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			return true
		}
	}
	return false
}
