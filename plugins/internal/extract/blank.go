package extract

// Of a question that asks nothing.
const (
	fewest   = 6 // words that a text must have to repeat itself
	ending   = 9 // words at its end that are looked at: there a question asks
	repeated = 3 // times that each of its words then stands in it, on average
	bare     = 2 // words that a text without a question word must have to ask for something
)

// asksNothing says whether a text is no question: one or two words said over and over, or a single word alone, of which nothing is asked.
func (a *asking) asksNothing() bool {
	words := a.question.words
	words = words[max(0, len(words)-ending):]
	seen := map[uint64]bool{}
	for i := range words {
		seen[words[i].key] = true
	}
	if n := len(words); n >= fewest && n >= repeated*len(seen) {
		return true
	}
	return a.asked == "" && len(a.terms) < bare
}
