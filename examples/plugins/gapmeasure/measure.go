package main

import (
	"slices"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A measuring is one call.
type measuring struct {
	req           *contract.Request
	items, pieces *contract.Table
}

func score(req *contract.Request) (*contract.ScoreResult, error) {
	m := measuring{req, req.Table("items"), req.Table("pieces")}
	of := m.carried
	if req.Text("what") == saturation {
		of = m.held
	}
	scores := make([]float64, m.items.Len())
	for gap := range scores {
		scores[gap] = of(gap)
	}
	return &contract.ScoreResult{Scores: scores}, nil
}

// carried returns how far one piece carries a gap at best.
func (m measuring) carried(gap int) float64 {
	best := 0.0
	for piece := range m.pieces.Len() {
		if m.speaksFor(gap, piece) && !m.lacksNumber(gap, piece) {
			best = max(best, m.overlap(gap, piece))
		}
	}
	return best
}

// held returns the share of a gap's terms that any piece holds.
func (m measuring) held(gap int) float64 {
	all, sets := m.items.Column("term_set").TokensAt(gap), m.pieces.Column("token_set")
	found := 0
	for _, term := range all {
		for piece := range m.pieces.Len() {
			if _, has := slices.BinarySearch(sets.TokensAt(piece), term); has && m.speaksFor(gap, piece) {
				found++
				break
			}
		}
	}
	return share(found, len(all))
}

// speaksFor leaves out the work that a gap was read in: that it says so itself fills nothing.
func (m measuring) speaksFor(gap, piece int) bool {
	own, known := m.items.Column("document").NumberAt(gap)
	document, _ := m.pieces.Column("document").NumberAt(piece)
	return !known || own != document
}

func (m measuring) lacksNumber(gap, piece int) bool {
	types := m.items.Column("type")
	if !m.req.Flag("numbers") || types == nil || types.StringAt(gap) != "quantitative" {
		return false
	}
	n, known := m.pieces.Column("quantities").NumberAt(piece)
	return known && n == 0
}

func (m measuring) overlap(gap, piece int) float64 {
	set := m.pieces.Column("token_set").TokensAt(piece)
	said, characteristic := m.items.Column("token_set").TokensAt(gap), m.items.Column("term_set").TokensAt(gap)
	switch m.req.Text("of") {
	case terms:
		return overlap(m.req.Text("measure"), characteristic, set)
	case both:
		return min(overlap(m.req.Text("measure"), said, set), overlap("containment", characteristic, set))
	}
	return overlap(m.req.Text("measure"), said, set)
}

// overlap compares two sorted sets of tokens; containment is the share of a that is in b.
func overlap(measure string, a, b []uint32) float64 {
	n := 0
	for _, token := range a {
		if _, has := slices.BinarySearch(b, token); has {
			n++
		}
	}
	switch measure {
	case "jaccard":
		return share(n, len(a)+len(b)-n)
	case "overlap":
		return share(n, min(len(a), len(b)))
	}
	return share(n, len(a))
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
