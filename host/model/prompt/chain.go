package prompt

import (
	"slices"
	"unicode/utf8"
)

// chainReach is the most characters between a citation of chain-linked evidence and one of other evidence (S4-22).
const chainReach = 150

// ChainCitations counts the citations of chain-linked documents in a free answer that stand near a citation of another
// document: at most 150 characters between the two. Such citations show that an answer joins the two kinds of evidence (S4-22).
// Numbers without a document count for nothing.
func ChainCitations(text string, e Evidence) int {
	linked := map[string]bool{}
	for _, c := range e.Chain {
		linked[c.DocumentID] = true
	}
	type citation struct{ start, end int } // in characters
	var chained, others []citation
	for _, m := range marked(text) {
		ids, _ := e.ids(m.names)
		at := citation{utf8.RuneCountInString(text[:m.start]), utf8.RuneCountInString(text[:m.end])}
		for _, id := range ids {
			if linked[id] {
				chained = append(chained, at)
			} else {
				others = append(others, at)
			}
		}
	}
	count := 0
	for _, c := range chained {
		near := func(o citation) bool { return max(o.start-c.end, c.start-o.end) <= chainReach }
		if slices.ContainsFunc(others, near) {
			count++
		}
	}
	return count
}
