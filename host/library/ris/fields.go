package ris

import (
	"cmp"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// types are those of documents by those of RIS.
var types = map[string]string{
	"JOUR": "article", "EJOUR": "article", "ABST": "article", "INPR": "article", "MGZN": "news", "NEWS": "news", "CONF": "conference-paper", "CPAPER": "conference-paper",
	"BOOK": "book", "EBOOK": "book", "EDBOOK": "book", "CHAP": "book-chapter", "ECHAP": "book-chapter", "THES": "thesis", "RPRT": "report", "GOVDOC": "report",
	"DATA": "dataset", "COMP": "software", "ELEC": "web", "BLOG": "web", "PREP": "preprint", "CTLG": "", "GEN": "",
}

// ris reads the tags as the RIS specification of 2011 and the exports of EndNote, Zotero and Mendeley use them.
func (r *reference) ris() item.Item {
	kind := strings.ToUpper(r.first("TY"))
	d := evidence.Document{
		ID: r.first("ID", "LB"), Title: item.Plain(r.first("TI", "T1", "CT")), Abstract: item.Plain(r.first("AB", "N2")),
		Type: types[kind], DOI: retrieval.NormalizeDOI(r.first("DO", "M3")), URL: address(r.first("UR", "LK")),
		PMID: retrieval.NormalizePMID(r.first("PM")), PMCID: retrieval.NormalizePMCID(r.first("C2")),
	}
	if strings.EqualFold(strings.TrimSuffix(r.first("DB"), "ed"), "pubm") || strings.EqualFold(r.first("DB"), "medline") {
		d.PMID = cmp.Or(d.PMID, retrieval.NormalizePMID(r.first("AN")))
	}
	d.Venue = item.Plain(r.first("JF", "T2", "JO", "JA", "J2", "BT"))
	if kind == "BOOK" || kind == "THES" || kind == "RPRT" {
		d.Venue = cmp.Or(d.Venue, item.Plain(r.first("PB")))
	}
	for _, name := range r.all("AU", "A1") {
		if name = biblio.Person(item.Plain(name)); name != "" {
			d.Authors = append(d.Authors, name)
		}
	}
	d.Year, d.Date = biblio.Date(r.first("DA"))
	if year, date := biblio.Date(r.first("PY", "Y1")); year != 0 && (d.Year != year || d.Date == "") {
		d.Year, d.Date = year, date
	}
	d.Publication.Fill(&evidence.Publication{
		Volume: r.first("VL"), Issue: r.first("IS"), Pages: pages(r.first("SP"), r.first("EP")), Publisher: item.Plain(r.first("PB")),
		Language: r.first("LA"), Keywords: r.all("KW"),
	})
	if sn := r.first("SN"); strings.HasSuffix(d.Type, "book") || d.Type == "book-chapter" {
		d.ISBN = item.List(sn, ";,")
	} else {
		d.ISSN = item.List(sn, ";, ")
	}
	if d.URL != "" && strings.Contains(d.URL, "arxiv.org/") {
		d.ArXiv = retrieval.NormalizeArXiv(d.URL)
	}
	return item.Item{Document: d, Files: pdfs(r.all("L1", "L2", "L4"))}
}

// pages joins first and last page; the first may hold both.
func pages(first, last string) string {
	if last == "" || strings.Contains(first, "-") || first == last {
		return first
	}
	return first + "-" + last
}

func pdfs(values []string) []string {
	var out []string
	for _, v := range values {
		for _, one := range item.List(v, ";") {
			if strings.HasSuffix(strings.ToLower(one), ".pdf") && !strings.Contains(one, "://") || strings.HasPrefix(one, "file:") {
				out = append(out, strings.TrimPrefix(strings.TrimPrefix(one, "file://"), "internal-pdf://"))
			}
		}
	}
	return out
}

func address(s string) string {
	if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
		return s
	}
	return ""
}

// medline reads the tags of PubMed: https://www.nlm.nih.gov/bsd/mms/medlineelements.html.
func (r *reference) medline() item.Item {
	d := evidence.Document{
		Title: strings.TrimSuffix(item.Plain(r.first("TI", "BTI")), "."), Abstract: item.Plain(r.first("AB")), Venue: item.Plain(r.first("JT", "TA")),
		PMID: retrieval.NormalizePMID(r.first("PMID")), PMCID: retrieval.NormalizePMCID(r.first("PMC")), Authors: r.authors(),
	}
	d.Year, d.Date = biblio.Date(r.first("DP"))
	for _, id := range r.all("LID", "AID") {
		if doi, ok := strings.CutSuffix(id, " [doi]"); ok && d.DOI == "" {
			d.DOI = retrieval.NormalizeDOI(doi)
		}
	}
	d.Type = evidence.DocumentType(r.all("PT")...)
	d.Retracted = evidence.RetractedType(r.all("PT")...)
	d.Publication.Fill(&evidence.Publication{
		Volume: r.first("VI"), Issue: r.first("IP"), Pages: r.first("PG"), Language: r.first("LA"), Keywords: r.all("OT"), MeSH: headings(r.all("MH")), ISSN: issns(r.all("IS")),
	})
	return item.Item{Document: d}
}

func (r *reference) authors() []string {
	var out []string
	for _, name := range r.all("FAU", "CN") {
		if name = biblio.Person(item.Plain(name)); name != "" {
			out = append(out, name)
		}
	}
	if out == nil {
		out = r.all("AU")
	}
	return out
}

// headings are descriptors without qualifiers: "*Zinc/therapeutic use" is "Zinc".
func headings(values []string) []string {
	var out []string
	for _, v := range values {
		v, _, _ = strings.Cut(strings.TrimPrefix(v, "*"), "/")
		out = append(out, v)
	}
	return out
}

// issns reads "1234-5678 (Electronic)".
func issns(values []string) []string {
	var out []string
	for _, v := range values {
		v, _, _ = strings.Cut(v, " ")
		out = append(out, v)
	}
	return out
}
