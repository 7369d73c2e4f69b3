package web

import (
	"errors"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// Hits gathers the pages of a search: each work once, in the provider's order, no more than wanted.
type Hits struct {
	limit int
	seen  map[string]bool
	list  []retrieval.Hit
}

// NewHits gathers at most limit hits.
func NewHits(limit int) *Hits { return &Hits{limit: limit, seen: map[string]bool{}} }

// Add takes in the documents of the next page and says whether any of them was new: when none is, the provider has no
// more or repeats itself.
func (h *Hits) Add(page []evidence.Document) (more bool) {
	before := len(h.list)
	for _, d := range page {
		if h.Full() || h.seen[d.ID] {
			continue
		}
		h.seen[d.ID] = true
		rank := len(h.list) + 1
		h.list = append(h.list, retrieval.Hit{Document: d, Rank: rank, Score: 1 / float64(rank)})
	}
	return len(h.list) > before
}

// Full says that no more are wanted.
func (h *Hits) Full() bool { return len(h.list) >= h.limit }

// List returns what was gathered; nil if nothing was. Providers have scores of their own or none, so a hit's
// score is 1/rank.
func (h *Hits) List() []retrieval.Hit { return h.list }

// maxTitle is the most bytes of a work's title, as in a corpus.
const maxTitle = 64 << 10

// Documents returns the works of a page as documents, in their order, save those that have no ID or a title of over 64 KiB. Where none is left, the page
// is not an answer: the error then says so, such as "none of its works has an id".
func Documents[W any](works []W, document func(*W) evidence.Document, none string) ([]evidence.Document, error) {
	var out []evidence.Document
	for i := range works {
		if d := document(&works[i]); d.ID != "" && len(d.Title) <= maxTitle {
			out = append(out, d)
		}
	}
	if len(out) == 0 && len(works) > 0 {
		return nil, errors.New(none)
	}
	return out, nil
}
