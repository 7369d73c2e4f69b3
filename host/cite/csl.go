package cite

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// cslTypes are those of CSL by those of documents.
var cslTypes = map[string]string{
	"conference-paper": "paper-conference", "book": "book", "book-chapter": "chapter", "thesis": "thesis", "report": "report", "dataset": "dataset", "software": "software",
	"web": "webpage", "news": "article-newspaper", "preprint": "article", "patent": "patent", "standard": "standard", "reference-entry": "entry", "other": "document",
}

// A cslItem is one item of CSL JSON.
type cslItem struct {
	ID        string              `json:"id"`
	Type      string              `json:"type"`
	Title     string              `json:"title,omitempty"`
	Author    []map[string]string `json:"author,omitempty"`
	Issued    *cslDate            `json:"issued,omitempty"`
	Container string              `json:"container-title,omitempty"`
	Volume    string              `json:"volume,omitempty"`
	Issue     string              `json:"issue,omitempty"`
	Page      string              `json:"page,omitempty"`
	Publisher string              `json:"publisher,omitempty"`
	DOI       string              `json:"DOI,omitempty"`
	PMID      string              `json:"PMID,omitempty"`
	PMCID     string              `json:"PMCID,omitempty"`
	URL       string              `json:"URL,omitempty"`
	Note      string              `json:"note,omitempty"`
}

type cslDate struct {
	Parts [][]int `json:"date-parts"`
}

// CSL implements [Format] as CSL JSON.
func CSL(w io.Writer, works []Work) error {
	items := make([]cslItem, len(works))
	for i := range works {
		items[i] = cslOf(&works[i])
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(items)
}

func cslOf(w *Work) cslItem {
	kind := cslTypes[w.Type]
	if kind == "" {
		kind = "article-journal"
		if w.Venue == "" {
			kind = "document"
		}
	}
	notes := Cautions(&w.Citation)
	if w.ArXiv != "" {
		notes = append(notes, "arXiv: "+w.ArXiv)
	}
	out := cslItem{
		ID: w.Key, Type: kind, Title: w.Title, Container: w.Venue, Volume: w.Volume, Issue: w.Issue, Page: w.Pages, Publisher: w.Publisher,
		DOI: w.DOI, PMID: w.PMID, PMCID: w.PMCID, URL: Address(&w.Citation), Note: strings.Join(notes, "\n"),
	}
	for _, name := range w.Authors {
		given, family := Name(name)
		if given == "" {
			out.Author = append(out.Author, map[string]string{"literal": family})
			continue
		}
		out.Author = append(out.Author, map[string]string{"given": given, "family": family})
	}
	if parts := dateParts(w.Year, w.Date); parts != nil {
		out.Issued = &cslDate{[][]int{parts}}
	}
	return out
}

// dateParts are year, month and day as far as they are known.
func dateParts(year int, date string) []int {
	if year == 0 {
		return nil
	}
	out := []int{year}
	for i, part := range strings.Split(date, "-") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		if i > 0 {
			out = append(out, n)
		}
	}
	return out
}
