package evidence

import "strings"

// negationWords negate (U17), in lower case. A word ending in * stands for all words
// that start so.
var negationWords = []string{
	"no", "not", "never", "without", "fail*", "lack*", "absence", "unable", "neither", "nor", "contrary", "refut*", "cannot", "none",
}

var negations, negationStems = func() (map[string]bool, []string) {
	whole, stems := map[string]bool{}, []string(nil)
	for _, w := range negationWords {
		if s, ok := strings.CutSuffix(w, "*"); ok {
			stems = append(stems, s)
			continue
		}
		whole[w] = true
	}
	return whole, stems
}()

// Negations returns where text negates, in text order (U17). "No. 5" and "NO" in
// capitals (nitric oxide) do not.
func Negations(text string) []Span {
	var out []Span
	for i := 0; i < len(text); {
		n := negationRun(text[i:])
		if n == 0 {
			i += skipWord(text[i:])
			continue
		}
		if isNegation(text[i:i+n], text[i+n:]) {
			out = append(out, Span{i, i + n})
		}
		i += n
	}
	return out
}

// negationRun returns the length of the word, apostrophes inside included, at the start of s.
func negationRun(s string) int {
	n := 0
	for n < len(s) && (isLetterByte(s[n]) || isDigit(s[n])) {
		n++
		for _, mark := range []string{"'", "\u2019"} {
			if rest, ok := strings.CutPrefix(s[n:], mark); ok && rest != "" && isLetterByte(rest[0]) && rest[0] < 0x80 {
				n += len(mark)
			}
		}
	}
	return n
}

func isNegation(word, rest string) bool {
	w := strings.ReplaceAll(lower(word), "\u2019", "'")
	if w == "no" {
		return word != "NO" && !(strings.HasPrefix(rest, ".") && startsWithDigit(strings.TrimLeft(rest, ". ")))
	}
	if negations[w] || strings.HasSuffix(w, "n't") {
		return true
	}
	for _, s := range negationStems {
		if strings.HasPrefix(w, s) {
			return true
		}
	}
	return false
}
