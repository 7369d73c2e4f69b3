package semanticscholar

import (
	"cmp"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// A paper is a work on the wire. Any field may be null.
type paper struct {
	ID  lenient.Text `json:"paperId"`
	IDs lenient.List[struct {
		DOI   lenient.Text `json:"DOI"`
		ArXiv lenient.Text `json:"ArXiv"`
		PMID  lenient.Text `json:"PubMed"`
		PMCID lenient.Text `json:"PubMedCentral"`
	}] `json:"externalIds"`
	Title    lenient.Text               `json:"title"`
	Abstract lenient.Text               `json:"abstract"`
	Venue    lenient.Text               `json:"venue"`
	In       lenient.List[venue]        `json:"publicationVenue"`
	Journal  lenient.List[journal]      `json:"journal"`
	Year     lenient.Text               `json:"year"`
	Date     lenient.Text               `json:"publicationDate"`
	Cited    lenient.Count              `json:"citationCount"`
	Types    lenient.List[lenient.Text] `json:"publicationTypes"`
	Authors  lenient.List[named]        `json:"authors"`
	Open     lenient.List[struct {
		URL     lenient.Text `json:"url"`
		License lenient.Text `json:"license"`
	}] `json:"openAccessPdf"`
	Fields  lenient.List[lenient.Text] `json:"fieldsOfStudy"`
	Classes lenient.List[struct {
		Category lenient.Text `json:"category"`
	}] `json:"s2FieldsOfStudy"`
}

type named struct {
	Name lenient.Text `json:"name"`
}

// document returns the work; without ID if it has none. The service does not say what is retracted: only a title does.
func (w *paper) document() evidence.Document {
	d := evidence.Document{
		ID: w.ID.String(), Source: Name, URL: "https://www.semanticscholar.org/paper/" + w.ID.String(),
		Title: text(w.Title), Venue: markup.Text(w.venue()), Year: cmp.Or(w.Year.Year(), w.Date.Year()),
		CitationCount: w.Cited.N, Fields: w.fields(), Retracted: markup.Retracted(text(w.Title)),
	}
	d.Abstract, d.Sections = markup.Abstract(markup.LaTeX(w.Abstract.String()))
	for _, ids := range w.IDs {
		d.DOI, d.ArXiv = retrieval.NormalizeDOI(ids.DOI.String()), retrieval.NormalizeArXiv(ids.ArXiv.String())
		d.PMID, d.PMCID = retrieval.NormalizePMID(ids.PMID.String()), retrieval.NormalizePMCID(ids.PMCID.String())
	}
	for _, a := range w.Authors {
		if name := text(a.Name); name != "" {
			d.Authors = append(d.Authors, name)
		}
	}
	d.Type, d.Publication, d.OpenURL = w.kind(d.Title), w.publication(d.Year), w.open(d.ArXiv)
	return d
}

func text(t lenient.Text) string { return markup.Text(markup.LaTeX(t.String())) }

func (w *paper) venue() string {
	name := w.Venue
	for _, v := range w.In {
		name = cmp.Or(name, v.Name)
	}
	for _, j := range w.Journal {
		name = cmp.Or(name, j.Name)
	}
	return name.String()
}

// kind returns the most telling of the types: "MetaAnalysis" goes before "JournalArticle".
func (w *paper) kind(title string) string {
	var words []string
	for _, t := range w.Types {
		words = append(words, t.String())
	}
	return biblio.Type(title, words...)
}

// open returns the address at which the text can be read freely: what is on arXiv can be.
func (w *paper) open(arxiv string) string {
	for _, o := range w.Open {
		if strings.HasPrefix(o.URL.String(), "https://") || strings.HasPrefix(o.URL.String(), "http://") {
			return o.URL.String()
		}
	}
	if arxiv != "" {
		return "https://arxiv.org/pdf/" + arxiv
	}
	return ""
}
