package evidence

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Relaxation rewrites queries so that keyword indexes find more (B-09). The zero value changes
// nothing but white space.
type Relaxation struct {
	StripQuotes bool
	MaxTerms    int // words; 0: no limit

	enrich []enrichment
}

// An enrichment is words as a query holds them and what stands in their place.
type enrichment struct{ from, to string }

// NewRelaxation makes a relaxation with a table of replacements. Longer words to replace come before
// shorter ones, and what a replacement put in is not replaced again.
func NewRelaxation(stripQuotes bool, maxTerms int, enrich map[string]string) *Relaxation {
	r := &Relaxation{StripQuotes: stripQuotes, MaxTerms: maxTerms}
	for from, to := range enrich {
		if from != "" {
			r.enrich = append(r.enrich, enrichment{from, to})
		}
	}
	slices.SortFunc(r.enrich, func(a, b enrichment) int {
		return cmp.Or(cmp.Compare(len(b.from), len(a.from)), cmp.Compare(a.from, b.from))
	})
	return r
}

// Relax rewrites one query: quotes go, whole words of the table are replaced in the case in which
// the table has them, and of a query with too many words those of anchors are kept before the
// others, which go from the end (S4-01). The order of words stays.
func (r *Relaxation) Relax(query string, a *Analyzer) string {
	if r.StripQuotes {
		query = strings.Map(func(c rune) rune {
			if strings.ContainsRune("\"\u201c\u201d\u201e\u00ab\u00bb", c) {
				return -1
			}
			return c
		}, query)
	}
	words := strings.Fields(r.replace(query))
	if r.MaxTerms > 0 && len(words) > r.MaxTerms {
		words = shortened(words, r.MaxTerms, a)
	}
	return strings.Join(words, " ")
}

// replace goes through s once and replaces whole words.
func (r *Relaxation) replace(s string) string {
	if len(r.enrich) == 0 {
		return s
	}
	var b strings.Builder
	inside := false // the rune before belongs to a word
	for i := 0; i < len(s); {
		if e := r.at(s[i:]); !inside && e != nil {
			b.WriteString(e.to)
			i += len(e.from)
			inside = true
			continue
		}
		c, size := utf8.DecodeRuneInString(s[i:])
		b.WriteString(s[i : i+size])
		inside = wordRune(c)
		i += size
	}
	return b.String()
}

// at returns the replacement whose words s begins with, as whole words.
func (r *Relaxation) at(s string) *enrichment {
	for i := range r.enrich {
		rest, ok := strings.CutPrefix(s, r.enrich[i].from)
		if next, _ := utf8.DecodeRuneInString(rest); ok && (rest == "" || !wordRune(next)) {
			return &r.enrich[i]
		}
	}
	return nil
}

func wordRune(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '-' }

// shortened keeps n words: those of anchors first, then from the start.
func shortened(words []string, n int, a *Analyzer) []string {
	anchored := map[string]bool{}
	for _, anchor := range a.Anchors(strings.Join(words, " ")) {
		for _, w := range strings.Fields(anchor) {
			anchored[w] = true
		}
	}
	keep := make([]bool, len(words))
	for _, wanted := range []bool{true, false} {
		for i, w := range words {
			if n > 0 && !keep[i] && anchored[trimOuter(w)] == wanted {
				keep[i] = true
				n--
			}
		}
	}
	var out []string
	for i, w := range words {
		if keep[i] {
			out = append(out, w)
		}
	}
	return out
}
