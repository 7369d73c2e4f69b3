package europepmc

import (
	"cmp"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// An issue of a journal, as results of type core have it.
type issue struct {
	Volume  lenient.Text `json:"volume"`
	Issue   lenient.Text `json:"issue"`
	Printed lenient.Text `json:"printPublicationDate"`
	Journal lenient.List[struct {
		Title lenient.Text `json:"title"`
		ISSN  lenient.Text `json:"issn"`
		ESSN  lenient.Text `json:"essn"`
	}] `json:"journal"`
}

// A comment links a work and what speaks of it.
type comment struct {
	ID     lenient.Text `json:"id"`
	Source lenient.Text `json:"source"`
	Type   lenient.Text `json:"type"`
}

// relation returns the link as documents have it; its kind is empty for links that say nothing of the work.
func (c comment) relation(of lenient.Text) evidence.Relation {
	kind := relationKinds[c.kind()]
	if c.kind() == "preprint in" || c.kind() == "preprint of" || c.withPreprint(of) {
		kind = evidence.HasPreprint
		if of == "PPR" {
			kind = evidence.PreprintOf
		}
	}
	id := ""
	switch pmid := retrieval.NormalizePMID(c.ID.String()); {
	case c.Source == "MED" && pmid != "":
		id = "pmid:" + pmid
	case c.Source == "PMC":
		id = "pmcid:" + retrieval.NormalizePMCID(c.ID.String())
	case c.Source != "" && c.ID != "":
		id = Name + ":" + c.Source.String() + "/" + c.ID.String()
	}
	return evidence.Relation{Kind: kind, ID: id}
}

// withPreprint says whether an update links an article and its preprint, and not two editions of a review.
func (c comment) withPreprint(of lenient.Text) bool {
	return (c.kind() == "update in" || c.kind() == "update of") && (c.Source == "PPR") != (of == "PPR")
}

func (c comment) kind() string { return strings.ToLower(c.Type.String()) }

// relationKinds are the kinds of relations by the service's names, which are PubMed's.
var relationKinds = map[string]evidence.RelationKind{
	"retraction in": evidence.RetractedBy, "retracted in": evidence.RetractedBy, "retraction of": evidence.Retracts,
	"erratum in": evidence.CorrectedBy, "erratum for": evidence.Corrects, "corrected and republished in": evidence.CorrectedBy,
	"partial retraction in": evidence.CorrectedBy, "partial retraction of": evidence.Corrects,
	"expression of concern in": evidence.QuestionedBy, "expression of concern for": evidence.Questions,
	"comment on": evidence.CommentsOn,
}

// relations returns the links of a work.
func (r *result) relations() []evidence.Relation {
	var out []evidence.Relation
	for _, list := range r.Comments {
		for _, c := range list.Comment {
			if rel := c.relation(r.Source); rel.Kind != "" {
				out = append(out, rel)
			}
		}
	}
	return evidence.Relate(nil, out...)
}

// status says that a preprint is one, or what later notices make of an article, the most severe first.
func (r *result) status() string {
	if r.Source == "PPR" {
		return "preprint"
	}
	has := map[string]bool{}
	for _, list := range r.Comments {
		for _, c := range list.Comment {
			has[c.kind()] = true
		}
	}
	switch {
	case has["expression of concern in"]:
		return "expression-of-concern"
	case has["partial retraction in"]:
		return "partially-retracted"
	case has["erratum in"], has["corrected and republished in"]:
		return "corrected"
	}
	return ""
}

// publication reads what a reference list needs.
func (r *result) publication(year int) evidence.Publication {
	p := evidence.Publication{
		Volume: r.Volume.String(), Issue: r.Issue.String(), Pages: biblio.Pages(r.Pages.String(), ""), Language: r.Language.String(), License: r.License.String(),
		Keywords: r.keywords(), MeSH: r.mesh(), Relations: r.relations(),
	}
	dates, issns := []string{r.First.String(), r.Electronic.String()}, []string{r.ISSN.String()}
	for _, i := range r.Info {
		p.Volume, p.Issue = cmp.Or(p.Volume, i.Volume.String()), cmp.Or(p.Issue, i.Issue.String())
		dates = append(dates, i.Printed.String())
		for _, j := range i.Journal {
			issns = append(issns, j.ISSN.String(), j.ESSN.String())
		}
	}
	for _, b := range r.Report {
		p.Publisher = cmp.Or(p.Publisher, markup.Text(b.Publisher.String()))
	}
	p.Date, p.ISSN = biblio.Earliest(year, dates...), biblio.ISSN(issns...)
	return p
}

func (r *result) keywords() []string {
	var out []string
	for _, list := range r.Keywords {
		for _, k := range list.Keyword {
			out = append(out, text(k))
		}
	}
	return biblio.Unique(out...)
}

func (r *result) mesh() []string {
	var out []string
	for _, list := range r.Headings {
		for _, h := range list.Heading {
			out = append(out, h.Descriptor.String())
		}
	}
	return biblio.Unique(out...)
}

// authors returns the names in the order of the paper, of the text that lists them or else of the list.
func (r *result) authors() []string {
	if names := authors(r.Authors.String()); names != nil {
		return names
	}
	var out []string
	for _, list := range r.AuthorList {
		for _, a := range list.Author {
			out = append(out, text(cmp.Or(a.Full, a.Group)))
		}
	}
	return biblio.Unique(out...)
}
