package semanticscholar

import (
	"cmp"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
)

// A venue is a journal or conference.
type venue struct {
	Name  lenient.Text               `json:"name"`
	ISSN  lenient.Text               `json:"issn"`
	Other lenient.List[lenient.Text] `json:"alternate_issns"`
}

// A journal says where in it the paper stands.
type journal struct {
	Name   lenient.Text `json:"name"`
	Volume lenient.Text `json:"volume"` // "12", or "12 3" with the issue
	Pages  lenient.Text `json:"pages"`
}

// publication reads what a reference list needs.
func (w *paper) publication(year int) evidence.Publication {
	p := evidence.Publication{Date: biblio.Earliest(year, w.Date.String())}
	for _, j := range w.Journal {
		p.Volume, p.Pages = j.Volume.String(), biblio.Pages(j.Pages.String(), "")
	}
	var issns []string
	for _, v := range w.In {
		issns = append(issns, v.ISSN.String())
		for _, t := range v.Other {
			issns = append(issns, t.String())
		}
	}
	p.ISSN = biblio.ISSN(issns...)
	for _, o := range w.Open {
		p.License = cmp.Or(p.License, o.License.String())
	}
	return p
}

// fields returns the fields of study that publishers name, or else those that the service found.
func (w *paper) fields() []string {
	var out []string
	for _, f := range w.Fields {
		out = append(out, f.String())
	}
	for _, c := range w.Classes {
		if len(w.Fields) == 0 {
			out = append(out, c.Category.String())
		}
	}
	return biblio.Unique(out...)
}
