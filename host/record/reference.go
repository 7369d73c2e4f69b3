package record

import "github.com/sparkhost/sparkhost/host/evidence"

// A Reference holds what a reference list says of a cited work, beside its title, year and identifiers. Empty: unknown.
type Reference struct {
	Authors   []string `json:"authors,omitempty"` // in the order of the work
	Date      string   `json:"date,omitempty"`    // "2020-05-17" or "2020-05"
	Venue     string   `json:"venue,omitempty"`
	Volume    string   `json:"volume,omitempty"`
	Issue     string   `json:"issue,omitempty"`
	Pages     string   `json:"pages,omitempty"`
	Publisher string   `json:"publisher,omitempty"`
	URL       string   `json:"url,omitempty"`             // the page that describes the work
	OpenURL   string   `json:"open_access_url,omitempty"` // where its text can be read freely
	Type      string   `json:"type,omitempty"`            // see evidence.DocumentTypes
	Status    string   `json:"status,omitempty"`          // "preprint", "corrected", "expression-of-concern", …
	// Notices are the retractions, corrections and expressions of concern about the work that are known by their identifier.
	Notices []evidence.Relation `json:"notices,omitempty"`
}

// ReferenceOf takes a reference out of a document.
func ReferenceOf(d *evidence.Document) Reference {
	r := Reference{
		Authors: d.Authors, Date: d.Date, Venue: d.Venue, Volume: d.Volume, Issue: d.Issue, Pages: d.Pages, Publisher: d.Publisher,
		URL: d.URL, OpenURL: d.OpenURL, Type: d.Type, Status: d.Status,
	}
	for _, relation := range d.Relations {
		switch relation.Kind {
		case evidence.RetractedBy, evidence.CorrectedBy, evidence.QuestionedBy:
			r.Notices = append(r.Notices, relation)
		}
	}
	return r
}
