package openalex

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// A venue is a journal or repository.
type venue struct {
	Name      lenient.Text               `json:"display_name"`
	Linking   lenient.Text               `json:"issn_l"`
	ISSN      lenient.List[lenient.Text] `json:"issn"`
	Publisher lenient.Text               `json:"host_organization_name"`
}

// A topic belongs to a field of study.
type topic struct {
	Field lenient.List[named] `json:"field"`
}

// A printing says where in its journal the work stands.
type printing struct {
	Volume lenient.Text `json:"volume"`
	Issue  lenient.Text `json:"issue"`
	First  lenient.Text `json:"first_page"`
	Last   lenient.Text `json:"last_page"`
}

// publication reads what a reference list needs.
func (w *work) publication(year int) evidence.Publication {
	p := evidence.Publication{Date: biblio.Earliest(year, w.Date.String()), Language: w.Language.String(), Relations: w.relations()}
	for _, b := range w.Printing {
		p.Volume, p.Issue, p.Pages = b.Volume.String(), b.Issue.String(), biblio.Pages(b.First.String(), b.Last.String())
	}
	for _, l := range slices.Concat(w.Primary, w.Best) {
		p.License = cmp.Or(p.License, l.License.String())
	}
	for _, l := range w.Primary {
		for _, s := range l.Source {
			var all []string
			for _, t := range append(s.ISSN, s.Linking) {
				all = append(all, t.String())
			}
			p.ISSN, p.Publisher = biblio.ISSN(all...), markup.Text(s.Publisher.String())
		}
	}
	p.Keywords = names(w.Keywords)
	var headings []string
	for _, m := range w.MeSH {
		headings = append(headings, m.Descriptor.String())
	}
	p.MeSH = biblio.Unique(headings...)
	return p
}

// fields returns the fields of the work's topics, the main one first, or of older answers the broadest concepts.
func (w *work) fields() []string {
	var out []string
	for _, t := range slices.Concat(w.Topic, w.Topics) {
		out = append(out, names(t.Field)...)
	}
	for _, c := range w.Concepts {
		if len(w.Topics)+len(w.Topic) == 0 && c.Level.N != nil && *c.Level.N == 0 {
			out = append(out, text(c.Name))
		}
	}
	return biblio.Unique(out...)
}

func names(list []named) []string {
	var out []string
	for _, n := range list {
		out = append(out, text(n.Name))
	}
	return biblio.Unique(out...)
}

// relations returns the DOIs of the other places where the service found versions of the work.
func (w *work) relations() []evidence.Relation {
	var out []evidence.Relation
	own := retrieval.NormalizeDOI(w.DOI.String())
	for _, l := range w.Locations {
		page := l.Page.String()
		if _, doi, found := strings.Cut(page, "doi.org/"); found {
			if doi = retrieval.NormalizeDOI(doi); doi != "" && doi != own {
				out = append(out, evidence.Relation{Kind: evidence.VersionOf, ID: "doi:" + doi})
			}
		}
	}
	return evidence.Relate(nil, out...)
}
