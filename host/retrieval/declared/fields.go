package declared

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// Fields are the names of the fields that a source can declare, as in lines of a corpus.
var Fields = []string{
	"id", "title", "abstract", "authors", "year", "date", "venue", "type", "doi", "arxiv", "pmid", "pmcid", "url", "open_access_url", "citation_count", "retracted", "status",
	"volume", "issue", "pages", "publisher", "language", "license", "issn", "isbn", "keywords", "mesh_terms", "fields_of_study",
}

// A field leads to values, or is a text made of the other fields of the document, such as "https://example.org/{id}".
type field struct {
	path     path
	template string
}

// parseField reads a field's declaration.
func parseField(name, s string) (field, error) {
	if strings.ContainsAny(s, "{}") {
		for _, p := range placeholders(s) {
			if !slices.Contains([]string{"id", "doi", "pmid", "pmcid", "arxiv"}, p) || p == name {
				return field{}, errors.New("{" + p + "} is not a field; there are {id}, {doi}, {pmid}, {pmcid}, {arxiv}")
			}
		}
		return field{template: s}, nil
	}
	p, err := parsePath(s)
	return field{path: p}, err
}

// document reads a document of an item of an answer; without ID if the item has none.
func (s *Spec) document(n *node) evidence.Document {
	r := reader{s, n}
	d := evidence.Document{
		ID: r.text("id"), Source: s.Name, Title: markup.Text(markup.LaTeX(r.text("title"))), Venue: r.text("venue"), Authors: r.people(), Fields: r.texts("fields_of_study"),
		DOI: first(r.texts("doi"), retrieval.NormalizeDOI), ArXiv: first(r.texts("arxiv"), retrieval.NormalizeArXiv), PMID: first(r.texts("pmid"), retrieval.NormalizePMID),
		PMCID: first(r.texts("pmcid"), retrieval.NormalizePMCID), CitationCount: r.count("citation_count"), Status: strings.ToLower(r.text("status")),
	}
	d.ID = cmp.Or(retrieval.NormalizeDOI(d.ID), d.ID, d.DOI)
	d.Abstract, d.Sections = r.abstract()
	d.Type = biblio.Type(d.Title, r.texts("type")...)
	d.Retracted = r.flag("retracted") || evidence.RetractedType(r.texts("type")...) || markup.Retracted(d.Title)
	if d.Type == "preprint" {
		d.Status = cmp.Or(d.Status, "preprint")
	}
	d.Year, d.Publication = r.publication()
	d.URL, d.OpenURL = address(r.filled("url", &d)), address(r.filled("open_access_url", &d))
	return d
}

// A reader reads the declared fields of one item.
type reader struct {
	spec *Spec
	item *node
}

func (r reader) texts(name string) []string {
	out := biblio.Unique(r.spec.fields[name].path.texts(r.item)...)
	if out == nil && r.spec.Constants[name] != "" {
		return []string{r.spec.Constants[name]}
	}
	return out
}

func (r reader) text(name string) string {
	for _, v := range r.texts(name) {
		return v
	}
	return ""
}

// people returns the authors' names in the order of speech.
func (r reader) people() []string {
	var out []string
	for _, name := range r.texts("authors") {
		out = append(out, biblio.Person(name))
	}
	return out
}

// publication reads the year and what a reference list needs.
func (r reader) publication() (year int, p evidence.Publication) {
	date := r.text("date")
	year = cmp.Or(lenient.Text(r.text("year")).Year(), yearOf(r.text("year")), yearOf(date))
	return year, evidence.Publication{
		Date: biblio.Earliest(year, r.texts("date")...), Volume: r.text("volume"), Issue: r.text("issue"), Pages: biblio.Pages(r.text("pages"), ""), Publisher: r.text("publisher"),
		Language: r.text("language"), License: r.text("license"), ISSN: biblio.ISSN(r.texts("issn")...), ISBN: biblio.ISBN(r.texts("isbn")...),
		Keywords: r.texts("keywords"), MeSH: r.texts("mesh_terms"),
	}
}

func yearOf(s string) int {
	year, _ := biblio.Date(s)
	return year
}

// abstract joins the texts of the abstract; parts of XML with a label are its sections.
func (r reader) abstract() (string, []evidence.Section) {
	var parts []evidence.Section
	var texts []string
	labelled := false
	for _, n := range r.spec.fields["abstract"].path.find(r.item) {
		text, sections := markup.Abstract(markup.LaTeX(n.raw()))
		if text == "" {
			continue
		}
		label := labelOf(n)
		labelled = labelled || label != "" || sections != nil
		texts = append(texts, text)
		if sections == nil {
			sections = []evidence.Section{{Label: label, Text: text}}
		}
		parts = append(parts, sections...)
	}
	if !labelled {
		parts = nil
	}
	return strings.Join(texts, " "), parts
}

// labelOf returns the attribute Label of an element, as PubMed has it, in one capital letter and small ones.
func labelOf(n *node) string {
	for _, c := range n.children {
		if c.name == "@Label" && c.value() != "" {
			label := c.value()
			return label[:1] + strings.ToLower(label[1:])
		}
	}
	return ""
}

func (r reader) count(name string) *int64 {
	var c lenient.Count
	if t := r.text(name); t != "" && strings.Trim(t, "0123456789") == "" {
		_ = c.UnmarshalJSON([]byte(t)) // digits
	}
	return c.N
}

// flag says whether any value says yes.
func (r reader) flag(name string) bool {
	return slices.ContainsFunc(r.texts(name), func(v string) bool {
		return slices.Contains([]string{"true", "1", "y", "yes"}, strings.ToLower(v)) || evidence.RetractedType(v)
	})
}

// filled returns a field whose declaration may name other fields; it is empty if one of them is.
func (r reader) filled(name string, d *evidence.Document) string {
	template := r.spec.fields[name].template
	if template == "" {
		return r.text(name)
	}
	values := map[string]string{"id": d.ID, "doi": d.DOI, "pmid": d.PMID, "pmcid": d.PMCID, "arxiv": d.ArXiv}
	for _, p := range placeholders(template) {
		if values[p] == "" {
			return ""
		}
	}
	return fill(template, values)
}

// first returns the first value that stays once it is normalised.
func first(values []string, normalise func(string) string) string {
	for _, v := range values {
		if n := normalise(v); n != "" {
			return n
		}
	}
	return ""
}

// address is s if it is one of the web.
func address(s string) string {
	if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
		return s
	}
	return ""
}

// placeholders returns the names in braces of a template.
func placeholders(template string) []string {
	found := map[string]bool{}
	for _, m := range placeholder.FindAllStringSubmatch(template, -1) {
		found[m[1]] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// fill puts values into a template.
func fill(template string, values map[string]string) string {
	return placeholder.ReplaceAllStringFunc(template, func(m string) string { return values[m[1:len(m)-1]] })
}
