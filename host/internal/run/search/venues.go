package search

import (
	"github.com/sparkhost/sparkhost/host/evidence"
)

// venueOf returns the list's value for a document's venue; nil: none.
func (e *Run) venueOf(d *evidence.Document) *float64 {
	if len(e.Venues) == 0 || d.Venue == "" {
		return nil
	}
	if v, ok := e.Venues[evidence.NormalizeVenue(d.Venue)]; ok {
		return &v
	}
	return nil
}
