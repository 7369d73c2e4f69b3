package crossref

import (
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// A notice links a notice and a work.
type notice struct {
	Type lenient.Text `json:"type"`
	DOI  lenient.Text `json:"DOI"`
}

// kind returns the type of a notice in lower case with hyphens.
func (n notice) kind() string {
	return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(n.Type.String()))
}

// A license applies to a version of the text.
type license struct {
	URL     lenient.Text `json:"URL"`
	Version lenient.Text `json:"content-version"` // vor: of record; am: accepted manuscript; tdm: for text mining
}

// A related names another work.
type related struct {
	Kind lenient.Text `json:"id-type"`
	ID   lenient.Text `json:"id"`
}

// publication reads what a reference list needs.
func (w *work) publication() evidence.Publication {
	var isbn []string
	for _, t := range w.ISBN {
		isbn = append(isbn, t.String())
	}
	p := evidence.Publication{
		Date: w.date(), Volume: w.Volume.String(), Issue: w.Issue.String(), Pages: biblio.Pages(w.Page.String(), ""), Publisher: markup.Text(w.Publisher.String()),
		Language: w.Language.String(), License: w.license(), ISSN: biblio.ISSN(w.issns()...), ISBN: biblio.ISBN(isbn...), Relations: w.relations(),
	}
	if p.Pages == "" {
		p.Pages = w.Number.String()
	}
	for _, in := range w.InIssue {
		if p.Issue == "" {
			p.Issue = in.Issue.String()
		}
	}
	return p
}

func (w *work) issns() []string {
	var out []string
	for _, t := range w.ISSN {
		out = append(out, t.String())
	}
	for _, t := range w.ISSNTypes {
		out = append(out, t.Value.String())
	}
	return out
}

// dates returns those of publication, the one that counts first.
func (w *work) dates() []lenient.List[date] {
	return []lenient.List[date]{w.Issued, w.Published, w.Print, w.Online, w.Posted}
}

// date returns the first full date of the work's year.
func (w *work) date() string {
	var texts []string
	for _, dates := range w.dates() {
		for _, d := range dates {
			for _, parts := range d.Parts {
				texts = append(texts, parts.written())
			}
		}
	}
	return biblio.Earliest(w.year(), texts...)
}

// license returns the one of the version of record, a free one before others; those for text mining come last.
func (w *work) license() string {
	best, rank := "", 0
	for _, l := range w.Licenses {
		r := map[string]int{"vor": 3, "am": 1, "tdm": 1}[l.Version.String()]
		if r == 0 {
			r = 2
		}
		if l.free() {
			r += 3
		}
		if l.URL != "" && r > rank {
			best, rank = l.URL.String(), r
		}
	}
	return best
}

// free says whether a license lets everybody read the text.
func (l license) free() bool {
	return strings.Contains(strings.ToLower(l.URL.String()), "://creativecommons.org/") || strings.Contains(strings.ToLower(l.URL.String()), "://www.creativecommons.org/")
}

// fields returns the subjects.
func (w *work) fields() []string {
	var out []string
	for _, s := range w.Subjects {
		out = append(out, markup.Text(s.String()))
	}
	return biblio.Unique(out...)
}

// relationKinds are the kinds of relations by the service's names.
var relationKinds = map[string]evidence.RelationKind{
	"is-preprint-of": evidence.PreprintOf, "has-preprint": evidence.HasPreprint, "is-version-of": evidence.VersionOf, "has-version": evidence.VersionOf,
	"is-identical-to": evidence.VersionOf, "is-same-as": evidence.VersionOf, "is-review-of": evidence.CommentsOn, "is-comment-on": evidence.CommentsOn,
	"is-reply-to": evidence.CommentsOn,
}

// relationNames are those names in a fixed order.
var relationNames = slices.Sorted(maps.Keys(relationKinds))

// What a notice does to its work, and what is done to the work, by the type of the notice.
var (
	notices = map[string]evidence.RelationKind{
		"retraction": evidence.Retracts, "withdrawal": evidence.Retracts, "removal": evidence.Retracts, "partial-retraction": evidence.Corrects,
		"correction": evidence.Corrects, "corrigendum": evidence.Corrects, "erratum": evidence.Corrects, "addendum": evidence.Corrects, "clarification": evidence.Corrects,
		"expression-of-concern": evidence.Questions, "new-version": evidence.VersionOf,
	}
	noticed = map[evidence.RelationKind]evidence.RelationKind{
		evidence.Retracts: evidence.RetractedBy, evidence.Corrects: evidence.CorrectedBy, evidence.Questions: evidence.QuestionedBy, evidence.VersionOf: evidence.VersionOf,
	}
)

// relations returns those to other works that have an identifier.
func (w *work) relations() []evidence.Relation {
	var out []evidence.Relation
	own := retrieval.NormalizeDOI(w.DOI.String())
	add := func(kind evidence.RelationKind, id string) {
		if kind != "" && id != "" && id != "doi:"+own {
			out = append(out, evidence.Relation{Kind: kind, ID: id})
		}
	}
	for _, all := range w.Relation {
		for _, name := range relationNames {
			for _, r := range all[name] {
				add(relationKinds[name], r.id())
			}
		}
	}
	for _, n := range w.Notices {
		add(notices[n.kind()], doiOf(n.DOI))
	}
	for _, n := range w.Updates {
		add(noticed[notices[n.kind()]], doiOf(n.DOI))
	}
	return evidence.Relate(nil, out...)
}

func doiOf(t lenient.Text) string {
	if doi := retrieval.NormalizeDOI(t.String()); doi != "" {
		return "doi:" + doi
	}
	return ""
}

// id returns the identifier of a related work as relations have it; empty: of a kind that says nothing.
func (r related) id() string {
	s := r.ID.String()
	for _, kind := range []struct{ name, id string }{
		{"doi", retrieval.NormalizeDOI(s)}, {"pmid", retrieval.NormalizePMID(s)}, {"pmcid", retrieval.NormalizePMCID(s)}, {"arxiv", retrieval.NormalizeArXiv(s)},
	} {
		if strings.EqualFold(r.Kind.String(), kind.name) && kind.id != "" {
			return kind.name + ":" + kind.id
		}
	}
	return ""
}
