package europepmc

import (
	"cmp"
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

// A result is a work on the wire (result types core and lite).
type result struct {
	ID       lenient.Text        `json:"id"`
	Source   lenient.Text        `json:"source"`
	PMID     lenient.Text        `json:"pmid"`
	PMCID    lenient.Text        `json:"pmcid"`
	DOI      lenient.Text        `json:"doi"`
	Title    lenient.Text        `json:"title"`
	Abstract lenient.Text        `json:"abstractText"`
	Authors  lenient.Text        `json:"authorString"`
	Year     lenient.Text        `json:"pubYear"`
	First    lenient.Text        `json:"firstPublicationDate"`
	Cited    lenient.Count       `json:"citedByCount"`
	Open     lenient.Text        `json:"isOpenAccess"`
	Journal  lenient.Text        `json:"journalTitle"` // lite
	Info     lenient.List[issue] `json:"journalInfo"`  // core
	Report   lenient.List[struct {
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
		Comment lenient.List[comment] `json:"commentCorrection"`
	}] `json:"commentCorrectionList"`
	Volume     lenient.Text `json:"journalVolume"` // lite, as the next two
	Issue      lenient.Text `json:"issue"`
	ISSN       lenient.Text `json:"journalIssn"`
	Pages      lenient.Text `json:"pageInfo"`
	Electronic lenient.Text `json:"electronicPublicationDate"`
	Language   lenient.Text `json:"language"`
	License    lenient.Text `json:"license"`
	Keywords   lenient.List[struct {
		Keyword lenient.List[lenient.Text] `json:"keyword"`
	}] `json:"keywordList"`
	Headings lenient.List[struct {
		Heading lenient.List[struct {
			Descriptor lenient.Text `json:"descriptorName"`
		}] `json:"meshHeading"`
	}] `json:"meshHeadingList"`
	AuthorList lenient.List[struct {
		Author lenient.List[struct {
			Full  lenient.Text `json:"fullName"`
			Group lenient.Text `json:"collectiveName"`
		}] `json:"author"`
	}] `json:"authorList"`
}

// A link leads to a text of a work.
type link struct {
	Style        lenient.Text `json:"documentStyle"`    // html, pdf, doi
	Availability lenient.Text `json:"availabilityCode"` // OA, F: free, S: subscription
	URL          lenient.Text `json:"url"`
}

// document returns the work; without ID if it has no name.
func (r *result) document() evidence.Document {
	if r.ID == "" || r.Source == "" {
		return evidence.Document{}
	}
	id := r.Source.String() + "/" + r.ID.String()
	d := evidence.Document{
		ID: id, Source: Name, URL: "https://europepmc.org/article/" + id,
		Title: text(r.Title), Authors: r.authors(), Venue: markup.Text(r.venue()),
		Year: cmp.Or(r.Year.Year(), r.First.Year()),
		DOI:  retrieval.NormalizeDOI(r.DOI.String()), PMID: retrieval.NormalizePMID(r.PMID.String()), PMCID: retrieval.NormalizePMCID(r.PMCID.String()),
		CitationCount: r.Cited.N, OpenURL: r.open(), Retracted: r.retracted(), Status: r.status(),
	}
	d.Type, d.Publication = biblio.Type(d.Title, r.types()...), r.publication(d.Year)
	d.Abstract, d.Sections = markup.Abstract(markup.LaTeX(r.Abstract.String()))
	return d
}

func text(t lenient.Text) string { return markup.Text(markup.LaTeX(t.String())) }

// venue returns the journal, or the server of a preprint.
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

// types lists the kinds of publication that it is, in lower case with hyphens; a preprint says so by its source.
func (r *result) types() []string {
	types := strings.Split(r.TypeText.String(), ";")
	for _, list := range r.Types {
		for _, t := range list.Type {
			types = append(types, strings.Split(t.String(), ";")...) // a list, or one text with all
		}
	}
	if r.Source == "PPR" {
		types = append(types, "preprint")
	}
	for i, t := range types {
		types[i] = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(t)), " ", "-")
	}
	return slices.DeleteFunc(types, func(t string) bool { return t == "" })
}

// retracted is about the work itself: a notice of retraction is not retracted.
func (r *result) retracted() bool {
	if slices.Contains(r.types(), "retracted-publication") || markup.Retracted(text(r.Title)) {
		return true
	}
	for _, list := range r.Comments {
		for _, c := range list.Comment {
			if relationKinds[c.kind()] == evidence.RetractedBy {
				return true
			}
		}
	}
	return false
}

// open returns the address at which the text can be read freely: open access before free, a page before a PDF.
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
