package evidence

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Seeding says which words of documents may seed further queries (S3-03, S3-04). Both ends of the
// ranges count.
type Seeding struct {
	Top          int
	MinDocuments int
	MaxDocuments int
	MinLength    int // letters
	MaxLength    int
}

// SeedWords returns at most s.Top words, in lower case, that enough and not too many of the texts
// hold: those in most texts first, then those that an earlier text holds first. Stop words, words common to all sciences, words
// that the question holds in any ending, words with a digit and words all in capitals, which mostly are
// names, are left out.
func (a *Analyzer) SeedWords(texts []string, question string, s Seeding) []string {
	asked := map[string]bool{}
	for _, t := range a.Tokens(question) {
		asked[t] = true
	}
	counts := map[string]int{}
	var order []string
	for _, text := range texts {
		seen := map[string]bool{}
		for _, f := range strings.Fields(text) {
			w := trimOuter(f)
			key := lower(w)
			if seen[key] || !s.fits(w) {
				continue
			}
			seen[key] = true
			if counts[key]++; counts[key] == 1 {
				order = append(order, key)
			}
		}
	}
	out := slices.DeleteFunc(order, func(w string) bool {
		return commonWords[w] || questionWords[w] || counts[w] < s.MinDocuments || counts[w] > s.MaxDocuments || slices.ContainsFunc(a.Tokens(w), func(t string) bool { return asked[t] })
	})
	slices.SortStableFunc(out, func(x, y string) int { return cmp.Compare(counts[y], counts[x]) })
	return out[:min(len(out), max(s.Top, 0))]
}

// fits is S3-04 for one word as written.
func (s Seeding) fits(w string) bool {
	n := utf8.RuneCountInString(w)
	if n < s.MinLength || n > s.MaxLength || isStop(lower(w)) || !hasLetter(w) {
		return false
	}
	return !strings.ContainsFunc(w, unicode.IsDigit) && strings.ContainsFunc(w, unicode.IsLower)
}
