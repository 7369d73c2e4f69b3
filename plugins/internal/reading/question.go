package reading

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// Limits of a question: words that are read, terms that count (the most telling), options.
const (
	mostWords = 2000
	mostTerms = 48
)

// A family is a set of words that stand for one kind of relation. A sentence with one of them speaks of what a question
// with another asks, be it in the same direction or against it.
type family uint8

const (
	familyDirection family = 1 << iota // up and down
	familyEffect                       // effect, cause, association
	familyWorth                        // good and bad
	familyLikeness                     // same, different, more than
	familyNeed                         // necessity
)

// familyCues are the cues of each family but the first.
var familyCues = [...]struct {
	family family
	cues   text.Cue
}{
	{familyEffect, text.CueRelate},
	{familyWorth, text.CueFavour | text.CueDisfavour},
	{familyLikeness, text.CueSame | text.CueDiffer | text.CueCompare},
	{familyNeed, text.CueNeed},
}

// familiesOf are the families of a word.
func familiesOf(k *token) (f family) {
	if k.shift != 0 {
		f = familyDirection
	}
	for _, c := range familyCues {
		if k.cue&c.cues != 0 {
			f |= c.family
		}
	}
	return f
}

// answering are the families whose words speak of what a word of the families f asks. An effect may be told by its
// direction or denied by sameness; so may a direction.
func answering(f family) family {
	if f&(familyDirection|familyEffect) != 0 {
		f |= familyDirection | familyEffect | familyLikeness
	}
	if f&familyNeed != 0 {
		f |= familyWorth
	}
	return f
}

// A term is a content word of the question.
type term struct {
	key      uint64
	text     string  // as written
	weight   float64 // how telling it is: its rarity, 0..1
	name     bool    // the name of something: it has a digit, or a capital where none need be
	relation bool    // part of what is asked of the subject, rather than of the subject
	families family
	before   int    // the term right before it; -1: none
	joined   uint64 // key of the word that it makes with that term; 0: none
	alone    level  // how well the word meets the term without that one
}

// A question is cut into terms once and then compared with every sentence.
type question struct {
	terms    []term
	asked    bool // it is a question, not a claim
	quantity bool // it asks for a number
	percent  bool // it asks for a share
	options  []option
	words    table
	phrases  []phrase
	extras   int // bits of extra in use
}

// An option is met as far as words of its own are, which the question lacks.
type option struct{ words uint64 }

// A phrase meets what the abbreviation that it stands for does, where all its words stand.
type phrase struct {
	words uint64
	near  uint64
}

// Words that only say that a number is asked for.
var (
	quantityKeys = keysOf("much many number amount quantity count far long old often")
	shareKeys    = keysOf("percentage percent proportion share fraction")
)

func keysOf(words string) []uint64 {
	var keys []uint64
	for _, w := range strings.Fields(words) {
		keys = append(keys, keyOf([]byte(w)))
	}
	return keys
}

// A Rarity tells how telling a word is, 0..1, by its key; false: unknown.
type rarities map[uint64]float64

// of is the rarity of a word. One without counts as middling, longer ones for more.
func (r rarities) of(key uint64, length int) float64 {
	if v, known := r[key]; known {
		return v
	}
	return 0.35 + 0.03*float64(min(length, 10))
}

// newQuestion cuts a question into terms.
func newQuestion(s *scanner, t string, options []string, r rarities) *question {
	q := &question{}
	words := s.scan(t, mostWords)
	q.asked = strings.HasSuffix(strings.TrimSpace(t), "?") || len(words) > 0 && words[0].cue&text.CueModal != 0
	q.gather(t, words, r)
	q.keep(mostTerms)
	q.predicate(t)
	q.enter()
	for _, o := range options {
		q.option(s, o)
	}
	return q
}

// gather makes terms of the content words.
func (q *question) gather(t string, words []token, r rarities) {
	index := map[uint64]int{}
	last := -1
	for i := range words {
		w := &words[i]
		if w.cue&text.CueStop != 0 || q.scaffold(t, words, i) {
			last = -1
			continue
		}
		at, seen := index[w.key]
		if !seen {
			at = len(q.terms)
			index[w.key] = at
			q.terms = append(q.terms, newTerm(t, words, i, r))
			if last >= 0 {
				q.terms[at].before = last
				q.join(at, w, words[i-1:i+1], t)
			}
		}
		last = at
	}
}

func newTerm(t string, words []token, i int, r rarities) term {
	w := &words[i]
	return term{
		key: w.key, text: t[w.from:w.to], before: -1, families: familiesOf(w), alone: levelExact,
		weight:   weightOf(w.key, t[w.from:w.to], r),
		name:     isNamed(t, w),
		relation: familiesOf(w) != 0 || w.cue&text.CueGeneric != 0 || isVerb(t[w.from:w.to]) || isAttribute(t, words, i),
	}
}

// weightOf is how telling a word is.
func weightOf(key uint64, word string, r rarities) float64 {
	v := r.of(key, len(word))
	if isLight(key, word) {
		v *= lightness
	}
	return v
}

// isNamed says whether a token is a name. A capital at the start of the text is none, and a number alone names nothing.
func isNamed(t string, w *token) bool {
	capitals, digits := 0, 0
	for i := w.from; i < w.to; i++ {
		switch {
		case t[i] >= 'A' && t[i] <= 'Z':
			capitals++
		case isDigit(t[i]):
			digits++
		}
	}
	return capitals > 1 || capitals == 1 && (w.from > 1 || digits > 0) || digits > 0 && digits < w.to-w.from
}

// join notes that a term is one word with the one before it. The shorter part of such a word, as in "IL-6" and
// "vitamin D", means little alone.
func (q *question) join(at int, w *token, pair []token, t string) {
	if w.joined == 0 {
		return
	}
	tm, head := &q.terms[at], &q.terms[at-1]
	tm.joined = w.joined
	alone := levelNone
	if t[pair[0].to:pair[1].from] == " " {
		alone = levelNear
	}
	if isShort(tm.text) {
		tm.alone = alone
	}
	if isShort(head.text) && head.joined == 0 && tm.before == at-1 {
		head.alone, head.joined = alone, w.joined
	}
}

func isShort(word string) bool {
	return len(word) <= 2 || len(word) <= 4 && isDigit(word[0])
}

// scaffold notes what kind of answer is asked for and says whether word i tells no more than that.
func (q *question) scaffold(t string, words []token, i int) bool {
	asking := i > 0 && (t[words[i-1].from:words[i-1].to] == "how" || t[words[i-1].from:words[i-1].to] == "How")
	switch {
	case asking && slices.Contains(quantityKeys, words[i].key):
		q.quantity = true
	case i < 5 && slices.Contains(shareKeys, words[i].key) && follows(t, words, i, "of"):
		q.quantity, q.percent = true, true
	default:
		return false
	}
	return true
}

// follows says whether a word comes right behind word i.
func follows(t string, words []token, i int, word string) bool {
	return i+1 < len(words) && t[words[i+1].from:words[i+1].to] == word
}

// isAttribute says whether word i is the head of "point of tungsten".
func isAttribute(t string, words []token, i int) bool { return follows(t, words, i, "of") }

// isVerb says whether a word looks like a verb or what is made of one.
func isVerb(word string) bool {
	for _, ending := range [...]string{"ed", "ing", "ise", "ize", "ises", "izes", "ify", "ifies", "ates"} {
		if len(word) > len(ending)+3 && strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}

// keep drops all but the most telling terms.
func (q *question) keep(most int) {
	if len(q.terms) <= most {
		return
	}
	order := make([]int, len(q.terms))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(q.terms[b].weight, q.terms[a].weight) })
	order = order[:most]
	slices.Sort(order)
	kept, place := make([]term, 0, most), make(map[int]int, most)
	for i, from := range order {
		tm := q.terms[from]
		if to, there := place[tm.before]; there {
			tm.before = to
		} else {
			tm.before = -1
		}
		place[from] = i
		kept = append(kept, tm)
	}
	q.terms = kept
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// predicate sees to it that there is a subject and, with two terms, a relation: the last term of a yes/no question or
// claim, such as "flat", or else the least telling one.
func (q *question) predicate(t string) {
	n := len(q.terms)
	subjects, heaviest, lightest := 0, 0, -1
	for i := range q.terms {
		if !q.terms[i].relation {
			subjects++
		}
		if q.terms[i].weight > q.terms[heaviest].weight {
			heaviest = i
		}
	}
	if n > 0 && subjects == 0 {
		q.terms[heaviest].relation = false
		subjects++
	}
	if subjects < n || n < 2 {
		return
	}
	if lightest = n - 1; isName(q.terms[lightest].text) || lightest == heaviest && n > 2 {
		lightest = 0
		for i := range q.terms {
			if q.terms[i].weight < q.terms[lightest].weight {
				lightest = i
			}
		}
	}
	q.terms[lightest].relation = true
}

// isName says whether a word has a capital or a digit.
func isName(word string) bool {
	for i := range len(word) {
		if word[i] >= 'A' && word[i] <= 'Z' || isDigit(word[i]) {
			return true
		}
	}
	return false
}

// enter makes the terms findable by their words.
func (q *question) enter() {
	for i := range q.terms {
		tm, bit := &q.terms[i], uint64(1)<<i
		switch tm.alone {
		case levelExact:
			q.words.grant(tm.key, met{exact: bit})
		case levelNear:
			q.words.grant(tm.key, met{near: bit})
		}
		if tm.joined != 0 {
			q.words.grant(tm.joined, met{exact: bit})
			if tm.before >= 0 {
				q.words.grant(tm.joined, met{exact: 1 << tm.before})
			}
		}
		for _, key := range kin[tm.key] {
			q.words.grant(key, met{near: bit})
		}
	}
}

// option makes the words of an option findable that the question lacks.
func (q *question) option(s *scanner, t string) {
	var o option
	for _, w := range s.scan(t, 64) {
		if w.cue&text.CueStop == 0 && q.words.find(w.key).exact == 0 && !slices.Contains(verdicts, w.key) {
			o.words |= q.extra(w.key)
		}
	}
	if o.words != 0 {
		q.options = append(q.options, o)
	}
}

// verdicts are the options of yes/no questions and claims: no literature says them.
var verdicts = keysOf("yes no maybe true false supported contradicted undecided unknown none")

// extra is the bit of a word among the extra ones; 0: there is no more room.
func (q *question) extra(key uint64) uint64 {
	if old := q.words.find(key).extra; old != 0 {
		return old
	}
	if q.extras == 64 {
		return 0
	}
	bit := uint64(1) << q.extras
	q.extras++
	q.words.grant(key, met{extra: bit})
	return bit
}
