package extract

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A term is a word of the question that sentences are searched for.
type term struct {
	key, bare uint64
	kin       uint16
	weight    float64 // 0..1, how telling
	asked     bool    // stands in the sentence that asks
	head      bool    // only says the kind of answer
	focus     bool    // stands in the noun phrase of the question word, and so describes the answer itself
	name      bool
}

// How well a word meets a term that is not the same word.
const (
	meetsBare  = 0.8 // but for a prefix
	meetsKin   = 0.6 // a word of the same family
	meetsFree  = 0.6 // behind "free", as in "disease-free survival", which is another thing
	meetsAlias = 0.9 // an abbreviation that the document introduces
)

// terms lists the telling words of a line, each once; from is the first word of its asking sentence, noun the word that
// says the kind of answer.
func (x *Extractor) terms(l *line, f *focus, rarity map[string]float64) []term {
	var out []term
	for i := range l.words {
		w := &l.words[i]
		if w.cue&text.CueStop != 0 && !w.name && !isNegation(w) || isVague(l.at(i)) {
			continue
		}
		t := term{key: w.key, bare: w.bare, kin: w.kin, weight: x.rarity(l, i, rarity), asked: i >= f.from, head: i == f.noun, focus: i > f.at && i < f.noun, name: w.name}
		if t.head {
			t.weight *= 0.3
		}
		if t.name {
			t.weight = min(1, t.weight*1.2)
		}
		if k := indexTerm(out, t.key); k >= 0 {
			out[k].asked = out[k].asked || t.asked
			continue
		}
		out = append(out, t)
	}
	return out
}

func isNegation(w *word) bool { return w.cue&text.CueNegation != 0 }

// isVague says whether a word is of the question's phrasing and not of its subject.
func isVague(s string) bool {
	switch strings.ToLower(s) {
	case "which", "what", "who", "whom", "whose", "where", "when", "why", "how", "many", "much", "long", "lets", "let", "become", "becomes", "became", "got", "get", "gets", "according",
		"roughly", "approximately", "exactly", "happens", "happened", "happen", "certain", "sort", "kind", "type", "called", "one", "two", "old", "turned", "turn", "turns", "makes", "make", "made",
		"goes", "go", "went", "put", "puts", "ones", "thing", "things", "across", "among", "s", "apart", "else":
		return true
	}
	return false
}

func indexTerm(terms []term, key uint64) int {
	for k := range terms {
		if terms[k].key == key {
			return k
		}
	}
	return -1
}

// rarity is how telling word i is; a word that the table lacks counts half, a name more.
func (x *Extractor) rarity(l *line, i int, table map[string]float64) float64 {
	best, known := 0.0, false
	for t := l.words[i].first; t < l.words[i].end; t++ {
		if v, is := table[strings.ToLower(l.Quote(t, t))]; is {
			best, known = max(best, v), true
		}
	}
	if v, is := table[strings.ToLower(l.at(i))]; is {
		best, known = max(best, v), true
	}
	switch {
	case known:
		return min(max(best, 0.02), 1)
	case l.words[i].name:
		return 0.8
	case !math.IsNaN(l.words[i].number):
		return 0.4
	}
	return 0.5
}

// meets is how well a word meets a term; 0: not at all.
func (t *term) meets(w *word) float64 {
	switch {
	case w.key == t.key:
		return 1
	case w.bare != 0 && (w.bare == t.key || w.bare == t.bare), t.bare != 0 && t.bare == w.key:
		return meetsBare
	case w.kin != 0 && w.kin == t.kin:
		return meetsKin
	}
	return 0
}
