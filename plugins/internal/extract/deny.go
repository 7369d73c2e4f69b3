package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// denies says whether a word is denied: a negation, or "rather than", "instead of" or "unlike" without a comma between, stands up to eight words ahead of it and
// nothing turns the sentence between them, or, if both sides count, up to six words behind it.
func (s *sentence) denies(word int, both bool) bool {
	for i := word - 1; i >= 0 && i >= word-8; i-- {
		w := &s.words[i]
		if w.cue&text.CueTurn != 0 || strings.ContainsAny(s.gap(i), ";:") {
			break
		}
		if w.cue&text.CueNegation != 0 {
			return true
		}
	}
	for i := word + 1; i < min(word+7, len(s.words)) && s.words[i].clause == s.words[word].clause; i++ {
		if both && s.words[i].cue&(text.CueNegation|text.CueSame) != 0 || s.ineffective(i) {
			return true
		}
	}
	return s.apart(word)
}

// apart says whether "rather than", "instead of" or "unlike" stands up to eight words ahead of a word without a comma between.
func (s *sentence) apart(word int) bool {
	for i := word - 1; i >= 0 && i >= word-8 && !strings.ContainsAny(s.gap(i), ",;:"); i-- {
		if s.setsApart(i) {
			return true
		}
	}
	return false
}

// setsApart says whether word i ends what sets something apart from what the sentence tells: "rather than", "instead of", "unlike".
func (s *sentence) setsApart(i int) bool {
	switch strings.ToLower(s.at(i)) {
	case "unlike":
		return true
	case "than":
		return i > 0 && strings.EqualFold(s.at(i-1), "rather")
	case "of":
		return i > 0 && strings.EqualFold(s.at(i-1), "instead")
	}
	return false
}

// deniedOf says whether a sentence denies of what stands at a word just what the question asks: "A did not improve security" where it asks what improves it.
func (a *asking) deniedOf(s *sentence, word int) bool {
	for i := word + 1; i < min(word+7, len(s.words)) && s.words[i].clause == s.words[word].clause; i++ {
		if !isNegation(&s.words[i]) || s.words[i-1].cue&text.CueModal == 0 && !isDo(s.at(i-1)) {
			continue
		}
		for k := i + 1; k < min(i+4, len(s.words)); k++ {
			if w := &s.words[k]; w.cue&text.CueStop == 0 && a.asksOf(w.key) {
				return true
			}
		}
	}
	return false
}

// asksOf says whether the question has a word with that key that is not of its phrasing.
func (a *asking) asksOf(key uint64) bool {
	q := &a.question
	for i := range q.words {
		if q.words[i].key == key && q.words[i].cue&text.CueStop == 0 && !q.isVague(i) {
			return true
		}
	}
	return false
}

// ineffective says whether word i begins what tells that a thing has no effect: "had no significant influence", "did not matter".
func (l *line) ineffective(i int) bool {
	if !isNegation(&l.words[i]) || !isDo(l.at(i-1)) && !strings.Contains(" had has have made makes showed shows played plays exerted ", " "+l.at(i-1)+" ") {
		return false
	}
	for k := i + 1; k < min(i+4, len(l.words)); k++ {
		switch strings.ToLower(l.at(k)) {
		case "effect", "effects", "difference", "influence", "impact", "role", "bearing", "part", "matter", "affect", "change":
			return true
		}
	}
	return false
}
