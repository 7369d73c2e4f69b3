package pubmed

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// An article is a PubmedArticle or PubmedBookArticle.
type article struct {
	Citation struct {
		PMID    string `xml:"PMID"`
		Article struct {
			Journal struct {
				ISSN  []string `xml:"ISSN"`
				Issue struct {
					Volume string `xml:"Volume"`
					Issue  string `xml:"Issue"`
					Date   date   `xml:"PubDate"`
				} `xml:"JournalIssue"`
				Title string `xml:"Title"`
				Short string `xml:"ISOAbbreviation"`
			} `xml:"Journal"`
			Title     inner    `xml:"ArticleTitle"`
			Original  inner    `xml:"VernacularTitle"`
			Pages     string   `xml:"Pagination>MedlinePgn"`
			IDs       []id     `xml:"ELocationID"`
			Abstract  []part   `xml:"Abstract>AbstractText"`
			Authors   []person `xml:"AuthorList>Author"`
			Languages []string `xml:"Language"`
			Types     []string `xml:"PublicationTypeList>PublicationType"`
			Date      []date   `xml:"ArticleDate"`
		} `xml:"Article"`
		MeSH     []string `xml:"MeshHeadingList>MeshHeading>DescriptorName"`
		Keywords []inner  `xml:"KeywordList>Keyword"`
		Comments []struct {
			Kind string `xml:"RefType,attr"`
			PMID string `xml:"PMID"`
		} `xml:"CommentsCorrectionsList>CommentsCorrections"`
	} `xml:"MedlineCitation"`
	IDs []id `xml:"PubmedData>ArticleIdList>ArticleId"`
}

type inner struct {
	XML string `xml:",innerxml"`
}

type part struct {
	Label string `xml:"Label,attr"`
	XML   string `xml:",innerxml"`
}

type id struct {
	Kind  string `xml:"IdType,attr"`
	EKind string `xml:"EIdType,attr"`
	Value string `xml:",chardata"`
}

type date struct {
	Year    string `xml:"Year"`
	Month   string `xml:"Month"`
	Day     string `xml:"Day"`
	Medline string `xml:"MedlineDate"` // "1998 Dec-1999 Jan"
}

type person struct {
	Last   string `xml:"LastName"`
	Fore   string `xml:"ForeName"`
	Suffix string `xml:"Suffix"`
	Group  string `xml:"CollectiveName"`
}

// document returns the work.
func (a *article) document() evidence.Document {
	c := &a.Citation
	d := evidence.Document{
		PMID: retrieval.NormalizePMID(c.PMID), Title: a.title(), Venue: markup.Text(cmp.Or(c.Article.Journal.Title, c.Article.Journal.Short)),
		Type: evidence.DocumentType(c.Article.Types...), Retracted: evidence.RetractedType(c.Article.Types...),
	}
	for _, p := range c.Article.Authors {
		if name := markup.Text(cmp.Or(strings.TrimSpace(p.Fore+" "+p.Last+" "+p.Suffix), p.Group)); name != "" {
			d.Authors = append(d.Authors, name)
		}
	}
	a.abstract(&d)
	a.dates(&d)
	a.identify(&d)
	j := &c.Article.Journal
	d.Publication.Fill(&evidence.Publication{Volume: j.Issue.Volume, Issue: j.Issue.Issue, Pages: c.Article.Pages, ISSN: j.ISSN, MeSH: c.MeSH})
	for _, k := range c.Keywords {
		d.Keywords = append(d.Keywords, markup.Text(k.XML))
	}
	if len(c.Article.Languages) > 0 {
		d.Language = c.Article.Languages[0]
	}
	a.relate(&d)
	d.Retracted = d.Retracted || markup.Retracted(d.Title)
	return d
}

// title is without the full stop that PubMed adds, and without the brackets of a translated title.
func (a *article) title() string {
	t := strings.TrimSuffix(markup.Text(a.Citation.Article.Title.XML), ".")
	if strings.HasPrefix(t, "[") && strings.HasSuffix(t, "]") {
		t = t[1 : len(t)-1]
	}
	return cmp.Or(t, markup.Text(a.Citation.Article.Original.XML))
}

// abstract reads the parts of a structured abstract as sections.
func (a *article) abstract(d *evidence.Document) {
	var texts []string
	labelled := false
	for _, p := range a.Citation.Article.Abstract {
		text := markup.Text(p.XML)
		if text == "" {
			continue
		}
		labelled = labelled || p.Label != ""
		texts = append(texts, text)
		d.Sections = append(d.Sections, evidence.Section{Label: p.Label, Text: text})
	}
	d.Abstract = strings.Join(texts, " ")
	if !labelled {
		d.Sections = nil
	}
}

// dates prefers the issue's year, by which a paper is cited, and takes the finer date of the same year.
func (a *article) dates(d *evidence.Document) {
	issue := a.Citation.Article.Journal.Issue.Date
	d.Year, d.Date = biblio.Date(cmp.Or(issue.text(), issue.Medline))
	for _, online := range a.Citation.Article.Date {
		year, date := biblio.Date(online.text())
		if d.Year == 0 || d.Year == year && len(date) > len(d.Date) {
			d.Year, d.Date = year, date
		}
	}
}

// text returns the date as documents have it, or the year.
func (d *date) text() string {
	year, _ := biblio.Date(d.Year)
	day, _ := strconv.Atoi(d.Day) // 0 where there is none
	return cmp.Or(biblio.Written(year, biblio.Month(d.Month), day), d.Year)
}

func (a *article) identify(d *evidence.Document) {
	for _, one := range append(a.Citation.Article.IDs, a.IDs...) {
		value := strings.TrimSpace(one.Value)
		switch cmp.Or(one.EKind, one.Kind) {
		case "doi":
			d.DOI = cmp.Or(d.DOI, retrieval.NormalizeDOI(value))
		case "pmc":
			d.PMCID = cmp.Or(d.PMCID, retrieval.NormalizePMCID(value))
		case "pubmed":
			d.PMID = cmp.Or(d.PMID, retrieval.NormalizePMID(value))
		}
	}
}

// relations are those of documents by those of PubMed: https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html.
var relations = map[string]evidence.RelationKind{
	"RetractionOf": evidence.Retracts, "RetractionIn": evidence.RetractedBy, "ErratumFor": evidence.Corrects, "ErratumIn": evidence.CorrectedBy,
	"CorrectedandRepublishedFrom": evidence.VersionOf, "CorrectedandRepublishedIn": evidence.VersionOf, "RepublishedFrom": evidence.VersionOf, "RepublishedIn": evidence.VersionOf,
	"ExpressionOfConcernFor": evidence.Questions, "ExpressionOfConcernIn": evidence.QuestionedBy, "CommentOn": evidence.CommentsOn,
	"PreprintIn": evidence.HasPreprint, "PreprintOf": evidence.PreprintOf,
}

func (a *article) relate(d *evidence.Document) {
	var found []evidence.Relation
	for _, c := range a.Citation.Comments {
		kind := relations[c.Kind]
		if kind == evidence.RetractedBy {
			d.Retracted = true
		}
		if pmid := retrieval.NormalizePMID(c.PMID); kind != "" && pmid != "" {
			found = append(found, evidence.Relation{Kind: kind, ID: "pmid:" + pmid})
		}
	}
	d.Relations = evidence.Relate(d.Relations, found...)
}
