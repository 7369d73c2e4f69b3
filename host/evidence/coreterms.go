package evidence

import (
	"cmp"
	"slices"
	"strings"
)

// questionWords are words that ask or instruct and say nothing of the subject.
var questionWords = wordSet(`which what who whom whose when where why how does do did is are was were can could should would may might
	will has have had following statement statements best describes describe true false correct incorrect likely most least given
	choose select answer option options one many much explain compare name list state define used use using among there any`)

// CoreTerms returns at most n terms that a question is about, best first, in their
// surface form (U22): lexical anchors in text order, then content words, longer ones (which
// are rarer) first and equal ones in text order. Stop words and question words are left out,
// and every term comes once, whatever its case or ending.
func (a *Analyzer) CoreTerms(question string, n int) []string {
	anchors := a.Anchors(question)
	seen := map[string]bool{}
	for _, s := range anchors {
		for _, t := range a.Tokens(s) {
			seen[t] = true
		}
	}
	var words []string
	for _, f := range strings.FieldsFunc(question, breaksWords) {
		if w := trimOuter(f); a.isCore(w, seen) {
			words = append(words, w)
		}
	}
	slices.SortStableFunc(words, func(x, y string) int { return cmp.Compare(len(y), len(x)) })
	out := append(anchors, words...)
	return out[:min(len(out), max(n, 0))]
}

// isCore tells whether w carries meaning that is not in seen yet, and adds it.
func (a *Analyzer) isCore(w string, seen map[string]bool) bool {
	if questionWords[lower(w)] || !hasLetter(w) || len(w) < 3 {
		return false
	}
	tokens := a.Tokens(w)
	if len(tokens) == 0 || seen[tokens[0]] {
		return false
	}
	seen[tokens[0]] = true
	return true
}

var defaultAnalyzer = NewAnalyzer(Content)

// CoreTerms is [Analyzer.CoreTerms] with the content form.
func CoreTerms(question string, n int) []string { return defaultAnalyzer.CoreTerms(question, n) }
