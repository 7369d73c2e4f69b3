package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

const (
	ofContrast    = 0.4 // what a candidate counts in a clause that contrasts with the one that the question means
	contrastReach = 2   // how far behind a noun the word may stand that tells which: "yield of rye"
)

// turnsOf returns the words at which a sentence turns to something else: "while", "but", what stands behind a semicolon outside of
// parentheses, or behind the comma of a sentence that opens with such a word.
func (l *line) turnsOf() []int {
	var out []int
	opened := false
	for i := range l.words {
		turns := l.words[i].cue&text.CueTurn != 0
		switch {
		case i == 0:
			opened = turns
		case turns, l.words[i].clause > l.words[i-1].clause && strings.Contains(l.before(i), ";"):
			out = append(out, i)
		case opened && strings.Contains(l.before(i), ","):
			out, opened = append(out, i), false
		}
	}
	return out
}

// segment returns how often a sentence has turned up to word i.
func (s *sentence) segment(i int) int {
	n := 0
	for _, turn := range s.turns {
		if turn <= i {
			n++
		}
	}
	return n
}

// contrasted is less than 1 for a candidate in a clause that repeats a word of the question beside another word than the question has there,
// and than the contrasting clause has: "clay held 57 % of the water, whereas sand held 11 % of the water".
func (a *asking) contrasted(c *candidate) float64 {
	s := c.sentence
	if len(s.turns) == 0 {
		return 1
	}
	own := s.segment(c.anchor)
	for _, h := range s.hits {
		if h.quality < meetsBare || h.word >= c.first && h.word < c.end || s.segment(h.word) != own {
			continue
		}
		for _, o := range s.hits {
			if o.term == h.term && s.segment(o.word) != own && a.replaced(s, h.word, o) {
				return ofContrast
			}
		}
	}
	return 1
}

// replaced says whether a word of the question stands beside hit o, and another noun in its place beside the same word in another clause, at
// word here.
func (a *asking) replaced(s *sentence, here int, o hit) bool {
	own, other := s.segment(here), s.segment(o.word)
	for _, u := range s.hits {
		beside := u.word >= o.word-1 && u.word <= o.word+contrastReach && s.segment(u.word) == other
		if !beside || u.term == o.term || u.quality < meetsBare || strings.HasSuffix(s.at(u.word), "ed") {
			continue
		}
		at := here + u.word - o.word
		if at < 0 || at >= len(s.words) || s.segment(at) != own || s.words[at].cue&text.CueStop != 0 || s.isNumber(at) || a.isVerb(&s.line, at) {
			continue
		}
		if !s.meetsIn(u.term, own) {
			return true
		}
	}
	return false
}

// meetsIn says whether a segment of a sentence meets a term.
func (s *sentence) meetsIn(term, segment int) bool {
	for _, h := range s.hits {
		if h.term == term && s.segment(h.word) == segment {
			return true
		}
	}
	return false
}

const (
	otherSide = 0.6 // what the value before a change counts where the question asks for the one after it, or the other way round
	sideReach = 8   // words between the two
)

// side is less than 1 for a number of "fell from 8 to 3" on the other side of the change than the question asks for.
func (a *asking) side(c *candidate) float64 {
	if c.value != c.value {
		return 1
	}
	s := c.sentence
	for i := 1; i < len(s.quantities); i++ {
		from, to := &s.quantities[i-1], &s.quantities[i]
		if c.anchor != from.number && c.anchor != to.number || !s.fromTo(from, to) {
			continue
		}
		before, after := a.mentions("before", "baseline", "initially", "originally", "initial"), a.mentions("after", "following", "finally", "final")
		return pick(before != after && (c.anchor == to.number) == before, otherSide, 1)
	}
	return 1
}

// fromTo says whether two numbers are the sides of a change: "from 8 kg without it to 3 kg".
func (l *line) fromTo(a, b *quantity) bool {
	return a.first > 0 && l.at(a.first-1) == "from" && l.at(b.first-1) == "to" && b.first-a.end <= sideReach && a.unit.dim == b.unit.dim
}

// asksDifference says whether the question asks by how much something changed, and not for its value.
func (a *asking) asksDifference() bool {
	return a.asksChange() || a.form == formEffect || a.noun >= 0 && a.question.words[a.noun].shift != 0 || a.mentions("change", "changed", "difference")
}

// isDifference says whether a quantity is the difference of two numbers that a sentence tells.
func (q *quantity) isDifference() bool {
	return q.derived && q.unit.dim != dimPercent && q.unit.dim != dimFold
}

// otherLabel is what a candidate counts of a document on antifreeze B, where antifreeze C is meant.
const otherLabel = 0

// labelled is less than 1 for a candidate of a document that gives a noun of the question another letter than the question does.
func (a *asking) labelled(c *candidate) float64 {
	l := &a.question
	for i := 1; i < len(l.words); i++ {
		if !l.lettered(i) {
			continue
		}
		own, other := c.document.letters(l, i)
		if other && !own {
			return otherLabel
		}
	}
	return 1
}

// lettered says whether word i is a single capital that tells one of several of the noun ahead of it: "antifreeze B".
func (l *line) lettered(i int) bool {
	s := l.at(i)
	return len(s) == 1 && s[0] >= 'A' && s[0] <= 'Z' && l.before(i) == " " && len(l.at(i-1)) > 2 && !isPreposition(l.at(i-1))
}

// letters says whether a document has the noun ahead of word i of a question with that letter, and whether it has it with another one.
func (d *document) letters(question *line, i int) (own, other bool) {
	noun, letter := question.words[i-1].key, question.at(i)
	lines := []*line{&d.title}
	for k := range d.sentences {
		lines = append(lines, &d.sentences[k].line)
	}
	for _, l := range lines {
		for k := 1; k < len(l.words); k++ {
			if l.words[k-1].key == noun && l.lettered(k) {
				own, other = own || l.at(k) == letter, other || l.at(k) != letter
			}
		}
	}
	return own, other
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
