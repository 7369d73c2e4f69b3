package sentence

import (
	"iter"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// eachClause yields the clauses of the sentence.
func (s *Sight) eachClause() iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) {
		for i := 0; i < len(s.Tokens); {
			end := i + 1
			for end < len(s.Tokens) && (s.Tokens[end].Clause == s.Tokens[end-1].Clause || s.parenthesis(end) || i == 0 && (s.opensWithPlace(end) || s.apposes(end))) {
				end++
			}
			if !yield(text.Span{First: i, End: end}) {
				return
			}
			i = end
		}
	}
}

// opensWithPlace says whether the sentence tells up to token end only where or in whom the rest holds: "In patients with COPD, ...".
func (s *Sight) opensWithPlace(end int) bool {
	if !placing[s.Tokens[0].Word] || s.Tokens[end].Clause != s.Tokens[0].Clause+1 {
		return false
	}
	return !slices.ContainsFunc(s.Tokens[:end], func(t text.Token) bool { return t.Cue&text.CueModal != 0 || t.Shift != 0 && t.Word != wordWithout })
}

// apposeWords is how many words, at most, name what the next ones tell a kind of.
const apposeWords = 3

// apposes says whether token end begins what tells a kind of the few words ahead of it: "Beriberi, a disease caused by ...".
func (s *Sight) apposes(end int) bool {
	if end > apposeWords || !articles[s.Tokens[end].Word] || !strings.Contains(s.Gap(end-1), ",") {
		return false
	}
	return !slices.ContainsFunc(s.Tokens[:end], func(t text.Token) bool { return t.Cue != 0 || t.Shift != 0 })
}

// parenthesis says whether only a parenthesis parts token i from the one before it.
func (s *Sight) parenthesis(i int) bool {
	return s.Tokens[i].Cue&text.CueTurn == 0 && strings.ContainsAny(s.Gap(i-1), "()") && !strings.ContainsAny(s.Gap(i-1), ",;:.")
}

// content says whether a token carries content and is neither a cue nor a direction.
func (s *Sight) content(i int) bool { return s.Tokens[i].Cue == 0 && s.Tokens[i].Shift == 0 }
