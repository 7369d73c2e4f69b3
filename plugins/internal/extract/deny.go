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

// deniedOf says whether a sentence denies of what stands at a word just what the question asks: "A did not improve security" or "failed to"
// where it asks what improves it.
func (a *asking) deniedOf(s *sentence, word int) bool {
	for i := word + 1; i < min(word+7, len(s.words)) && s.words[i].clause == s.words[word].clause; i++ {
		if !fails(s.at(i)) && (!isNegation(&s.words[i]) || s.words[i-1].cue&text.CueModal == 0 && !isDo(s.at(i-1))) {
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

// fails says whether a verb says of what follows that it did not come about: "failed to cure".
func fails(verb string) bool { return in("fail fails failed", verb) }

// opposes says whether a sentence says of what stands at a word that it does the contrary of what the question asks: "milk lowered the risk"
// where it asks what raises it. The first word for a direction behind it counts, if the question has what follows.
func (a *asking) opposes(s *sentence, word int) bool {
	way := a.way()
	for i := word + 1; way != 0 && i < min(word+7, len(s.words)) && s.words[i].clause == s.words[word].clause; i++ {
		if w := &s.words[i]; w.shift != 0 && w.cue&text.CueStop == 0 {
			return w.shift == -way && a.hitsWithin(s, i+1, i+4)
		}
	}
	return false
}

// way returns the direction that the question asks for: 1 of "raises", -1 of "lowers"; 0: it has none, or both.
func (a *asking) way() int8 {
	way, l := int8(0), &a.question
	for i := a.at + 1; i < len(l.words); i++ {
		w := &l.words[i]
		switch {
		case w.shift == 0 || w.cue&text.CueStop != 0 || i == a.noun:
		case way == -w.shift:
			return 0
		default:
			way = w.shift
		}
	}
	return way
}

// hitsWithin says whether words [first, end) of a sentence meet a term of the question that tells no direction.
func (a *asking) hitsWithin(s *sentence, first, end int) bool {
	for _, h := range s.hits {
		if h.word >= first && h.word < end && s.words[h.word].shift == 0 && !a.terms[h.term].head {
			return true
		}
	}
	return false
}
