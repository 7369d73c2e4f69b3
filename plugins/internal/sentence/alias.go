package sentence

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// An alias is an abbreviation of terms of the hypothesis: "TG" of "thioguanine", which some work introduces as "thioguanine (TG)".
type alias struct {
	short uint64 // hash of the folded word
	terms uint64
}

// mostLong is how many words a long form has at most.
const mostLong = 6

// Introduce learns the abbreviations that a text introduces for words that are all of the hypothesis, none of which it has itself. Sentences that are
// seen later may use them.
func (h *Hypothesis) Introduce(r *text.Reading) {
	for i := 1; i < len(r.Tokens); i++ {
		t := &r.Tokens[i]
		if !strings.HasSuffix(r.Gap(i-1), "(") || !text.IsAbbreviation(r.Text[t.From:t.To]) {
			continue
		}
		first := max(0, i-min(t.To-t.From+5, 2*(t.To-t.From)))
		at, is := text.LongForm(r.Text, r.Tokens[first].From, r.Tokens[i-1].To, r.Text[t.From:t.To])
		if _, own := h.termWith(t.Stem); own || !is {
			continue
		}
		if set := h.termsOf(r, at, i); set != 0 && !slices.Contains(h.aliases, alias{t.Word, set}) {
			h.aliases = append(h.aliases, alias{t.Word, set})
		}
	}
}

// termsOf returns the terms that the words of a long form are, from byte at of a text up to token end; 0 where one is none.
func (h *Hypothesis) termsOf(r *text.Reading, at, end int) (set uint64) {
	n := 0
	for j := end - 1; j >= 0 && r.Tokens[j].From >= at; j-- {
		if r.Tokens[j].Cue&text.CueStop != 0 {
			continue
		}
		k, is := h.termWith(r.Tokens[j].Stem)
		if n++; !is || n > mostLong {
			return 0
		}
		set |= 1 << k
	}
	return set
}

// unabbreviate aligns the abbreviations of a sentence with the terms that they stand for.
func (s *Sight) unabbreviate() {
	for i := range s.Tokens {
		for _, a := range s.h.aliases {
			if s.Tokens[i].Word != a.short || s.term[i] >= 0 {
				continue
			}
			for k := range s.h.terms {
				if a.terms>>k&1 != 0 && s.at[k] < 0 {
					s.align(k, i, matchInitials)
					s.also(i, a.terms)
				}
			}
		}
	}
}

// also notes that token i stands for several terms.
func (s *Sight) also(i int, terms uint64) {
	if s.several == nil {
		s.several = map[int]uint64{}
	}
	s.several[i] |= terms
}
