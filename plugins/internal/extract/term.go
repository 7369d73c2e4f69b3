package extract

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A term is a word of the question that sentences are searched for.
type term struct {
	key, bare uint64
	alt       uint64 // key of a name that all know for it: "IL-6" for "interleukin-6"; 0: none
	kin       uint16
	weight    float64 // 0..1, how telling
	asked     bool    // stands in the sentence that asks
	head      bool    // only says the kind of answer
	focus     bool    // stands in the noun phrase of the question word, and so describes the answer itself
	name      bool
	non       bool // stands behind "non-"
	shift     int8 // of an option: the sense of a direction word, which any other word of that sense meets
}

// How well a word meets a term that is not the same word.
const (
	meetsBare  = 0.8 // but for a prefix
	meetsKin   = 0.6 // a word of the same family
	meetsShift = 0.5 // a word of the same sense
	meetsFree  = 0.6 // behind "free", as in "disease-free survival", which is another thing
	meetsAlias = 0.9 // an abbreviation that the document introduces
)

// terms lists the telling words of a line, each once; from is the first word of its asking sentence, noun the word that
// says the kind of answer.
func (x *Extractor) terms(l *line, f *focus, rarity map[string]float64) []term {
	var out []term
	for i := range l.words {
		w := &l.words[i]
		if w.cue&text.CueStop != 0 && !w.name && !isNegation(w) && (!f.option || !tells(l, i)) || l.isVague(i) || i == f.at+1 && f.asked == "how" {
			continue
		}
		t := term{key: w.key, bare: w.bare, kin: w.kin, weight: x.rarity(l, i, rarity), asked: i >= f.from, head: f.isHead(i), focus: f.describes(i), name: w.name, non: l.behindNon(i)}
		t.alt = l.shortened(i)
		switch {
		case f.option && w.shift != 0:
			t.shift, t.weight = w.shift, max(t.weight, leastShift)
		case f.option && isNegation(w):
			t.weight = max(t.weight, leastShift)
		case w.number == w.number:
			t.weight = max(t.weight, leastNumber)
		}
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

// isHead says whether word i only says the kind of answer: the noun, and of a quantity also what stands ahead of it, as in
// "hazard ratio" and "median survival".
func (f *focus) isHead(i int) bool {
	return i == f.noun || f.measured() && i > f.at && i < f.noun
}

// describes says whether word i tells of the answer itself: "SNAP-25-binding" in "which SNAP-25-binding protein".
func (f *focus) describes(i int) bool { return !f.measured() && i > f.at && i < f.noun }

// measured says whether a number is asked for.
func (f *focus) measured() bool {
	switch f.form {
	case formQuantity, formPercent, formRatio, formCount:
		return true
	}
	return false
}

// The least weights of words that tell much, however common they are.
const (
	leastShift  = 0.4  // a direction word or negation of an option: it is what options differ in
	leastNumber = 0.35 // a number of the question
)

// tells says whether a word without content of its own tells options apart: "more" and "less", or a numeral such as "I".
func tells(l *line, i int) bool {
	return l.words[i].shift != 0 || i > 0 && l.at(i) == "I"
}

// shortened returns the key of the abbreviation that all know for a numbered name: "IL-6" for "interleukin-6".
func (l *line) shortened(i int) uint64 {
	if i+1 >= len(l.words) || !spaced(l.gap(i)) {
		return 0
	}
	short := ""
	switch strings.ToLower(l.at(i)) {
	case "interleukin":
		short = "il"
	case "interferon":
		short = "ifn"
	case "microrna":
		short = "mir"
	default:
		return 0
	}
	return stemOf(spelling.Fold([]byte(short), l.at(i+1)))
}

func isNegation(w *word) bool { return w.cue&text.CueNegation != 0 }

// isVague says whether word i is of the question's phrasing and not of its subject. "Old" is where it measures, as in "how old" and
// "years old", and not ahead of what it describes, as in "old stands".
func (l *line) isVague(i int) bool {
	switch strings.ToLower(l.at(i)) {
	case "old":
		measured := i > 0 && (strings.EqualFold(l.at(i-1), "how") || strings.HasPrefix(strings.ToLower(l.at(i-1)), "year"))
		return measured || i+1 == len(l.words) || !spaced(l.gap(i)) || l.words[i+1].cue&text.CueStop != 0
	case "which", "what", "who", "whom", "whose", "where", "when", "why", "how", "many", "much", "lets", "let", "become", "becomes", "became", "got", "get", "gets", "according",
		"roughly", "approximately", "exactly", "happens", "happened", "happen", "certain", "sort", "kind", "type", "called", "one", "two", "turned", "turn", "turns", "makes", "make", "made",
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

// rarity returns how telling word i is; a word that the table lacks counts half, a name more.
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

// meets returns how well a word meets a term; 0: not at all.
func (t *term) meets(w *word) float64 {
	switch {
	case w.key == t.key, t.alt != 0 && t.alt == w.key:
		return 1
	case w.bare != 0 && (w.bare == t.key || w.bare == t.bare), t.bare != 0 && t.bare == w.key:
		return meetsBare
	case w.kin != 0 && w.kin == t.kin:
		return meetsKin
	case t.shift != 0 && t.shift == w.shift:
		return meetsShift
	}
	return 0
}

// behindNon says whether word i stands behind "non-", which makes another thing of it.
func (l *line) behindNon(i int) bool {
	return i > 0 && strings.EqualFold(l.at(i-1), "non") && l.before(i) != " "
}
