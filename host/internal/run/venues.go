package run

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// venueTable is a list of venues by normalised name; the first row that has a name counts.
func venueTable(list []policy.Venue) map[string]float64 {
	out := make(map[string]float64, len(list))
	for _, v := range list {
		for _, spelling := range v.Names {
			name := evidence.NormalizeVenue(spelling)
			if _, taken := out[name]; !taken && name != "" {
				out[name] = v.Adjust
			}
		}
	}
	return out
}

// venueOf returns the list's value for a document's venue; nil: none.
func (e *Engine) venueOf(d *evidence.Document) *float64 {
	if len(e.venues) == 0 || d.Venue == "" {
		return nil
	}
	if v, ok := e.venues[evidence.NormalizeVenue(d.Venue)]; ok {
		return &v
	}
	return nil
}
