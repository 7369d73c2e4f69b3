package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// trim cuts words that the question has from the ends of a chunk.
func (a *asking) trim(s *sentence, c chunk) (first, end int) {
	first, end = c.first, c.end
	if a.designated(s, first, end) {
		return first, end
	}
	for first < end && a.known(s, first) {
		first++
	}
	for end > first && a.known(s, end-1) {
		end--
	}
	if first == end {
		return first, end
	}
	switch end = c.end; a.kind {
	case kindGene, kindProtein, kindDrug, kindOrganism:
		for end > first+1 && !s.words[end-1].name && (isEvent(s.at(end-1)) || a.describes(s, end-1) && s.words[end-2].name) {
			end--
		}
	}
	if a.object && end > first+1 && s.words[end-1].kin == a.relation {
		end-- // of "cerulase inhibitor", what is inhibited
	}
	return first, end
}

// describes says whether a word stands for the kind of answer, or for what the question says of the answer itself.
func (a *asking) describes(s *sentence, i int) bool {
	for _, h := range s.hits {
		if h.word == i && (a.terms[h.term].head || a.terms[h.term].focus) {
			return true
		}
	}
	return false
}

// known says whether the question itself has word i, its abbreviation or a word for much the same.
func (a *asking) known(s *sentence, i int) bool {
	for _, h := range s.hits {
		if h.word == i && (h.quality >= meetsBare || !s.words[i].name && !a.terms[h.term].head) {
			return true
		}
	}
	if s.words[i].name {
		return a.has(s.at(i)) || a.initialled(s.at(i))
	}
	return s.words[i].cue&(text.CueStop|text.CueGeneric) != 0
}

// has says whether a name is a part of the question: "FGF19" of "FGF19-7".
func (a *asking) has(name string) bool {
	for i := range a.question.Tokens {
		if strings.EqualFold(a.question.Quote(i, i), name) {
			return true
		}
	}
	return false
}

// initialled says whether the capitals of a name are the initials of words of the question: "WT1" of "Wilms tumour".
func (a *asking) initialled(name string) bool {
	var caps []rune
	for _, c := range name {
		if unicode.IsLetter(c) {
			caps = append(caps, unicode.ToLower(c))
		}
	}
	words := a.question.words
	for i := 0; len(caps) > 1 && i+len(caps) <= len(words); i++ {
		if a.initial(i, caps) {
			return true
		}
	}
	return false
}

func (a *asking) initial(i int, letters []rune) bool {
	for k, c := range letters {
		first, _ := utf8.DecodeRuneInString(a.question.at(i + k))
		if unicode.ToLower(first) != c {
			return false
		}
	}
	return true
}
