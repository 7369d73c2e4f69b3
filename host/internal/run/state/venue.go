package state

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// VenueTable returns a list of venues by normalised name; the first row that has a name counts.
func VenueTable(list []policy.Venue) map[string]float64 {
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
