// Package csl reads the items of CSL JSON, the exchange format of Zotero, Mendeley and Pandoc. Package records finds them in files.
package csl

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
)

// A work is one item of CSL JSON.
type work struct {
	ID        lenient.Text         `json:"id"`
	Key       lenient.Text         `json:"citation-key"`
	Type      lenient.Text         `json:"type"`
	Title     lenient.Text         `json:"title"`
	Abstract  lenient.Text         `json:"abstract"`
	Authors   lenient.List[person] `json:"author"`
	Issued    lenient.List[date]   `json:"issued"`
	Container lenient.Text         `json:"container-title"`
	Event     lenient.Text         `json:"event-title"`
	Publisher lenient.Text         `json:"publisher"`
	Volume    lenient.Text         `json:"volume"`
	Issue     lenient.Text         `json:"issue"`
	Number    lenient.Text         `json:"number"`
	Page      lenient.Text         `json:"page"`
	Language  lenient.Text         `json:"language"`
	ISSN      lenient.Text         `json:"ISSN"`
	ISBN      lenient.Text         `json:"ISBN"`
	DOI       lenient.Text         `json:"DOI"`
	PMID      lenient.Text         `json:"PMID"`
	PMCID     lenient.Text         `json:"PMCID"`
	URL       lenient.Text         `json:"URL"`
	Keyword   lenient.Text         `json:"keyword"`
	Note      lenient.Text         `json:"note"`
	Status    lenient.Text         `json:"status"`
}

type person struct {
	Family   lenient.Text `json:"family"`
	Given    lenient.Text `json:"given"`
	Particle lenient.Text `json:"non-dropping-particle"`
	Suffix   lenient.Text `json:"suffix"`
	Literal  lenient.Text `json:"literal"`
}

type date struct {
	Parts   lenient.List[lenient.List[lenient.Text]] `json:"date-parts"`
	Raw     lenient.Text                             `json:"raw"`
	Literal lenient.Text                             `json:"literal"`
}

// Item reads one item.
func Item(raw []byte) (item.Item, error) {
	var w work
	if err := json.Unmarshal(raw, &w); err != nil {
		return item.Item{}, err
	}
	d := w.document()
	if d.Title == "" && d.Abstract == "" && d.DOI == "" {
		return item.Item{}, errors.New("neither title, abstract nor DOI")
	}
	return item.Item{Document: d}, nil
}

func (w *work) document() evidence.Document {
	d := evidence.Document{
		ID: first(w.Key, w.ID), Title: item.Plain(w.Title.String()), Abstract: item.Plain(w.Abstract.String()), Authors: w.authors(),
		Venue: item.Plain(first(w.Container, w.Event, w.Publisher)), Type: evidence.DocumentType(w.Type.String()), URL: w.URL.String(),
		DOI: retrieval.NormalizeDOI(w.DOI.String()), PMID: retrieval.NormalizePMID(w.PMID.String()), PMCID: retrieval.NormalizePMCID(w.PMCID.String()),
	}
	d.Year, d.Date = w.date()
	d.Publication.Fill(&evidence.Publication{
		Volume: w.Volume.String(), Issue: first(w.Issue, w.Number), Pages: strings.ReplaceAll(w.Page.String(), "–", "-"), Publisher: item.Plain(w.Publisher.String()),
		Language: w.Language.String(), ISSN: item.List(w.ISSN.String(), ",; "), ISBN: item.List(w.ISBN.String(), ",; "), Keywords: item.List(w.Keyword.String(), ",;"),
	})
	if strings.EqualFold(w.Status.String(), "retracted") {
		d.Retracted = true
	}
	w.notes(&d)
	return d
}

// noted are the identifiers that Zotero keeps in the note: "PMID: 123", "arXiv: 2101.00001", "DOI: …".
var noted = regexp.MustCompile(`(?im)^\s*(DOI|PMID|PMCID|arXiv)\s*:\s*(\S+)`)

func (w *work) notes(d *evidence.Document) {
	texts := w.Note.String() + "\n"
	if strings.Contains(strings.ToLower(w.Number.String()+w.URL.String()), "arxiv") {
		texts += "arXiv: " + first(w.Number, w.URL)
	}
	for _, m := range noted.FindAllStringSubmatch(texts, -1) {
		switch strings.ToLower(m[1]) {
		case "doi":
			fill(&d.DOI, retrieval.NormalizeDOI(m[2]))
		case "pmid":
			fill(&d.PMID, retrieval.NormalizePMID(m[2]))
		case "pmcid":
			fill(&d.PMCID, retrieval.NormalizePMCID(m[2]))
		case "arxiv":
			fill(&d.ArXiv, retrieval.NormalizeArXiv(m[2]))
		}
	}
}

func fill(into *string, from string) {
	if *into == "" {
		*into = from
	}
}

func (w *work) authors() []string {
	var out []string
	for _, a := range w.Authors {
		name := item.Plain(strings.Join(strings.Fields(a.Given.String()+" "+a.Particle.String()+" "+a.Family.String()+" "+a.Suffix.String()), " "))
		if name == "" {
			name = item.Plain(a.Literal.String())
		}
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}

func (w *work) date() (int, string) {
	for _, d := range w.Issued {
		for _, parts := range d.Parts {
			texts := make([]string, len(parts))
			for i, p := range parts {
				texts[i] = p.String()
			}
			if year, date := biblio.Date(strings.Join(texts, "-")); year != 0 {
				return year, date
			}
		}
		if year, date := biblio.Date(d.Raw.String() + " " + d.Literal.String()); year != 0 {
			return year, date
		}
	}
	return 0, ""
}

func first(texts ...lenient.Text) string {
	for _, t := range texts {
		if t != "" {
			return t.String()
		}
	}
	return ""
}
