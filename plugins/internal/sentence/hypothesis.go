// Package sentence reads one sentence against a hypothesis: what it holds of it, whether it states it, denies it or says the contrary, and what it
// measures of that for those who judge works. It knows nothing of works, models or verdicts; package stance judges those.
//
// A hypothesis comes of [New]; it learns the abbreviations of the works that are read by [Hypothesis.Introduce]. [Hypothesis.See] lays it beside a
// sentence, and [Sight.Measure] fills in the features, with what the sentence says.
//
// The words of this package: the subject and the object are the two sets of terms that a hypothesis joins, the bond is how it joins them (causes, raises,
// needs, goes with), the way is up (1) or down (-1). A sentence holds a term where one of its words matches it. A lack is less of the subject, which
// turns what is said of it round. To read is to find, clause by clause, whether the sentence bears the hypothesis out (1) or denies it (-1); to measure is to
// count features for models. A sentence is aided where others of its work hold what it lacks of the object, and carried where they name its subject.
//
// In the order of a reading: align.go matches words, negation.go, direction.go and lack.go find what they turn, sense.go and bond.go understand the
// hypothesis, assertion.go and unproven.go tell whether the sentence states anything, apart.go leaves out what it sets apart, rank.go, ellipsis.go and alike.go
// read forms of their own, clausespans.go finds the clause, subject.go, roles.go, otherwise.go, joined.go and bound.go who does it, predicate.go what it says, arms.go compares
// the numbers of groups, statistics.go finds p values and intervals, significance.go asks whether it is chance, clauses.go puts that together, and beside.go
// looks at the rest of the work.
package sentence

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A Hypothesis is a claim, or what a yes/no question asks about, as a statement that sentences may support or contradict.
type Hypothesis struct {
	text.Reading
	vocabulary *Vocabulary
	Asked      bool // it came as a question
	terms      []term
	aliases    []alias // that what was read introduces
	total      float64 // weight of all terms
	directions []direction
	negations  int  // that deny something
	null       bool // what is denied is an effect, a relation or a difference
	any        bool // it speaks of any one at all
	relation   int  // token of the word that relates what stands before it to what follows; -1: none
	kinds      kind
	cues       text.Cue
	valence    float64 // +1 speaks of something good, -1 of something bad
	sign, tone float64
	numbers    int   // terms that are numbers
	sense      sense // what it says
}

// A term is a content word of a hypothesis.
type term struct {
	token   int
	stem    uint64
	key     uint64   // of all its spellings; 0: none
	kin     []uint64 // keys of words that mean nearly the same
	weight  float64
	number  float64 // NaN: none
	word    string  // folded if it is plain
	cue     text.Cue
	kind    kind
	shift   int8
	entity  bool // written with a capital inside a sentence, or with a digit
	initial bool // the first word, whose capital tells nothing
	head    bool // stands before the relation
}

// mostTerms is how many terms of a hypothesis count: one bit each.
const mostTerms = 64

// mostBytes is how much of a hypothesis is read.
const mostBytes = 2000

// New reads a claim or a question, at most 2,000 bytes of it. rarity tells how rare a word is by the hash of its lower-case form, 0 to 1;
// words that it does not hold are judged by their form.
//
//go:noinline
func New(s string, rarity map[uint64]float64, v *Vocabulary) *Hypothesis {
	if len(s) > mostBytes {
		s = s[:mostBytes]
	}
	h := &Hypothesis{Reading: text.Read(s), vocabulary: v, relation: -1}
	h.Asked, h.any = asks(&h.Reading), h.has(anyWords)
	h.relation = h.relates()
	for i := range h.Tokens {
		h.collect(i, rarity)
	}
	denials := negationsOf(&h.Reading, h.vocabulary, text.Span{First: 0, End: len(h.Tokens)}, nil)
	h.negations, h.null = len(denials), h.deniesEffect(denials)
	all := text.Span{First: 0, End: len(h.Tokens)}
	h.directions = h.directionsOf(nil, &h.Reading, all)
	h.sign, h.tone = signOf(&h.Reading, all), toneOf(h.directions)
	h.valence = valenceOf(&h.Reading, h.vocabulary, all)
	h.sense = h.senseOf(h.self())
	return h
}

// deniesEffect says whether the first words that are denied name an effect: "has no effect on", "does not affect".
func (h *Hypothesis) deniesEffect(denials []denial) bool {
	for _, d := range denials {
		for i := d.scope.First; i < min(d.scope.End, d.scope.First+2); i++ {
			if t := &h.Tokens[i]; t.Cue&(text.CueRelate|text.CueDiffer) != 0 || h.vocabulary.kinds.Of(t.Word)&kindEvidence != 0 {
				return true
			}
		}
	}
	return false
}

// relates finds the word that relates what is before it to what is behind it: behind the first content word the first direction,
// relation or judgement, or else form of "be".
func (h *Hypothesis) relates() int {
	seen, fallback := false, -1
	for i := range h.Tokens {
		t := &h.Tokens[i]
		k := h.vocabulary.kinds.Of(t.Word)
		switch {
		case seen && effecting[t.Word] && besideWhat[h.Tokens[i-1].Word]: // "are side effects rarer"
		case seen && h.describing(i) && h.relatesBehind(i):
		case seen && (isLack(&h.Reading, i) || lessening[t.Word] || doers[t.Word]) && h.relatesBehind(i):
		case seen && h.joins(i):
			return i
		case seen && fallback < 0 && k&kindPassive != 0:
			fallback = i
		case t.Cue&text.CueStop == 0:
			seen = true
		}
	}
	return fallback
}

// Words ahead of "effects" that name a kind of them.
var besideWhat = wordSet(`side adverse unwanted`)

// describing says whether the participle at token i of a question only tells a kind of what follows: "are visually impaired drivers safe".
func (h *Hypothesis) describing(i int) bool {
	t, next := &h.Tokens[i], i+1
	if t.Shift == 0 || !strings.HasSuffix(h.Text[t.From:t.To], "ed") || h.Tokens[0].Cue&text.CueModal == 0 {
		return false
	}
	if next < len(h.Tokens) && (h.Tokens[next].Word == wordAnd || h.Tokens[next].Word == wordOr) {
		next++
	}
	if next == len(h.Tokens) {
		return false
	}
	return h.Tokens[next].Cue&text.CueStop == 0 && !comparatives[h.Tokens[next].Word] && h.vocabulary.kinds.Of(h.Tokens[i-1].Word)&kindPassive == 0
}

var wordFailure = text.Hash([]byte("failure"))

// Adverbs behind a participle that relates: "lowered faster by".
var comparatives = wordSet(`more less faster slower sooner earlier later longer further better worse`)

// joins says whether token i is a direction, a relation or a judgement.
func (h *Hypothesis) joins(i int) bool {
	t := &h.Tokens[i]
	if t.Word == wordFailure || t.Word == wordLead && (i+1 == len(h.Tokens) || h.Tokens[i+1].Word != wordTo) { // "heart failure", "replace lead"
		return false
	}
	if harmful[t.Word] {
		return predicative(&h.Reading, i) // "toxic shock" judges nothing
	}
	return t.Shift != 0 && !attributive(&h.Reading, i) || t.Cue&(text.CueRelate|text.CueFavour|text.CueDisfavour|text.CueNeed) != 0 || h.vocabulary.kinds.Of(t.Word)&kindCause != 0 || differing[t.Word] || worsens[t.Word] ||
		meritOf(&h.Reading, i) != meritNone && predicative(&h.Reading, i)
}

// doers are named by what they do: "receptor blockers" tells nothing.
var doers = wordSet(`blocker blockers activator activators inducer inducers enhancer enhancers promoter promoters suppressor suppressors stimulator
	stimulators stimulant stimulants depressant depressants accelerator accelerators booster boosters facilitator facilitators`)

var differing = wordSet(`differ differs differed difference differences`)

// relatesBehind says whether a word behind token i relates, so that the lack at token i is part of what is spoken of: "A deficiency raises".
func (h *Hypothesis) relatesBehind(i int) bool {
	for j := i + 1; j < len(h.Tokens); j++ {
		if h.joins(j) && !isLack(&h.Reading, j) {
			return true
		}
	}
	return false
}

// termWith returns the term with a stem; false: it has none.
func (h *Hypothesis) termWith(stem uint64) (int, bool) {
	for k := range h.terms {
		if h.terms[k].stem == stem {
			return k, true
		}
	}
	return 0, false
}

// collect makes token i a term, if it is a content word and not a term yet.
func (h *Hypothesis) collect(i int, rarity map[uint64]float64) {
	t := &h.Tokens[i]
	k := h.vocabulary.kinds.Of(t.Word)
	h.cues |= t.Cue
	h.kinds |= k
	if t.Cue&text.CueStop != 0 && math.IsNaN(t.Number) || len(h.terms) == mostTerms || h.owns(i) {
		return
	}
	if _, has := h.termWith(t.Stem); has {
		return
	}
	c := h.Text[t.From]
	new := term{token: i, stem: t.Stem, number: t.Number, word: lower(h.Text[t.From:t.To]), cue: t.Cue, kind: k, shift: t.Shift,
		initial: i == 0, head: i < h.relation}
	new.entity = c >= 'A' && c <= 'Z' && i > 0 || hasDigit(new.word)
	if math.IsNaN(t.Number) {
		new.key = keyOf(new.word)
		new.kin = reading.Kin(new.key)
	} else {
		h.numbers++
	}
	new.weight = weightOf(t, &new, rarity)
	h.total += new.weight
	h.terms = append(h.terms, new)
}

// owns says whether token i is the "s" of "children's".
func (h *Hypothesis) owns(i int) bool {
	gap := ""
	if i > 0 && h.Text[h.Tokens[i].From:h.Tokens[i].To] == "s" {
		gap = h.Gap(i - 1)
	}
	return gap == "'" || gap == "\u2019"
}

// weightOf returns how much a word tells of what a hypothesis is about: the rarer, the more; words of every study and of direction less.
func weightOf(t *text.Token, of *term, rarity map[uint64]float64) float64 {
	w := 0.6
	if len(of.word) >= 8 || of.entity {
		w = 0.8
	}
	if r, known := rarity[t.Word]; known {
		w = 0.1 + 0.9*r
	}
	switch {
	case t.Cue&text.CueGeneric != 0 || t.Shift != 0:
		return 0.4 * w
	case t.Cue != 0:
		return 0.6 * w
	}
	return w
}

// asks says whether a text is a question: it ends with a question mark or opens as questions do.
func asks(r *text.Reading) bool {
	for i := len(r.Text) - 1; i >= 0; i-- {
		switch r.Text[i] {
		case ' ', '\n', '\t', '"':
			continue
		case '?':
			return true
		}
		break
	}
	return len(r.Tokens) > 0 && r.Tokens[0].Cue&text.CueModal != 0
}

// lower folds the plain letters of a word.
func lower(s string) string {
	for i := range len(s) {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for j := range b {
				if b[j] >= 'A' && b[j] <= 'Z' {
					b[j] |= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

func hasDigit(s string) bool {
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
	}
	return false
}
