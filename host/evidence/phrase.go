package evidence

import (
	"strings"
	"unicode"
)

// KeyNounPhrase returns the part of an option's text that stands for it (U16): all of
// it if it has at most four words, else its longest run of words without a stop word or a
// mark in between, the first of equals. Outer punctuation is trimmed; "" for text without words.
func KeyNounPhrase(text string) string {
	text = strings.TrimSpace(text)
	fields := spansOfFields(text)
	if len(fields) <= 4 {
		return trimOuter(text)
	}
	best, run := Span{}, Span{}
	bestWords, words := 0, 0
	for _, f := range fields {
		w := f.Of(text)
		if bare := trimOuter(w); bare == "" || isStop(lower(bare)) {
			words = 0
			continue
		}
		if words == 0 {
			run.Start = f.Start
		}
		words, run.End = words+1, f.End
		if words > bestWords {
			best, bestWords = run, words
		}
		if isStopMark(w[len(w)-1]) {
			words = 0
		}
	}
	if bestWords == 0 {
		return trimOuter(text)
	}
	return trimOuter(best.Of(text))
}

// spansOfFields returns the spans of text between white space.
func spansOfFields(text string) []Span {
	var out []Span
	start := -1
	for i, r := range text {
		switch space := unicode.IsSpace(r); {
		case space && start >= 0:
			out = append(out, Span{start, i})
			start = -1
		case !space && start < 0:
			start = i
		}
	}
	if start >= 0 {
		out = append(out, Span{start, len(text)})
	}
	return out
}

// CharacteristicTerms returns the tokens that characterise a gap (U15): the content
// tokens of its description without those of the question, or with them if none is left.
// Each once, in text order.
func (a *Analyzer) CharacteristicTerms(description, question string) []string {
	return a.Without(question)(description)
}

// Without returns [Analyzer.CharacteristicTerms] for one question, whose tokens are found once.
func (a *Analyzer) Without(question string) func(description string) []string {
	known := map[string]bool{}
	for _, t := range a.Tokens(question) {
		known[t] = true
	}
	return func(description string) []string { return unknown(Distinct(a.Tokens(description)), known) }
}

// unknown returns the tokens that are not known, or all if all are.
func unknown(all []string, known map[string]bool) []string {
	var out []string
	for _, t := range all {
		if !known[t] {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}

// Distinct keeps the first of equal strings.
func Distinct(in []string) []string {
	seen := make(map[string]bool, len(in))
	var out []string
	for _, s := range in {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
