package sentence

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A denial is a negation with the tokens that it denies.
type denial struct {
	token int
	scope text.Span
}

// scopeWords is how many words behind a negation it denies, at most, within its clause.
const scopeWords = 7

// negationsOf appends the negations of a span that deny something: not those of "not only", "non-smokers" and their like.
func negationsOf(r *text.Reading, v *Vocabulary, s text.Span, to []denial) []denial {
	for i := s.First; i < s.End; i++ {
		t := &r.Tokens[i]
		farFrom := t.Word == wordFar && i+1 < s.End && r.Tokens[i+1].Word == wordFrom
		out, other := rulesOut(r, v, i, s.End), notYet(r, i, s.End) || freeOf(r, i, s.End) || ratherThan(r, i, s.End) || unableTo(r, i, s.End) || arguesAgainst(r, i) || uselessIn(r, i, s.End)
		if t.Cue&text.CueNegation == 0 && !farFrom && !out && !other {
			continue
		}
		if leavesOpen(r, i, s.End) || t.Word == wordRare && (i == s.First || v.kinds.Of(r.Tokens[i-1].Word)&kindPassive == 0) {
			continue // "a rare inherited disorder" denies nothing
		}
		if t.Word == wordNo && r.Gap(i) == "-" {
			continue // "no-till farming" names a kind
		}
		if t.Stem == stemFail && i > s.First && relative[r.Tokens[i-1].Word] && (i < 2 || v.kinds.Of(r.Tokens[i-2].Word)&kindEvidence == 0) {
			continue // "patients who failed" are a kind of them
		}
		if n := len(to); n > 0 && t.Stem == stemFail && r.Tokens[to[n-1].token].Clause == t.Clause {
			to = to[:n-1] // "in no trial did it fail"
			continue
		}
		if i+1 < s.End && v.kinds.Of(r.Tokens[i+1].Word)&kindPseudo != 0 {
			continue
		}
		reach := scopeWords
		if out || arguesAgainst(r, i) {
			reach = 3 * scopeWords // "excluded an effect of A on B"
		}
		if t.Word == wordNeither || t.Word == wordNor {
			reach = 3 * scopeWords // what both do is told behind the second
		}
		if t.Word == wordNon { // "non-smokers" names a kind, "non-significant" denies
			reach = 1
			if i+1 == s.End || r.Tokens[i+1].Cue&(deniable|text.CueSame) == 0 {
				continue
			}
		}
		if i+1 < s.End && supporting[r.Tokens[i+1].Word] {
			reach = 2 * scopeWords // "do not support the use of A to lower B"
		}
		if i+1 < s.End && v.kinds.Of(r.Tokens[i+1].Word)&kindEvidence != 0 && i+2 < s.End && reporting[r.Tokens[i+2].Word] {
			reach = 2 * scopeWords // "no evidence that" and "no support for" deny all that follows
		}
		end := i + 1
		for end < s.End && end <= i+reach && r.Tokens[end].Clause == t.Clause && !describesOne(r, i, end) && !goesFurther(r, i, end) {
			end++
		}
		if n := len(to); n > 0 && to[n-1].scope.End > i && to[n-1].token >= i-2 && r.Tokens[i].Cue&text.CueStop == 0 {
			to = to[:n-1] // a double negation, as in "not unlikely"
			continue
		}
		to = append(to, denial{i, text.Span{First: i + 1, End: end}})
	}
	return to
}

// leavesOpen says whether the negation at token i tells that nothing was ruled out: "cannot be excluded", "was not ruled out". It denies nothing.
func leavesOpen(r *text.Reading, i, end int) bool {
	for j := i + 1; j < min(end, i+5); j++ {
		w := r.Tokens[j].Word
		if w == wordExcluded || r.Tokens[j].Cue&text.CueRefutation != 0 || w == wordOut && r.Tokens[j-1].Stem == stemRule {
			return true
		}
		if r.Tokens[j].Cue&(text.CueStop|text.CueModal) == 0 && r.Tokens[j].Stem != stemRule {
			return false
		}
	}
	return false
}

// describesOne says whether a relative clause begins at token k that describes what is not used, by the negation at token i, so that it is not denied
// itself: "does not wear a mask that could filter". What was not found is denied with its description.
func describesOne(r *text.Reading, i, k int) bool {
	return k >= i+3 && k+1 < len(r.Tokens) && using[r.Tokens[i+1].Word] && relative[r.Tokens[k].Word] && (r.Tokens[k+1].Cue&text.CueModal != 0 || r.Tokens[k+1].Shift != 0)
}

// goesFurther says whether "and" with another predicate begins at token k, behind what the negation at token i denies: "lacks side effects and is safe", or with a
// verb in the past behind a bare one, "failed to prevent deaths and increased the risk".
func goesFurther(r *text.Reading, i, k int) bool {
	if k <= i+1 || k+1 >= len(r.Tokens) || r.Tokens[k].Word != wordAnd {
		return false
	}
	if r.Tokens[k+1].Cue&text.CueModal != 0 {
		return true
	}
	if k == i+2 && !lackingVerbs[r.Tokens[i].Word] || r.Tokens[k+1].Shift == 0 {
		return false
	}
	past := func(j int) bool { return strings.HasSuffix(r.Text[r.Tokens[j].From:r.Tokens[j].To], "ed") }
	return past(k+1) && !past(i+1) && !past(i+2)
}

// Words behind evidence for what it is of.
var reporting = wordSet(`that for of`)

var using = wordSet(`use uses used using wear wears wearing take takes taking taken receive receives received receiving own owns carry carries apply applies`)

// notYet says whether token i tells that something is still to come about: "has yet to be shown", "refuses to".
func notYet(r *text.Reading, i, end int) bool {
	return (r.Tokens[i].Word == wordYet || refusing[r.Tokens[i].Word]) && i+1 < end && r.Tokens[i+1].Word == wordTo
}

// freeOf says whether token i tells that there is nothing of what follows: "free of caffeine", "devoid of".
func freeOf(r *text.Reading, i, end int) bool {
	return i > 0 && i+1 < end && (r.Tokens[i].Word == wordFree || r.Tokens[i].Word == wordDevoid) && r.Tokens[i+1].Word == wordOf && r.Gap(i-1) != "-"
}

var wordDevoid = text.Hash([]byte("devoid"))

// ratherThan says whether token i denies what follows "than" or "of": "by smoke rather than by nicotine", "second instead of first".
func ratherThan(r *text.Reading, i, end int) bool {
	w := r.Tokens[i].Word
	return i+1 < end && (w == wordRather && r.Tokens[i+1].Word == wordThan || w == wordInstead && r.Tokens[i+1].Word == wordOf)
}

// unableTo says whether token i tells that something can no longer be done: "lost the ability to fly".
func unableTo(r *text.Reading, i, end int) bool {
	return r.Tokens[i].Stem == stemLost && i+2 < end && r.Tokens[i+1].Cue&text.CueStop != 0 && ability[r.Tokens[i+2].Word]
}

// uselessIn says whether token i tells that something did not do what follows: "ineffective in reducing".
func uselessIn(r *text.Reading, i, end int) bool {
	return useless[r.Tokens[i].Word] && i+2 < end && prepositions[r.Tokens[i+1].Word]
}

var useless = wordSet(`ineffective useless ineffectual inefficient unsuccessful powerless`)

// arguesAgainst says whether token i tells that something speaks against what follows: "argue against a role of".
func arguesAgainst(r *text.Reading, i int) bool {
	return i > 0 && r.Tokens[i].Word == wordAgainst && arguing[r.Tokens[i-1].Word]
}

var arguing = wordSet(`argue argues argued speak speaks spoke`)

var (
	wordRather, wordInstead = text.Hash([]byte("rather")), text.Hash([]byte("instead"))
	stemLost, ability       = text.Stem([]byte("lose")), wordSet(`ability capacity power capability`)
)

var refusing = wordSet(`refuse refuses refused decline declined declines`)

// Words for what a study leaves no room for.
var ruling = wordSet(`exclude excludes excluded precludes precluded`)

// How many words behind "excluded" an effect stands that is excluded.
const excludedWords = 4

// rulesOut says whether token i tells that there is no effect: "excluded a meaningful effect", "ruled out a difference". "Excluded studies of an
// effect" does not.
func rulesOut(r *text.Reading, v *Vocabulary, i, end int) bool {
	if !ruling[r.Tokens[i].Word] && !(r.Tokens[i].Word == wordOut && i > 0 && r.Tokens[i-1].Stem == stemRule) {
		return false
	}
	for j := i + 1; j < min(end, i+1+excludedWords); j++ {
		switch k := v.kinds.Of(r.Tokens[j].Word); {
		case k&(kindStudies|kindPassive) != 0:
			return false
		case k&kindEvidence != 0:
			return true
		}
	}
	return false
}

// denied says whether a negation denies token i.
func denied(d []denial, i int) bool {
	for k := range d {
		if i >= d[k].scope.First && i < d[k].scope.End {
			return true
		}
	}
	return false
}

var (
	wordNo      = text.Hash([]byte("no"))
	wordNon     = text.Hash([]byte("non"))
	wordWithout = text.Hash([]byte("without"))
	wordNor     = text.Hash([]byte("nor"))
	wordFar     = text.Hash([]byte("far"))
	wordFrom    = text.Hash([]byte("from"))
	wordOut     = text.Hash([]byte("out"))
	stemFail    = stemOf("failed")
	stemRule    = stemOf("ruled")

	wordExcluded = text.Hash([]byte("excluded"))
)

// How many words behind "no" and "without" may be what they deny.
const noWords, withoutWords = 4, 2

// aside says whether a negation only tells what something lacks, as in "patients without stroke", "no contraindications to",
// "non-alcoholic": it bears on no evidence, effect or direction. "No" also denies a word of the hypothesis, and "without"
// counts where the hypothesis says what is needed.
func (s *Sight) aside(d denial) bool {
	word, reach := s.Tokens[d.token].Word, noWords
	switch {
	case word == wordNon:
		reach = 1
	case word == wordWithout && s.h.cues&text.CueNeed == 0:
		reach = withoutWords
	case word == wordNo && !s.nothingIs(d.token):
	default:
		return false
	}
	for i := d.scope.First; i < min(d.scope.End, d.token+1+reach); i++ {
		t := &s.Tokens[i]
		if word == wordNo && t.Cue&text.CueStop != 0 && t.Shift == 0 {
			break // what it denies ends here: "no contraindications to"
		}
		if t.Shift != 0 || t.Cue&(deniable|text.CueSame) != 0 || t.Word == wordBearing || s.h.vocabulary.kinds.Of(t.Word)&kindEvidence != 0 || word == wordNo && s.term[i] >= 0 {
			return false
		}
	}
	return true
}

// elsewhere says whether a negation denies something of another pair than the hypothesis', as both do in "B does not bind C, and A
// does not bind D" for "A binds C": its clause has a subject of its own, and that of the hypothesis comes in a later one; or
// it has an object of its own, and that of the hypothesis stands in an earlier one with the same verb; or it names another thing,
// and a name of the hypothesis stands in other clauses only. A negation of what is said to be needed tells what is so without it.
func (s *Sight) elsewhere(at int) bool {
	clause := s.Tokens[at].Clause
	subject, verb, object := s.clauses()
	switch {
	case subject > clause && s.foreign(clause, func(i int) bool { return i < at }):
		return true
	case object >= 0 && object < clause && verb == object:
		return s.foreign(clause, func(i int) bool { return i > at })
	case s.h.cues&text.CueNeed != 0 && s.without(at):
		return true
	}
	return s.namesAnother(at) || s.parallel(at) || s.inAnothersCase(at)
}

// caseWords is how many words behind "when" may tell of another thing.
const caseWords = 6

// inAnothersCase says whether token i only tells when something else holds, of which the sentence speaks behind the subject: "A is given when B is not effective".
func (s *Sight) inAnothersCase(i int) bool {
	for j := i - 1; j > max(0, i-caseWords); j-- {
		switch {
		case s.hasSubject(j, j+1):
			return false
		case cases[s.Tokens[j].Word]:
			first := j + 1
			for first < i && articles[s.Tokens[first].Word] {
				first++
			}
			return s.hasSubject(0, j) && first < i && s.term[first] < 0 && s.content(first)
		}
	}
	return false
}

var cases = wordSet(`when if whom unless`)

// parallel says whether another negation denies something of a part of the hypothesis that the clause of this one lacks, and this one has a
// subject of its own: each of the two denies another pair.
func (s *Sight) parallel(at int) bool {
	clause := s.Tokens[at].Clause
	for _, d := range s.denials {
		other := s.Tokens[d.token].Clause
		if other == clause {
			continue
		}
		for k := range s.h.terms {
			if s.h.terms[k].cue == 0 && s.within(other, k) && !s.within(clause, k) {
				return s.foreign(clause, func(i int) bool { return i < at })
			}
		}
	}
	return false
}

// namesAnother says whether another name stands ahead of a negation or in its clause, and a name of the hypothesis in other clauses only.
func (s *Sight) namesAnother(at int) bool {
	clause, away := s.Tokens[at].Clause, false
	for k := range s.h.terms {
		away = away || s.h.terms[k].entity && s.at[k] >= 0 && !s.within(clause, k)
	}
	for i := 0; away && i < len(s.Tokens); i++ {
		if (i < at || s.Tokens[i].Clause == clause) && s.term[i] < 0 && s.entity(i) {
			return true
		}
	}
	return false
}

// within says whether a clause holds term k.
func (s *Sight) within(clause, k int) bool {
	for i := range s.Tokens {
		if s.term[i] == k && s.Tokens[i].Clause == clause {
			return true
		}
	}
	return false
}

// without says whether a negation denies nothing of the hypothesis but its subject: "makes no intrinsic factor".
func (s *Sight) without(at int) bool {
	subject := false
	for i := at + 1; i < len(s.Tokens) && i <= at+scopeWords && s.Tokens[i].Clause == s.Tokens[at].Clause; i++ {
		if k := s.term[i]; k >= 0 {
			if !s.h.terms[k].head {
				return false
			}
			subject = true
		}
	}
	return subject
}

// clauses returns the first clauses with the subject of the hypothesis, with the word that relates it, and with its object; -1: none has.
func (s *Sight) clauses() (subject, verb, object int) {
	subject, verb, object = -1, -1, -1
	for k := range s.h.terms {
		if s.at[k] < 0 {
			continue
		}
		of := &object
		switch t := &s.h.terms[k]; {
		case t.token == s.h.relation:
			of = &verb
		case t.head || s.h.relation < 0 && k == 0:
			of = &subject
		}
		if c := s.Tokens[s.at[k]].Clause; *of < 0 || c < *of {
			*of = c
		}
	}
	return subject, verb, object
}

// foreign says whether a clause has a content word in some place that the hypothesis lacks.
func (s *Sight) foreign(clause int, in func(i int) bool) bool {
	for i := range s.Tokens {
		if t := &s.Tokens[i]; t.Clause == clause && in(i) && s.term[i] < 0 && t.Cue == 0 {
			return true
		}
	}
	return false
}
