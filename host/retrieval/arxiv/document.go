package arxiv

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// An entry is a work on the wire.
type entry struct {
	ID        string `xml:"http://www.w3.org/2005/Atom id"`
	Title     string `xml:"http://www.w3.org/2005/Atom title"`
	Summary   string `xml:"http://www.w3.org/2005/Atom summary"`
	Published string `xml:"http://www.w3.org/2005/Atom published"` // of version 1
	Updated   string `xml:"http://www.w3.org/2005/Atom updated"`   // of this version
	Authors   []struct {
		Name string `xml:"http://www.w3.org/2005/Atom name"`
	} `xml:"http://www.w3.org/2005/Atom author"`
	Comment string     `xml:"http://arxiv.org/schemas/atom comment"`
	Journal string     `xml:"http://arxiv.org/schemas/atom journal_ref"`
	DOI     string     `xml:"http://arxiv.org/schemas/atom doi"` // of the journal
	Primary []category `xml:"http://arxiv.org/schemas/atom primary_category"`
	Classes []category `xml:"http://www.w3.org/2005/Atom category"`
}

// A category is a class of arXiv, such as "cs.LG".
type category struct {
	Term string `xml:"term,attr"`
}

// fields returns the classes, the main one first.
func (e *entry) fields() []string {
	var out []string
	for _, c := range slices.Concat(e.Primary, e.Classes) {
		out = append(out, c.Term)
	}
	return biblio.Unique(out...)
}

// document returns the work; without ID if the entry has no identifier of arXiv.
func (e *entry) document() evidence.Document {
	_, version, _ := strings.Cut(strings.TrimSpace(e.ID), "/abs/")
	if identifier(version) == "" {
		return evidence.Document{}
	}
	id := retrieval.NormalizeArXiv(version)
	d := evidence.Document{
		ID: id, Source: Name, ArXiv: id, URL: "https://arxiv.org/abs/" + version, OpenURL: "https://arxiv.org/pdf/" + version,
		Title: text(e.Title), Abstract: text(e.Summary), Venue: text(e.Journal), DOI: retrieval.NormalizeDOI(firstOf(e.DOI)),
		Year: lenient.Text(strings.TrimSpace(e.Published)).Year(), Type: "preprint", Status: "preprint", Retracted: e.withdrawn(),
	}
	if d.Year == 0 {
		d.Year = lenient.Text(strings.TrimSpace(e.Updated)).Year()
	}
	d.Fields, d.Date = e.fields(), biblio.Earliest(d.Year, e.Published, e.Updated)
	if d.Venue == "" {
		d.Venue = "arXiv"
	}
	for _, a := range e.Authors {
		if name := text(a.Name); name != "" {
			d.Authors = append(d.Authors, name)
		}
	}
	return d
}

// text is plain and on one line.
func text(s string) string { return markup.Text(markup.LaTeX(s)) }

// firstOf returns the first of several DOIs, which authors part by blanks or commas.
func firstOf(dois string) string {
	for _, doi := range strings.FieldsFunc(dois, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\n' }) {
		return doi
	}
	return ""
}

// withdrawn tells whether the authors, or arXiv, took the work back, which they say in the comment or in place of an
// abstract, seldom behind it.
func (e *entry) withdrawn() bool {
	comment, abstract := strings.TrimSpace(e.Comment), strings.TrimSpace(e.Summary)
	return takenBack.MatchString(comment) || bySomeone.MatchString(comment) || atOnce.MatchString(comment) ||
		takenBack.MatchString(abstract) || only.MatchString(abstract) || markup.Retracted(text(e.Title))
}

// What says that a work is withdrawn. Claims, drugs and funds are withdrawn, too, so it is the work that has to be named, or nobody else.
var (
	takenBack = regexp.MustCompile(`(?i)(?:^the|\bthis)\s+(?:paper|article|manuscript|submission|preprint|work|version)\s+(?:has\s+been|is|was)\s+(?:\w+\s+)?withdrawn\b|^(?:paper|article)\s+(?:has\s+been\s+)?withdrawn\b`)
	bySomeone = regexp.MustCompile(`(?i)\bwithdrawn\s+by\s+(?:the\s+)?(?:author|arxiv)|\bpaper\s+withdrawn\b|\bthe\s+(?:paper|article)\s+(?:has\s+been|is|was)\s+withdrawn\b`)
	atOnce    = regexp.MustCompile(`(?i)^\W*withdrawn\b`)
	only      = regexp.MustCompile(`(?i)^\W*withdrawn(?:\s+by\s+(?:the\s+)?(?:authors?|arxiv)\b.*|\W*)$`)
)
