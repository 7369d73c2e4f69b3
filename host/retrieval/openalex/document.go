package openalex

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// A work on the wire. Any field may be null.
type work struct {
	ID  lenient.Text `json:"id"` // "https://openalex.org/W…"
	DOI lenient.Text `json:"doi"`
	IDs lenient.List[struct {
		PMID  lenient.Text `json:"pmid"`  // "https://pubmed.ncbi.nlm.nih.gov/…"
		PMCID lenient.Text `json:"pmcid"` // "https://www.ncbi.nlm.nih.gov/pmc/articles/…", with or without PMC
	}] `json:"ids"`
	Title     lenient.Text    `json:"title"`
	Year      lenient.Text    `json:"publication_year"`
	Date      lenient.Text    `json:"publication_date"`
	Type      lenient.Text    `json:"type"`
	Cited     lenient.Count   `json:"cited_by_count"`
	Retracted json.RawMessage `json:"is_retracted"`
	Access    lenient.List[struct {
		Open json.RawMessage `json:"is_oa"`
		URL  lenient.Text    `json:"oa_url"`
	}] `json:"open_access"`
	Best     lenient.List[location] `json:"best_oa_location"`
	Primary  lenient.List[location] `json:"primary_location"`
	Abstract json.RawMessage        `json:"abstract_inverted_index"`
	Authors  lenient.List[struct {
		Author lenient.List[named] `json:"author"`
		Raw    lenient.Text        `json:"raw_author_name"`
	}] `json:"authorships"`
	Locations  lenient.List[location] `json:"locations"`
	OfCrossref lenient.Text           `json:"type_crossref"`
	Language   lenient.Text           `json:"language"`
	Printing   lenient.List[printing] `json:"biblio"`
	Topic      lenient.List[topic]    `json:"primary_topic"`
	Topics     lenient.List[topic]    `json:"topics"`
	Concepts   lenient.List[struct {
		Name  lenient.Text  `json:"display_name"`
		Level lenient.Count `json:"level"`
	}] `json:"concepts"`
	Keywords lenient.List[named] `json:"keywords"`
	MeSH     lenient.List[struct {
		Descriptor lenient.Text `json:"descriptor_name"`
	}] `json:"mesh"`
}

// A location is an address of a version of a work.
type location struct {
	Page    lenient.Text        `json:"landing_page_url"`
	PDF     lenient.Text        `json:"pdf_url"`
	Source  lenient.List[venue] `json:"source"`
	License lenient.Text        `json:"license"`
}

type named struct {
	Name lenient.Text `json:"display_name"`
}

// document returns the work; without ID if it has none.
func (w *work) document() evidence.Document {
	id := last(w.ID.String()) // also of "https://api.openalex.org/works/W…"
	if !workID.MatchString(id) {
		id = ""
	}
	d := evidence.Document{
		ID: id, Source: Name, URL: "https://openalex.org/" + id, Title: text(w.Title), Venue: markup.Text(w.venue()),
		Year: cmp.Or(w.Year.Year(), w.Date.Year()), DOI: retrieval.NormalizeDOI(w.DOI.String()), ArXiv: w.arXiv(),
		CitationCount: w.Cited.N, OpenURL: w.open(), Fields: w.fields(),
		Retracted: slices.Contains([]string{"true", `"true"`, "1"}, string(w.Retracted)) || markup.Retracted(text(w.Title)),
	}
	d.Type, d.Publication = biblio.Type(d.Title, cmp.Or(w.Type, w.OfCrossref).String()), w.publication(d.Year)
	for _, ids := range w.IDs {
		d.PMID = retrieval.NormalizePMID(ids.PMID.String())
		d.PMCID = retrieval.NormalizePMCID(last(ids.PMCID.String()))
	}
	d.Abstract, d.Sections = markup.Abstract(markup.LaTeX(withoutHeading(rebuild(w.Abstract))))
	for _, a := range w.Authors {
		name := ""
		for _, n := range a.Author {
			name = cmp.Or(name, markup.Text(n.Name.String()))
		}
		if name = cmp.Or(name, markup.Text(a.Raw.String())); name != "" {
			d.Authors = append(d.Authors, name)
		}
	}
	if d.Type == "preprint" {
		d.Status = d.Type
	}
	return d
}

func text(t lenient.Text) string { return markup.Text(markup.LaTeX(t.String())) }

// withoutHeading drops the heading "Abstract", whose tags the service has dropped already: a word in the midst of a sentence is followed by
// a small letter ("Abstract interpretation is …").
func withoutHeading(abstract string) string {
	rest, ok := strings.CutPrefix(abstract, "Abstract ")
	if first, _ := utf8.DecodeRuneInString(rest); ok && unicode.IsUpper(first) {
		return rest
	}
	return abstract
}

// last returns the text after the last slash.
func last(address string) string {
	address = strings.TrimRight(address, "/")
	return address[strings.LastIndexByte(address, '/')+1:]
}

// venue returns the journal or repository of the main version.
func (w *work) venue() string {
	for _, l := range w.Primary {
		for _, s := range l.Source {
			return s.Name.String()
		}
	}
	return ""
}

// arXiv returns the identifier there, which only addresses say: the service has no field for it.
func (w *work) arXiv() string {
	if id, ok := strings.CutPrefix(retrieval.NormalizeDOI(w.DOI.String()), "10.48550/arxiv."); ok {
		return retrieval.NormalizeArXiv(id)
	}
	for _, l := range slices.Concat(w.Primary, w.Best, w.Locations) {
		if id, ok := strings.CutPrefix(retrieval.NormalizeDOI(l.Page.String()), "10.48550/arxiv."); ok {
			return retrieval.NormalizeArXiv(id)
		}
		if id := retrieval.NormalizeArXiv(l.Page.String()); id != "" && strings.Contains(l.Page.String(), "://") {
			return id
		}
	}
	return ""
}

// open returns the address at which the text can be read freely.
func (w *work) open() string {
	var links []lenient.Text
	for _, a := range w.Access {
		if string(a.Open) == "true" {
			links = append(links, a.URL)
		}
	}
	for _, l := range w.Best {
		links = append(links, l.PDF, l.Page)
	}
	for _, l := range links {
		if strings.HasPrefix(l.String(), "https://") || strings.HasPrefix(l.String(), "http://") {
			return l.String()
		}
	}
	return ""
}

// ParseWork reads one work as OpenAlex describes it, such as a line of a dump. A work without name is an error.
func ParseWork(raw []byte) (evidence.Document, error) {
	var in work
	if err := json.Unmarshal(raw, &in); err != nil {
		return evidence.Document{}, err
	}
	d := in.document()
	if d.ID == "" {
		return evidence.Document{}, errors.New("it has no identifier of OpenAlex")
	}
	return d, nil
}
