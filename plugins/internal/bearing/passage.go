package bearing

import (
	"cmp"
	"slices"
)

// A passage is one row of table "passages".
type passage struct {
	reading
	row       int
	document  float64 // its document's number; NaN: unknown, a document of its own
	relevance float64 // 0..1
	section   string
	position  float64 // place in its document, 1: the end
	weight    float64 // how much its document speaks of the hypothesis
	views     []view
}

// best keeps the n most relevant passages. Equally relevant ones are ordered by what else is known of
// them, so that the order of rows makes no difference.
func best(passages []passage, n int) []passage {
	slices.SortFunc(passages, func(a, b passage) int {
		return cmp.Or(cmp.Compare(b.relevance, a.relevance), cmp.Compare(a.text, b.text), cmp.Compare(a.document, b.document),
			cmp.Compare(a.section, b.section), cmp.Compare(a.position, b.position), cmp.Compare(a.row, b.row))
	})
	return passages[:min(n, len(passages))]
}

// look sees every sentence of every passage.
func (h *hypothesis) look(passages []passage) {
	for i := range passages {
		p := &passages[i]
		p.views = make([]view, len(p.sentences))
		for j, s := range p.sentences {
			p.views[j] = h.see(&p.reading, s)
		}
	}
}

func (p *passage) set() (all uint64) {
	for i := range p.views {
		all |= p.views[i].set
	}
	return all
}
