package extract

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// does says whether a sentence tells what the question asks with its participle.
func (a *asking) does(s *sentence) bool {
	for i := range s.words {
		w := &s.words[i]
		if a.made {
			if slices.Contains(a.composing, w.key) || (s.at(i) == "made" || s.at(i) == "built") && i+1 < len(s.words) && madeOf(s.at(i+1)) {
				return true
			}
			continue
		}
		if w.key == a.verb.key || w.kin != 0 && w.kin == a.verb.kin {
			return true
		}
	}
	return false
}

// composing lists words for what a thing is made of.
const composing = `consist compose comprise composition constitute constituent contain mixture rich material`

// undefined is what a part of a sentence counts that does not say what the thing is.
const undefined = 0.5

// defines says whether a sentence says what the thing of the question is: "X is a …", "X, a …", "called X".
func (a *asking) defines(s *sentence) bool {
	for _, h := range s.hits {
		if h.quality < meetsBare || h.word+1 >= len(s.words) {
			continue
		}
		next := strings.ToLower(s.at(h.word + 1))
		if isBe(next) || next == "means" || next == "refers" || next == "denotes" || strings.Contains(s.gap(h.word), ",") && (next == "a" || next == "an" || next == "the") {
			return true
		}
		if h.word > 0 && (s.at(h.word-1) == "called" || s.at(h.word-1) == "termed" || s.at(h.word-1) == "named") {
			return true
		}
	}
	return false
}

// lands is less than 1 for a part of a sentence, as the answer to what an effect is, that tells neither a direction nor of what is asked.
func (a *asking) lands(c *candidate) float64 {
	s := c.sentence
	for i := c.first; i < c.end; i++ {
		if w := &s.words[i]; w.shift != 0 && !vague(s.at(i)) || w.cue&(text.CueSame|text.CueDiffer|text.CueRelate) != 0 {
			return 1
		}
	}
	for _, h := range s.hits {
		if h.word >= c.first && h.word < c.end {
			return 1
		}
	}
	return elsewhere
}

// vague says whether a word that may tell a direction mostly tells an amount.
func vague(word string) bool {
	switch strings.ToLower(word) {
	case "many", "often", "frequent", "likely", "abundant", "small", "minor", "rare", "few", "large", "long", "great", "big":
		return true
	}
	return false
}

// explains is less than 1 for a phrase, as the answer to why or how, that opens with an amount, and for one whose sentence lacks the
// verb of the question.
func (a *asking) explains(c *candidate) float64 {
	s, share := c.sentence, 1.0
	for i := c.first; i < min(c.end, c.first+3); i++ {
		if w := &s.words[i]; w.number == w.number {
			share = ofOthers
		}
	}
	if a.form == formCause && a.saysNoun(s) {
		return share
	}
	for i := range a.question.words {
		if !a.isVerb(&a.question, i) || a.question.words[i].cue&text.CueStop != 0 {
			continue
		}
		if t := indexTerm(a.terms, a.question.words[i].key); t >= 0 && s.met[t] == 0 {
			share *= elsewhere
		}
	}
	return share
}

// undone says whether a sentence denies the verb of which the subject is asked for: what "did not inhibit" it, inhibits it not.
func (a *asking) undone(s *sentence) bool {
	for i := 1; i < len(s.words); i++ {
		if s.words[i].kin == 0 || s.words[i].kin != a.relation {
			continue
		}
		for k := max(0, i-3); k < i; k++ {
			if s.words[k].cue&text.CueNegation != 0 && s.words[k].clause == s.words[i].clause {
				return true
			}
		}
	}
	return false
}

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
