package stance

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// A denial is a negation with the tokens that it denies.
type denial struct {
	token int
	scope text.Span
}

// scopeWords is how many words behind a negation it denies, at most, within its clause.
const scopeWords = 7

// negationsOf appends the negations of a span that deny something: not those of "not only" and its like.
func negationsOf(r *text.Reading, v *vocabulary, s text.Span, to []denial) []denial {
	for i := s.First; i < s.End; i++ {
		t := &r.Tokens[i]
		if t.Cue&text.CueNegation == 0 {
			continue
		}
		if i+1 < s.End && v.kinds[r.Tokens[i+1].Word]&kindPseudo != 0 {
			continue
		}
		end := i + 1
		for end < s.End && end <= i+scopeWords && r.Tokens[end].Clause == t.Clause {
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

// denied says whether a negation denies token i.
func denied(d []denial, i int) bool {
	for k := range d {
		if i >= d[k].scope.First && i < d[k].scope.End {
			return true
		}
	}
	return false
}

// elsewhere says whether a negation denies something of another pair than the hypothesis', as both do in "B does not bind C, and A
// does not bind D" for "A binds C": its clause has a subject of its own, and that of the hypothesis comes in a later one; or
// it has an object of its own, and that of the hypothesis stands in an earlier one with the same verb.
func (s *sight) elsewhere(at int) bool {
	clause := s.Tokens[at].Clause
	subject, verb, object := s.clauses()
	switch {
	case subject > clause:
		return s.foreign(clause, func(i int) bool { return i < at })
	case object >= 0 && object < clause && verb == object:
		return s.foreign(clause, func(i int) bool { return i > at })
	}
	return false
}

// clauses are the first clauses with the subject of the hypothesis, with the word that relates it, and with its object; -1: none has.
func (s *sight) clauses() (subject, verb, object int) {
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
func (s *sight) foreign(clause int, in func(i int) bool) bool {
	for i := range s.Tokens {
		if t := &s.Tokens[i]; t.Clause == clause && in(i) && s.term[i] < 0 && t.Cue == 0 {
			return true
		}
	}
	return false
}
