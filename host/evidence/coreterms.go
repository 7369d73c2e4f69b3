package evidence

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// questionWords are words that ask or instruct and say nothing of the subject.
var questionWords = wordSet(`which what who whom whose when where why how does do did is are was were can could should would may might
	will has have had following statement statements best describes describe true false correct incorrect likely most least given
	choose select answer option options one many much explain compare name list state define used use using among there any
	according regarding concerning respect depending term called named known considered`)

// commonWords are words of all sciences; they say less of a subject than any other.
var commonWords = wordSet(`associated association effect effects significant significantly useful experimental experiment experiments
	study studies role increase increases increased decrease decreases decreased reduce reduces reduced improve improves improved
	patients patient individuals people subjects human humans high higher low lower level levels different difference result results
	important potential specific clinical risk use treatment compared expression occurs taking required necessary affect affects
	involved related implications assessment evaluation analysis comparison comparative following concentration concentrations
	observed reported reference references found shown value values number numbers registry cas name names type types kind kinds`)

// Untelling tells whether a name says nothing of a subject: it is a word that asks, or one of all sciences.
func Untelling(name string) bool { return questionWords[lower(name)] || commonWords[lower(name)] }

// CoreTerms returns at most n terms that a question is about, best first, in their
// surface form (U22): lexical anchors in text order, then content words, longer ones (which
// are rarer) first, words common to all sciences last, and equal ones in text order. Stop words and question words are left out,
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
	slices.SortStableFunc(words, byRarity)
	out := append(anchors, words...)
	return out[:min(len(out), max(n, 0))]
}

// byRarity puts what says more of a subject first.
func byRarity(x, y string) int {
	if cx, cy := commonWords[lower(x)], commonWords[lower(y)]; cx != cy {
		if cx {
			return 1
		}
		return -1
	}
	return cmp.Compare(len(y), len(x))
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

var contentAnalyzer = sync.OnceValue(func() *Analyzer { return NewAnalyzer(Content) })

// CoreTerms is [Analyzer.CoreTerms] with the content form.
func CoreTerms(question string, n int) []string { return contentAnalyzer().CoreTerms(question, n) }
