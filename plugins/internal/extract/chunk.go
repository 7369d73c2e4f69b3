package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A chunk is a noun phrase without its determiner: words [first, end) of a line.
type chunk struct{ first, end int }

// longest is how many words a chunk may have.
const longest = 7

// chunks cuts a line into noun phrases: runs of words that neither marks, verbs nor words without content part.
func (x *Extractor) chunks(l *line) []chunk {
	var out []chunk
	open := -1
	for i := 0; i <= len(l.words); i++ {
		if i < len(l.words) && x.inPhrase(l, i) {
			if open < 0 {
				open = i
			}
			if joined(l.gap(i)) && i+1-open < longest {
				continue
			}
			out = append(out, chunk{open, i + 1})
			open = -1
			continue
		}
		if open >= 0 {
			out = append(out, chunk{open, i})
			open = -1
		}
	}
	return out
}

// inPhrase says whether a word may stand in a noun phrase.
func (x *Extractor) inPhrase(l *line, i int) bool {
	w := &l.words[i]
	if w.name || w.capital && i > 0 && w.end-w.first > 1 {
		return true
	}
	s := l.at(i)
	if w.cue&text.CueStop != 0 || isPreposition(s) {
		return false
	}
	switch strings.ToLower(s) {
	case "thus", "thereby", "herein", "therefore", "hence", "less", "respectively", "including", "according", "based", "due", "because", "well", "like", "using", "compared", "enough", "instead", "rather", "unlike":
		return false
	}
	if strings.HasSuffix(s, "ed") && len(s) > 4 && !w.capital {
		return false
	}
	if strings.HasSuffix(s, "ly") && len(s) > 5 && !w.capital {
		return false
	}
	return !x.isVerb(l, i)
}

// joined says whether what stands between two words keeps them in one phrase.
func joined(gap string) bool {
	switch gap {
	case " ", "-", "‐", "‑", "/", "–", "'", "’", "\u00a0", "+", "′ ", "' ", "’ ", "′", "+ ", "- ":
		return true
	}
	return false
}

// isVerb says whether word i is likely the verb of its clause: an inflected form of a known verb.
func (x *Extractor) isVerb(l *line, i int) bool {
	w, s := &l.words[i], l.at(i)
	if w.capital && i > 0 || w.name || len(s) < 2 {
		return false
	}
	if len(s) < 12 && x.verbs.Of(text.Hash([]byte(s))) {
		return true
	}
	if !x.verbs.Of(w.key) {
		return false
	}
	switch {
	case strings.HasSuffix(s, "ed"):
		return true
	case strings.HasSuffix(s, "s"):
		return !strings.HasSuffix(s, "ors") && !strings.HasSuffix(s, "ions") && !strings.HasSuffix(s, "ers") && (i == 0 || !ofOrDeterminer(l.at(i-1)))
	}
	if i > 0 && !derived(s) {
		switch strings.ToLower(l.at(i - 1)) {
		case "we", "they", "to", "and", "thereby", "not", "can", "may", "could", "will", "also":
			return true
		}
	}
	return !derived(s) && i > 0 && !ofOrDeterminer(l.at(i-1)) && l.isPlural(i-1)
}

// derived says whether a noun's ending stands behind a verb's stem.
func derived(s string) bool {
	for _, e := range []string{"tion", "sion", "ment", "ance", "ence", "or", "er", "ing", "al", "ive", "ity", "ness", "th", "ant", "ent"} {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

func ofOrDeterminer(s string) bool {
	switch strings.ToLower(s) {
	case "of", "the", "a", "an", "this", "these", "that", "its", "their", "no", "in", "for", "with", "by", "any", "both", "all":
		return true
	}
	return false
}
