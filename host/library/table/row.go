package table

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// document reads a row. A year or count that is not a number is an error of the row.
func (f fields) document(row []string) (evidence.Document, error) {
	d := evidence.Document{
		ID: f.cell(row, "id"), Title: item.Plain(f.cell(row, "title")), Abstract: item.Plain(f.cell(row, "abstract")), Text: f.cell(row, "text"), Venue: item.Plain(f.cell(row, "venue")),
		DOI: retrieval.NormalizeDOI(f.cell(row, "doi")), PMID: retrieval.NormalizePMID(f.cell(row, "pmid")), PMCID: retrieval.NormalizePMCID(f.cell(row, "pmcid")),
		ArXiv: retrieval.NormalizeArXiv(f.cell(row, "arxiv")), URL: f.cell(row, "url"), OpenURL: f.cell(row, "open_access_url"), Type: evidence.DocumentType(f.cell(row, "type")),
		Authors: authors(f.cell(row, "authors")), Status: strings.ToLower(f.cell(row, "status")), Fields: item.List(f.cell(row, "fields_of_study"), ";|"),
	}
	d.Publication = evidence.Publication{
		Volume: f.cell(row, "volume"), Issue: f.cell(row, "issue"), Pages: f.cell(row, "pages"), Publisher: f.cell(row, "publisher"), Language: f.cell(row, "language"),
		License: f.cell(row, "license"), ISSN: item.List(f.cell(row, "issn"), ",; "), ISBN: item.List(f.cell(row, "isbn"), ",; "),
		Keywords: item.List(f.cell(row, "keywords"), ";|"), MeSH: item.List(f.cell(row, "mesh_terms"), ";|"),
	}
	if d.Title == "" && d.Abstract == "" && d.DOI == "" {
		return d, fmt.Errorf("neither title, abstract nor DOI")
	}
	retracted := strings.ToLower(f.cell(row, "retracted"))
	d.Retracted = retracted == "true" || retracted == "yes" || retracted == "1" || d.Status == "retracted"
	return d, f.numbers(row, &d)
}

func (f fields) numbers(row []string, d *evidence.Document) error {
	d.Year, d.Date = biblio.Date(f.cell(row, "date"))
	if s := f.cell(row, "year"); s != "" {
		year, date := biblio.Date(s)
		if year == 0 {
			return fmt.Errorf("year: expected a year, got %q", evidence.Clip(s, 40))
		}
		if year != d.Year {
			d.Year, d.Date = year, date
		}
	}
	if s := f.cell(row, "citation_count"); s != "" {
		n, err := strconv.ParseInt(strings.TrimSuffix(s, ".0"), 10, 64)
		if err != nil || n < 0 {
			return fmt.Errorf("citation_count: expected a number from 0, got %q", evidence.Clip(s, 40))
		}
		d.CitationCount = &n
	}
	return nil
}

func (f fields) cell(row []string, field string) string {
	i, ok := f[field]
	if !ok || i >= len(row) {
		return ""
	}
	return strings.TrimSpace(row[i])
}

// authors reads "Curie, M.; Curie, P.", "Curie M, Curie P." and "Marie Curie and Pierre Curie".
func authors(s string) []string {
	var out []string
	switch {
	case strings.ContainsAny(s, ";|"):
		for _, name := range item.List(s, ";|") {
			out = append(out, biblio.Person(withoutNumber(name)))
		}
		return out
	case strings.Contains(s, " and "):
		for _, name := range strings.Split(s, " and ") {
			out = append(out, biblio.Person(name))
		}
		return out
	}
	return item.List(strings.TrimSuffix(s, "."), ",")
}

// withoutNumber cuts what Scopus writes behind a name: "Curie, Marie (7004212771)".
func withoutNumber(name string) string {
	if i := strings.LastIndexByte(name, '('); i > 0 && strings.Trim(name[i:], "()0123456789") == "" {
		return strings.TrimSpace(name[:i])
	}
	return name
}
