// Package jats reads articles in the Journal Article Tag Suite with their front matter and their text: one article a file, as
// PubMed Central and publishers have them, or collections of them.
package jats

import (
	"cmp"
	"context"
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// An article holds what is read of <article>; its inner XML is kept for the text.
type article struct {
	Kind     string  `xml:"article-type,attr"`
	Language string  `xml:"lang,attr"`
	Journal  journal `xml:"front>journal-meta"`
	Meta     meta    `xml:"front>article-meta"`
	Inner    string  `xml:",innerxml"`
}

type journal struct {
	Titles []string `xml:"journal-title-group>journal-title"`
	Old    []string `xml:"journal-title"`
	ISSN   []string `xml:"issn"`
	Name   string   `xml:"publisher>publisher-name"`
}

type meta struct {
	IDs []struct {
		Kind  string `xml:"pub-id-type,attr"`
		Value string `xml:",chardata"`
	} `xml:"article-id"`
	Title     inner     `xml:"title-group>article-title"`
	Abstracts []inner   `xml:"abstract"`
	Authors   []author  `xml:"contrib-group>contrib"`
	Dates     []date    `xml:"pub-date"`
	Volume    string    `xml:"volume"`
	Issue     string    `xml:"issue"`
	First     string    `xml:"fpage"`
	Last      string    `xml:"lpage"`
	Number    string    `xml:"elocation-id"`
	Keywords  []inner   `xml:"kwd-group>kwd"`
	Related   []related `xml:"related-article"`
	License   []struct {
		Address string `xml:"href,attr"`
	} `xml:"permissions>license"`
}

type inner struct {
	Kind string `xml:"abstract-type,attr"`
	XML  string `xml:",innerxml"`
}

type author struct {
	Kind    string `xml:"contrib-type,attr"`
	Surname string `xml:"name>surname"`
	Given   string `xml:"name>given-names"`
	Group   inner  `xml:"collab"`
}

type date struct {
	Kind  string `xml:"pub-type,attr"`
	Year  string `xml:"year"`
	Month string `xml:"month"`
	Day   string `xml:"day"`
}

type related struct {
	Kind   string `xml:"related-article-type,attr"`
	IDKind string `xml:"ext-link-type,attr"`
	ID     string `xml:"href,attr"`
}

// Read implements item.Reader.
func Read(ctx context.Context, r io.Reader, out item.Output) error {
	return item.Elements(ctx, r, out, []string{"article"}, func(dec *xml.Decoder, el xml.StartElement, line int) error {
		var a article
		if err := dec.DecodeElement(&a, &el); err != nil {
			return err
		}
		d := a.document()
		if d.Title == "" && d.DOI == "" && d.Abstract == "" {
			out.Wrong(line, "the article has neither title, DOI nor abstract")
			return nil
		}
		return out.Found(item.Item{Document: d, Line: line})
	})
}

func (a *article) document() evidence.Document {
	m := &a.Meta
	d := evidence.Document{
		Title: markup.Text(m.Title.XML), Venue: markup.Text(first(append(a.Journal.Titles, a.Journal.Old...))), Type: evidence.DocumentType(a.Kind), Authors: m.authors(),
	}
	for _, abstract := range m.Abstracts {
		if d.Abstract == "" && abstract.Kind != "graphical" && abstract.Kind != "teaser" {
			d.Abstract, d.Sections = markup.Abstract(abstract.XML)
		}
	}
	for _, one := range m.IDs {
		value := strings.TrimSpace(one.Value)
		switch one.Kind {
		case "doi":
			d.DOI = retrieval.NormalizeDOI(value)
		case "pmid":
			d.PMID = retrieval.NormalizePMID(value)
		case "pmc", "pmcid", "pmcaid":
			d.PMCID = cmp.Or(d.PMCID, retrieval.NormalizePMCID(value))
		}
	}
	d.Publication.Fill(&evidence.Publication{
		Volume: m.Volume, Issue: m.Issue, Pages: m.pages(), Publisher: markup.Text(a.Journal.Name), Language: a.Language, ISSN: a.Journal.ISSN,
	})
	for _, k := range m.Keywords {
		d.Keywords = append(d.Keywords, markup.Text(k.XML))
	}
	for _, l := range m.License {
		d.License = cmp.Or(d.License, l.Address)
	}
	m.date(&d)
	a.relate(&d)
	a.text(&d)
	d.Retracted = markup.Retracted(d.Title)
	return d
}

// text reads the body, if there is one.
func (a *article) text(d *evidence.Document) {
	sections, err := fulltext.JATS([]byte("<article>" + a.Inner + "</article>"))
	if err == nil {
		item.SetText(d, sections)
	}
}

func (m *meta) authors() []string {
	var out []string
	for _, c := range m.Authors {
		if name := markup.Text(cmp.Or(strings.TrimSpace(c.Given+" "+c.Surname), c.Group.XML)); name != "" && (c.Kind == "author" || c.Kind == "") {
			out = append(out, name)
		}
	}
	return out
}

func (m *meta) pages() string {
	if m.First == "" || m.Last == "" || m.First == m.Last {
		return cmp.Or(m.First, m.Number)
	}
	return m.First + "-" + m.Last
}

// date takes the earliest date, which is that of publication online or in print.
func (m *meta) date(d *evidence.Document) {
	for _, one := range m.Dates {
		year, _ := strconv.Atoi(strings.TrimSpace(one.Year))
		day, _ := strconv.Atoi(strings.TrimSpace(one.Day))
		if year < 1000 || year > 2999 || one.Kind == "pmc-release" || d.Year != 0 && year > d.Year {
			continue
		}
		date := biblio.Written(year, biblio.Month(one.Month), day)
		if d.Year == 0 || year < d.Year || len(date) > len(d.Date) || len(date) == len(d.Date) && date < d.Date {
			d.Year, d.Date = year, date
		}
	}
}

// relations are those of documents by those of JATS.
var relations = map[string]evidence.RelationKind{
	"retracted-article": evidence.Retracts, "corrected-article": evidence.Corrects, "object-of-concern": evidence.Questions, "commentary-article": evidence.CommentsOn,
	"preprint": evidence.HasPreprint, "retraction-forward": evidence.RetractedBy, "correction-forward": evidence.CorrectedBy, "concern-forward": evidence.QuestionedBy,
}

func (a *article) relate(d *evidence.Document) {
	var found []evidence.Relation
	for _, r := range a.Meta.Related {
		if doi := retrieval.NormalizeDOI(r.ID); doi != "" && relations[r.Kind] != "" {
			found = append(found, evidence.Relation{Kind: relations[r.Kind], ID: "doi:" + doi})
		}
	}
	d.Relations = evidence.Relate(d.Relations, found...)
}

func first(values []string) string {
	for _, v := range values {
		if strings.TrimSpace(v) != "" {
			return v
		}
	}
	return ""
}
