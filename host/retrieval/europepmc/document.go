package europepmc

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// A result is a work on the wire (result types core and lite).
type result struct {
	ID       lenient.Text  `json:"id"`
	Source   lenient.Text  `json:"source"`
	PMID     lenient.Text  `json:"pmid"`
	PMCID    lenient.Text  `json:"pmcid"`
	DOI      lenient.Text  `json:"doi"`
	Title    lenient.Text  `json:"title"`
	Abstract lenient.Text  `json:"abstractText"`
	Authors  lenient.Text  `json:"authorString"`
	Year     lenient.Text  `json:"pubYear"`
	First    lenient.Text  `json:"firstPublicationDate"`
	Cited    lenient.Count `json:"citedByCount"`
	Open     lenient.Text  `json:"isOpenAccess"`
	Journal  lenient.Text  `json:"journalTitle"` // lite
	Info     lenient.List[struct {
		Journal lenient.List[struct {
			Title lenient.Text `json:"title"`
		}] `json:"journal"`
	}] `json:"journalInfo"` // core
	Report lenient.List[struct {
		Publisher lenient.Text `json:"publisher"`
	}] `json:"bookOrReportDetails"` // preprints
	Types lenient.List[struct {
		Type lenient.List[lenient.Text] `json:"pubType"`
	}] `json:"pubTypeList"` // core
	TypeText lenient.Text `json:"pubType"` // lite: "review; journal article"
	Texts    lenient.List[struct {
		URL lenient.List[link] `json:"fullTextUrl"`
	}] `json:"fullTextUrlList"`
	Comments lenient.List[struct {
		Comment lenient.List[struct {
			Type lenient.Text `json:"type"`
		}] `json:"commentCorrection"`
	}] `json:"commentCorrectionList"`
}

// A link leads to a text of a work.
type link struct {
	Style        lenient.Text `json:"documentStyle"`    // html, pdf, doi
	Availability lenient.Text `json:"availabilityCode"` // OA, F: free, S: subscription
	URL          lenient.Text `json:"url"`
}

// document is the work; without ID if it has no name.
func (r *result) document() evidence.Document {
	if r.ID == "" || r.Source == "" {
		return evidence.Document{}
	}
	id := r.Source.String() + "/" + r.ID.String()
	d := evidence.Document{
		ID: id, Source: Name, URL: "https://europepmc.org/article/" + id,
		Title: text(r.Title), Authors: authors(r.Authors.String()), Venue: markup.Text(r.venue()),
		Year: cmp.Or(r.Year.Year(), r.First.Year()),
		DOI:  retrieval.NormalizeDOI(r.DOI.String()), PMID: retrieval.NormalizePMID(r.PMID.String()), PMCID: retrieval.NormalizePMCID(r.PMCID.String()),
		CitationCount: r.Cited.N, Type: r.kind(), OpenURL: r.open(), Retracted: r.retracted(),
	}
	d.Abstract, d.Sections = markup.Abstract(markup.LaTeX(r.Abstract.String()))
	if r.Source == "PPR" {
		d.Status = "preprint"
	}
	return d
}

func text(t lenient.Text) string { return markup.Text(markup.LaTeX(t.String())) }

// venue is the journal, or the server of a preprint.
func (r *result) venue() string {
	for _, i := range r.Info {
		for _, j := range i.Journal {
			if j.Title != "" {
				return j.Title.String()
			}
		}
	}
	if r.Journal != "" {
		return r.Journal.String()
	}
	for _, b := range r.Report {
		return b.Publisher.String()
	}
	return ""
}

// types lists what kind of publication it is, in lower case with hyphens.
func (r *result) types() []string {
	types := strings.Split(r.TypeText.String(), ";")
	for _, list := range r.Types {
		for _, t := range list.Type {
			types = append(types, strings.Split(t.String(), ";")...) // a list, or one text with all
		}
	}
	for i, t := range types {
		types[i] = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(t)), " ", "-")
	}
	return slices.DeleteFunc(types, func(t string) bool { return t == "" })
}

// plainTypes say nothing that others in the list do not say better.
var plainTypes = []string{"journal-article", "research-article", "retracted-publication", "english-abstract"}

// kind is the most telling of the types.
func (r *result) kind() string {
	types := r.types()
	if slices.ContainsFunc(types, func(t string) bool { return strings.Contains(t, "trial") }) {
		return evidence.DocumentType(types...) // a trial is known by its design before its phase
	}
	for _, t := range types {
		if !slices.Contains(plainTypes, t) {
			return t
		}
	}
	for _, t := range plainTypes {
		if slices.Contains(types, t) {
			return t
		}
	}
	return ""
}

// retracted is about the work itself: a notice of retraction is not retracted.
func (r *result) retracted() bool {
	if slices.Contains(r.types(), "retracted-publication") || markup.Retracted(text(r.Title)) {
		return true
	}
	for _, list := range r.Comments {
		for _, c := range list.Comment {
			if t := strings.ToLower(c.Type.String()); t == "retraction in" || t == "retracted in" {
				return true
			}
		}
	}
	return false
}

// open is where the text can be read freely: open access before free, a page before a PDF.
func (r *result) open() string {
	for _, code := range []lenient.Text{"OA", "F"} {
		for _, style := range []lenient.Text{"html", "pdf", "doi"} {
			for _, list := range r.Texts {
				for _, l := range list.URL {
					if l.Availability == code && l.Style == style && strings.HasPrefix(l.URL.String(), "https://") {
						return l.URL.String()
					}
				}
			}
		}
	}
	if pmcid := retrieval.NormalizePMCID(r.PMCID.String()); r.Open == "Y" && pmcid != "" {
		return "https://europepmc.org/articles/" + pmcid
	}
	return ""
}

// authors splits "Haas-Kogan DA, O'Neill AF.".
func authors(s string) []string {
	var out []string
	for _, name := range strings.Split(strings.TrimSuffix(s, "."), ",") {
		if name = strings.TrimSpace(name); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// ParseWork reads one work as Europe PMC describes it, such as a line of a dump. A work without name is an error.
func ParseWork(raw []byte) (evidence.Document, error) {
	var in result
	if err := json.Unmarshal(raw, &in); err != nil {
		return evidence.Document{}, err
	}
	d := in.document()
	if d.ID == "" {
		return evidence.Document{}, errors.New("it has no source and id")
	}
	return d, nil
}
