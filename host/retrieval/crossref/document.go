package crossref

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// A work on the wire.
type work struct {
	DOI         lenient.Text               `json:"DOI"`
	Title       lenient.List[lenient.Text] `json:"title"` // absent, empty, with nulls or translations
	Abstract    lenient.Text               `json:"abstract"`
	Issued      lenient.List[date]         `json:"issued"`
	Published   lenient.List[date]         `json:"published"`
	Print       lenient.List[date]         `json:"published-print"`
	Online      lenient.List[date]         `json:"published-online"`
	Container   lenient.List[lenient.Text] `json:"container-title"` // a series before the volume in it
	Group       lenient.Text               `json:"group-title"`
	Institution lenient.List[named]        `json:"institution"` // of preprints, when fetched
	Publisher   lenient.Text               `json:"publisher"`
	Cited       lenient.Count              `json:"is-referenced-by-count"`
	Type        lenient.Text               `json:"type"`
	Subtype     lenient.Text               `json:"subtype"` // when fetched
	Authors     lenient.List[author]       `json:"author"`
	Links       lenient.List[link]         `json:"link"`
	Licenses    lenient.List[license]      `json:"license"`
	Updates     lenient.List[notice]       `json:"updated-by"`
	Notices     lenient.List[notice]       `json:"update-to"` // of a notice: the works that it is about
	Posted      lenient.List[date]         `json:"posted"`
	Volume      lenient.Text               `json:"volume"`
	Issue       lenient.Text               `json:"issue"`
	Page        lenient.Text               `json:"page"`
	Number      lenient.Text               `json:"article-number"`
	Language    lenient.Text               `json:"language"`
	ISSN        lenient.List[lenient.Text] `json:"ISSN"`
	ISBN        lenient.List[lenient.Text] `json:"ISBN"`
	Subjects    lenient.List[lenient.Text] `json:"subject"`
	ISSNTypes   lenient.List[struct {
		Value lenient.Text `json:"value"`
	}] `json:"issn-type"`
	InIssue lenient.List[struct {
		Issue lenient.Text `json:"issue"`
	}] `json:"journal-issue"`
	Relation lenient.List[map[string]lenient.List[related]] `json:"relation"`
}

type date struct {
	Parts lenient.List[dateParts] `json:"date-parts"` // [[2020, 5]], [[null]]
}

// Parts of a date are year, month and day, as far as they are known.
type dateParts struct{ lenient.List[lenient.Text] }

// written returns a date as far as it is known: "2020-5-17".
func (p dateParts) written() string {
	out := ""
	for i, part := range p.List {
		if i > 0 {
			out += "-"
		}
		out += part.String()
	}
	return out
}

type named struct {
	Name lenient.Text `json:"name"`
}

type author struct {
	Given  lenient.Text `json:"given"`
	Family lenient.Text `json:"family"`
	Name   lenient.Text `json:"name"` // of a group
}

// A link leads to a text; whether it is open is for the license to say.
type link struct {
	URL  lenient.Text `json:"URL"`
	Type lenient.Text `json:"content-type"`
	Use  lenient.Text `json:"intended-application"`
}

// document returns the work; without ID if it has no DOI.
func (w *work) document() evidence.Document {
	doi := retrieval.NormalizeDOI(w.DOI.String())
	d := evidence.Document{
		ID: doi, Source: Name, DOI: doi, URL: "https://doi.org/" + doi, Title: w.title(), Authors: w.authors(), Venue: markup.Text(w.venue()),
		Year: w.year(), Status: w.status(), CitationCount: w.Cited.N, OpenURL: w.open(), Fields: w.fields(), Publication: w.publication(),
	}
	d.Type = w.kind(d.Title)
	d.Abstract, d.Sections = markup.Abstract(markup.LaTeX(w.Abstract.String()))
	if strings.EqualFold(strings.Trim(d.Abstract, "."), "abstract") { // some publishers deposit nothing but the heading
		d.Abstract, d.Sections = "", nil
	}
	d.Retracted = w.updated("retraction", "withdrawal", "removal") || markup.Retracted(d.Title)
	return d
}

func (w *work) title() string {
	for _, t := range w.Title {
		if t := markup.Text(markup.LaTeX(t.String())); t != "" {
			return t
		}
	}
	return ""
}

// venue returns the journal or volume, or where a preprint or report is.
func (w *work) venue() string {
	if n := len(w.Container); n > 0 {
		return w.Container[n-1].String()
	}
	if w.Type != "posted-content" && !strings.HasPrefix(w.Type.String(), "report") {
		return ""
	}
	for _, i := range w.Institution {
		return i.Name.String()
	}
	if w.Group != "" {
		return w.Group.String()
	}
	return w.Publisher.String()
}

// year returns the first that is known; a date that is not known is [[null]].
func (w *work) year() int {
	for _, dates := range w.dates() {
		for _, d := range dates {
			for _, parts := range d.Parts {
				if len(parts.List) > 0 && parts.List[0].Year() != 0 {
					return parts.List[0].Year()
				}
			}
		}
	}
	return 0
}

// kind returns the type of the work: that of the notice for a notice, whatever it was deposited as.
func (w *work) kind(title string) string {
	for _, n := range w.Notices {
		if own := biblio.Type(title, w.Type.String()); own != "article" {
			break
		}
		switch notices[n.kind()] {
		case evidence.Retracts:
			return "retraction-notice"
		case evidence.Corrects:
			return "erratum"
		case evidence.Questions:
			return "expression-of-concern"
		}
	}
	if w.Type == "posted-content" && w.Subtype != "" {
		return biblio.Type(title, strings.ReplaceAll(w.Subtype.String(), "_", "-"))
	}
	return biblio.Type(title, w.Type.String())
}

// status is "preprint" for what is not reviewed, or what a later notice makes of the work, the gravest first.
func (w *work) status() string {
	switch {
	case w.Type == "posted-content" && (w.Subtype == "" || w.Subtype == "preprint"):
		return "preprint"
	case w.Type == "posted-content":
		return "posted-content"
	case w.updated("expression-of-concern"):
		return "expression-of-concern"
	case w.updated("partial-retraction"):
		return "partially-retracted"
	case w.updated("correction", "corrigendum", "erratum"):
		return "corrected"
	}
	return ""
}

// updated tells whether there is a notice of one of the types about the work. What a notice says of others
// is in another field.
func (w *work) updated(types ...string) bool {
	for _, u := range w.Updates {
		if slices.Contains(types, u.kind()) {
			return true
		}
	}
	return false
}

func (w *work) authors() []string {
	var out []string
	for _, a := range w.Authors {
		name := markup.Text(a.Given.String() + " " + a.Family.String())
		if name == "" {
			name = markup.Text(a.Name.String())
		}
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}

// open returns the address at which the text can be read freely: only a Creative Commons license says that it can.
func (w *work) open() string {
	free := false
	for _, l := range w.Licenses {
		free = free || l.free()
	}
	if !free {
		return ""
	}
	for _, kind := range []lenient.Text{"text/html", "application/pdf"} {
		for _, l := range w.Links {
			if l.Type == kind && l.Use == "text-mining" && strings.HasPrefix(l.URL.String(), "https://") {
				return l.URL.String()
			}
		}
	}
	return "https://doi.org/" + retrieval.NormalizeDOI(w.DOI.String())
}

// ParseWork reads one work as Crossref describes it, such as a line of a dump. A work without name is an error.
func ParseWork(raw []byte) (evidence.Document, error) {
	var in work
	if err := json.Unmarshal(raw, &in); err != nil {
		return evidence.Document{}, err
	}
	d := in.document()
	if d.ID == "" {
		return evidence.Document{}, errors.New("it has no DOI")
	}
	return d, nil
}
