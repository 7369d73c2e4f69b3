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
