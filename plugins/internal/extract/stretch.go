package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// asksWhole says whether the question counts all of which a sentence counts some: what the sentence meets of it is said of the whole, as
// "took ginger" in "12 of 60 sailors who took ginger were sick".
func (a *asking) asksWhole(s *sentence, whole *quantity) bool {
	end := s.stretchEnd(whole)
	for t := range a.terms {
		if a.terms[t].head || s.met[t] == 0 || a.isCounted(t) {
			continue
		}
		if !s.meetsWithin(t, whole.end, end) {
			return false
		}
	}
	return true
}

// isCounted says whether a term is the noun that the question counts.
func (a *asking) isCounted(t int) bool {
	return a.focus.counted >= 0 && a.terms[t].key == a.question.words[a.focus.counted].key
}

// meetsWithin says whether words [first, end) of a sentence meet a term.
func (s *sentence) meetsWithin(t, first, end int) bool {
	for _, h := range s.hits {
		if h.term == t && h.word >= first && h.word < end {
			return true
		}
	}
	return false
}

// stretchEnd returns the word behind what a sentence says of a number: the next number that counts, or the end.
func (s *sentence) stretchEnd(q *quantity) int {
	for i := s.behindWhole(q); i < len(s.words); i++ {
		if p := s.quantityAt(i); p != nil && p.unit.dim == dimNone && p.role == rolePlain {
			return i
		}
	}
	return len(s.words)
}

// saidOf returns the weight of the question's words that a sentence says of a number behind it.
func (a *asking) saidOf(s *sentence, q *quantity) float64 {
	sum, first, end := 0.0, s.behindWhole(q), s.stretchEnd(q)
	for t := range a.terms {
		if !a.terms[t].head && !a.isCounted(t) && s.meetsWithin(t, first, end) {
			sum += a.terms[t].weight
		}
	}
	return sum
}

// ofOtherDoing says whether a sentence goes on from a number with its noun to others without it, and says more of the question of another
// one of them: of "twenty stations, and four lie under ground" where it asks how many lie under ground, and of "12 of 60 who took ginger and 33
// of 60 who took sugar" where it asks for sugar.
func (a *asking) ofOtherDoing(s *sentence, q *quantity) bool {
	own, most, leads, alone := a.saidOf(s, q), 0.0, false, false
	for i := range s.quantities {
		p := &s.quantities[i]
		if p.unit.dim != dimNone || p.role != rolePlain {
			continue
		}
		does := leads && s.acts(p) || s.behindWhole(p) > p.end
		leads, alone = leads || a.countsOwn(s, p), alone || does
		if does || a.countsOwn(s, p) {
			most = max(most, a.saidOf(s, p))
		}
	}
	return alone && own < most && (a.countsOwn(s, q) || s.acts(q) || s.behindWhole(q) > q.end)
}

// acts says whether a verb follows a number of more than one and no noun, which would be a plural: "sixty sank in the storm".
func (l *line) acts(q *quantity) bool {
	i := q.end
	if q.value < 2 || i >= len(l.words) || !spaced(l.gap(i-1)) || l.words[i].cue&text.CueStop != 0 && !isBe(l.at(i)) || isPreposition(l.at(i)) {
		return false
	}
	if word := strings.ToLower(l.at(i)); strings.HasSuffix(word, "s") || in(plurals, word) {
		return false
	}
	return i+1 == len(l.words) || !spaced(l.gap(i)) || l.words[i+1].cue&text.CueStop != 0 || isPreposition(l.at(i+1))
}

// plurals are those that do not end in "s".
const plurals = "men women children people sheep fish mice geese feet teeth oxen deer cattle larvae bacteria fungi nuclei genera species data"
