package evidence

import "strings"

// Mentions returns the places at which a text holds a phrase, word by word, marks around words left aside: indexes of words.
// An empty phrase is nowhere.
func Mentions(words, phrase []string) []int {
	var out []int
	if len(phrase) == 0 {
		return nil
	}
	for i := 0; i+len(phrase) <= len(words); i++ {
		same := true
		for j, w := range phrase {
			same = same && bare(words[i+j]) == bare(w)
		}
		if same {
			out = append(out, i)
		}
	}
	return out
}

func bare(word string) string { return strings.Trim(word, ".,;:!?()[]\"'“”‘’") }

// Within says whether two lists of places have a pair at most so many words apart.
func Within(a, b []int, window int) bool {
	for _, x := range a {
		for _, y := range b {
			if max(x-y, y-x) <= window {
				return true
			}
		}
	}
	return false
}
