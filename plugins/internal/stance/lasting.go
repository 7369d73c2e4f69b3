package stance

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// Words for what goes on, and for what comes to an end or brings it about.
var (
	lasting = wordSet(`survive survives survived persist persists persisted endure endures endured outlast outlasts outlasted`)
	ending  = wordSet(`abolish abolishes abolished eliminate eliminates eliminated erase erases erased disappear disappears disappeared vanish vanishes vanished
		fade fades faded cease ceases ceased attenuate attenuates attenuated dissipate dissipates dissipated wane wanes waned lost destroyed destroys`)
)

// goesOn returns the first token of the hypothesis that tells that something goes on; -1: none.
func (h *Hypothesis) goesOn() int {
	for i := range h.Tokens {
		if lasting[h.Tokens[i].Word] {
			return i
		}
	}
	return -1
}

// ends is 1 where a clause tells that what the hypothesis speaks of goes on, -1 where it comes to an end, 0 where it tells neither.
func (s *sight) ends(c text.Span) float64 {
	for i := c.First; i < c.End; i++ {
		way := truth(lasting[s.Tokens[i].Word]) - truth(ending[s.Tokens[i].Word])
		if way != 0 && denied(s.denials, i) {
			return -way
		}
		if way != 0 {
			return way
		}
	}
	return 0
}
