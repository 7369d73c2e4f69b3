package reading

import (
	"math/bits"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A level says how a term is met, ascending.
type level uint8

const (
	levelNone level = iota
	levelKin        // a word of its family
	levelNear       // a synonym or abbreviation
	levelExact
	levels
)

// nearby is how many words apart two terms may stand that stand side by side in the question.
const nearby = 4

// A look is what one sentence has to do with the question by itself.
type look struct {
	met
	beside   uint64 // terms that stand near the term before them in the question
	numbers  int    // numbers that the question lacks
	percent  bool
	families family
	mistaken uint64 // terms whose twins it names, see [twin]
	aim      bool   // it tells what was asked, not what was found
	finding  bool   // it announces a finding
}

// look compares a text with the question.
func (q *question) look(s *scanner, t string, places *[64]int) look {
	var l look
	for i := range places {
		places[i] = -nearby - 1
	}
	words := s.scan(t, mostWords)
	for i := range words {
		w := &words[i]
		m := q.words.Of(w.key)
		if w.joined != 0 {
			m.add(q.words.Of(w.joined))
		}
		if m.exact&q.nouns != 0 && verbal(t, words, i) {
			m.exact &^= q.nouns
		}
		l.note(w, m)
		if w.number && m.exact == 0 {
			l.numbers++
			l.percent = l.percent || isPercent(t[w.to:])
		}
		q.place(&l, m.exact|m.near, i, places)
	}
	for _, p := range q.phrases {
		if l.extra&p.words == p.words {
			l.near |= p.near
		}
	}
	q.relate(&l)
	if len(q.twins) > 0 {
		l.mistaken = q.mistaken(t, words) &^ (l.exact | l.near)
	}
	return l
}

// note adds a token to what is known of the sentence.
func (l *look) note(w *token, m met) {
	l.met.add(m)
	l.families |= familiesOf(w)
	l.aim = l.aim || w.cue&text.CueAim != 0
	l.finding = l.finding || w.cue&text.CueConclude != 0
}

// place notes where terms stand, and which stand beside their neighbour of the question.
func (q *question) place(l *look, terms uint64, at int, places *[64]int) {
	for rest := terms; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros64(rest)
		places[k] = at
		if b := q.terms[k].before; b >= 0 && at-places[b] <= nearby {
			l.beside |= 1 << k
		}
		if next := k + 1; next < len(q.terms) && q.terms[next].before == k && at-places[next] <= nearby {
			l.beside |= 1 << next
		}
	}
}

// relate notes the terms whose family the sentence has a word of.
func (q *question) relate(l *look) {
	for i := range q.terms {
		if f := q.terms[i].families; f != 0 && answering(f)&l.families != 0 {
			l.kin |= 1 << i
		}
	}
}

func isPercent(rest string) bool {
	return strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, " %") || strings.HasPrefix(rest, " percent") || strings.HasPrefix(rest, " per cent")
}

// of returns the level at which term i is met.
func (m *met) of(i int) level {
	switch bit := uint64(1) << i; {
	case m.exact&bit != 0:
		return levelExact
	case m.near&bit != 0:
		return levelNear
	case m.kin&bit != 0:
		return levelKin
	}
	return levelNone
}
