// Package bibtex reads bibliographies of BibTeX and BibLaTeX.
//
// An entry that cannot be read costs itself and nothing else: braces that do not balance end where the next entry begins at the start
// of a line.
package bibtex

import (
	"cmp"
	"context"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// Read implements item.Reader.
func Read(ctx context.Context, r io.Reader, out item.Output) error {
	text, err := item.ReadText(r, out)
	if err != nil {
		return err
	}
	s := newScanner(text)
	for n := 0; ; n++ {
		e, line, err := s.next()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			out.Wrong(line, err.Error())
			continue
		case e == nil && n == 0 && strings.TrimSpace(text) != "":
			return errors.New("no BibTeX entry in it: entries begin like @article{key,")
		case e == nil:
			return nil
		}
		if err := out.Found(e.item()); err != nil {
			return err
		}
	}
}

// types are those of documents by those of BibTeX and BibLaTeX.
var types = map[string]string{
	"article": "article", "inproceedings": "conference-paper", "conference": "conference-paper", "proceedings": "proceedings", "book": "book",
	"mvbook": "book", "collection": "book", "incollection": "book-chapter", "inbook": "book-chapter", "phdthesis": "thesis", "mastersthesis": "thesis",
	"thesis": "thesis", "techreport": "report", "report": "report", "dataset": "dataset", "software": "software", "online": "web", "review": "review",
}

// item makes a work of an entry.
func (e *entry) item() item.Item {
	d := evidence.Document{
		ID: e.key, Title: e.plain("title"), Abstract: e.plain("abstract"), Authors: people(e.fields["author"]), Type: types[e.kind],
		Venue: e.first("journal", "journaltitle", "booktitle", "maintitle", "school", "institution", "publisher", "howpublished"),
		DOI:   retrieval.NormalizeDOI(e.fields["doi"]), PMID: retrieval.NormalizePMID(e.fields["pmid"]), PMCID: retrieval.NormalizePMCID(e.fields["pmcid"]),
		URL: address(e.fields["url"]),
	}
	if sub := e.plain("subtitle"); sub != "" {
		d.Title += ": " + sub
	}
	d.Publication = evidence.Publication{
		Volume: e.plain("volume"), Issue: e.first("number", "issue"), Pages: strings.ReplaceAll(e.first("pages", "eid"), "--", "-"),
		Publisher: e.plain("publisher"), Language: e.first("langid", "language"),
		ISSN: item.List(e.fields["issn"], ",; "), ISBN: item.List(e.fields["isbn"], ",;"),
		Keywords: item.List(e.plain("keywords"), ",;"),
	}
	d.Year, d.Date = biblio.Date(cmp.Or(e.fields["date"], e.fields["year"]))
	if month := biblio.Month(e.fields["month"]); d.Date == "" && month > 0 {
		d.Date = biblio.Written(d.Year, month, 0)
	}
	e.preprint(&d)
	return item.Item{Document: d, Line: e.line, Files: files(e.fields["file"])}
}

// preprint reads the identifiers that archives give.
func (e *entry) preprint(d *evidence.Document) {
	archive := strings.ToLower(cmp.Or(e.fields["archiveprefix"], e.fields["eprinttype"]))
	switch {
	case archive == "pubmed":
		d.PMID = cmp.Or(d.PMID, retrieval.NormalizePMID(e.fields["eprint"]))
	case archive == "arxiv" || archive == "":
		d.ArXiv = retrieval.NormalizeArXiv(e.fields["eprint"])
	}
	if d.ArXiv == "" && strings.Contains(d.URL, "arxiv.org/") {
		d.ArXiv = retrieval.NormalizeArXiv(d.URL)
	}
	if d.ArXiv == "" {
		if m := inVenue.FindStringSubmatch(d.Venue); m != nil {
			d.ArXiv = retrieval.NormalizeArXiv(m[1])
		}
	}
	if d.ArXiv != "" && d.DOI == "" && (d.Venue == "" || strings.Contains(strings.ToLower(d.Venue), "arxiv")) {
		d.Type, d.Status = "preprint", "preprint"
	}
}

// inVenue matches Google Scholar's way to name preprints: "arXiv preprint arXiv:2101.00001".
var inVenue = regexp.MustCompile(`(?i)\barxiv:\s*(\S+)`)

func (e *entry) plain(name string) string {
	return strings.TrimSpace(unbraced.Replace(item.Plain(e.fields[name])))
}

// first returns the first of the fields that has a value.
func (e *entry) first(names ...string) string {
	for _, name := range names {
		if v := e.plain(name); v != "" {
			return v
		}
	}
	return ""
}

// unbraced takes out braces that keep the case of words, and ties between words.
var unbraced = strings.NewReplacer("{", "", "}", "", "~", " ", `\&`, "&", "``", "“", "''", "”")

// people reads "Curie, Marie and {The Group} and others".
func people(s string) []string {
	var out []string
	for _, name := range strings.Split(and.ReplaceAllString(s, "\x00"), "\x00") {
		name = strings.TrimSpace(name)
		group := strings.HasPrefix(name, "{") && strings.HasSuffix(name, "}") && !strings.Contains(name[1:], "{")
		name = strings.TrimSpace(unbraced.Replace(item.Plain(name)))
		if name == "" || name == "others" {
			continue
		}
		if !group {
			name = biblio.Person(name)
		}
		out = append(out, name)
	}
	return out
}

var and = regexp.MustCompile(`(?i)\s+and\s+`)

// files reads the field that reference managers name PDFs in: "paper.pdf", ":paper.pdf:PDF" (JabRef), "Full Text:files/1/paper.pdf:application/pdf" (Zotero),
// several of them parted by semicolons.
func files(s string) []string {
	var out []string
	for _, one := range strings.Split(s, ";") {
		parts := strings.Split(strings.ReplaceAll(one, `\:`, "\x00"), ":")
		for _, part := range parts {
			part = strings.TrimSpace(strings.ReplaceAll(part, "\x00", ":"))
			if strings.HasSuffix(strings.ToLower(part), ".pdf") {
				out = append(out, part)
				break
			}
		}
	}
	return out
}

// address is s if it is one of the web.
func address(s string) string {
	s = strings.TrimSpace(strings.ReplaceAll(s, `\`, ""))
	if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
		return s
	}
	return ""
}
