package sentence

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// excluding are the words by which a hypothesis leaves others out; of [kindOnly] the rest also plays down, as in "merely a sign".
var excluding = map[uint64]bool{
	text.Hash([]byte("only")): true, text.Hash([]byte("solely")): true, text.Hash([]byte("exclusively")): true, text.Hash([]byte("alone")): true,
}

// reach is how many words may part an excluding word from what it limits.
const reach = 3

// limited returns the term that a hypothesis limits itself to, such as mTORC1 in "inhibits mTORC1 only" and "inhibits only mTORC1"; -1: none.
// "The only drug" and "not only" limit no term.
func (h *Hypothesis) limited() int {
	for i := range h.Tokens {
		if !excluding[h.Tokens[i].Word] {
			continue
		}
		if i > 0 && (h.Tokens[i-1].Cue&text.CueNegation != 0 || h.Tokens[i-1].Word == wordThe) {
			return -1
		}
		if k := h.termIn(i+1, i+1+reach); k >= 0 && h.Tokens[i].Word != wordAlone {
			return k
		}
		return h.termIn(i-1, i)
	}
	return -1
}

// termIn returns the first term of tokens [first, end); -1: none.
func (h *Hypothesis) termIn(first, end int) int {
	for k := range h.terms {
		if t := h.terms[k].token; t >= first && t < end {
			return k
		}
	}
	return -1
}

var wordThe, wordAlone, wordBoth = text.Hash([]byte("the")), text.Hash([]byte("alone")), text.Hash([]byte("both"))

// exceeds returns how nearly the sentence says of another name, too, what the hypothesis says of one alone, 0 to 1: "inhibited mTORC1 and
// mTORC2" where the hypothesis says mTORC1 only.
func (s *Sight) exceeds() float64 {
	k := s.h.limited()
	if k < 0 || !s.plain() || !s.related() || s.Features[fOnly] > 0 || s.at[k] < 0 || !s.joined(s.at[k]) {
		return 0
	}
	c := s.clause()
	return s.says(s.held(c.First, c.End))
}

// joined says whether "and" joins another name to the one at token i. Behind "both" any word is one.
func (s *Sight) joined(i int) bool {
	for _, way := range []int{1, -1} {
		and, other := i+way, i+2*way
		if other < 0 || other >= len(s.Tokens) || s.Tokens[and].Word != wordAnd || s.term[other] >= 0 {
			continue
		}
		if s.named(i) && s.named(other) || i > 0 && way > 0 && s.Tokens[i-1].Word == wordBoth {
			return true
		}
	}
	return false
}

// named says whether a token is written as the name of one thing is: with a capital inside the sentence, or with a digit, as in "mTORC1".
func (s *Sight) named(i int) bool {
	return s.entity(i) || hasDigit(s.Text[s.Tokens[i].From:s.Tokens[i].To])
}
