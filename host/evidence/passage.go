package evidence

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The defaults of [PassageOptions].
const (
	DefaultMaxChars     = 10000 // B-12
	DefaultPassageChars = 600
)

// PassageOptions says how a document is cut. Sizes are bytes of UTF-8; zero or less means
// the default.
type PassageOptions struct {
	MaxChars     int  // nothing of a document beyond this many bytes is read; DefaultMaxChars
	PassageChars int  // aimed-at size of a passage; only a longer sentence exceeds it by much; DefaultPassageChars
	Titles       bool // a title that [States] something is a passage of its own, ahead of the others
}

// Passages cuts a document into passages of whole sentences that stay within one
// section: on request the title, then the abstract, then the sections, then the text. Sections that together are
// the abstract (or the text) stand for it, so nothing is read twice. index is the document's
// place in the run's list.
//
// Of every passage p, Field(doc, p.Field)[p.Start:p.End] is p.Text. Passages are in
// reading order, never empty, and never overlap.
func Passages(doc *Document, index int, opts PassageOptions) []Passage {
	if opts.MaxChars <= 0 {
		opts.MaxChars = DefaultMaxChars
	}
	if opts.PassageChars <= 0 {
		opts.PassageChars = DefaultPassageChars
	}
	left := opts.MaxChars
	var out []Passage
	if opts.Titles && States(doc.Title) {
		out = append(out, newPassage(doc, index, "title", SectionTitle, trimmed(doc.Title)))
	}
	for _, f := range fields(doc) {
		text := Clip(f.text, left)
		left -= len(text)
		for _, r := range regions(text, f.class) {
			for _, s := range pack(text, r, opts.PassageChars, len(text) < len(f.text)) {
				out = append(out, newPassage(doc, index, f.name, r.class, s))
			}
		}
	}
	return out
}

// trimmed returns the span of a text without its outer white space.
func trimmed(s string) Span {
	start := len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	return Span{start, start + len(strings.TrimSpace(s))}
}

func newPassage(doc *Document, index int, field, class string, s Span) Passage {
	return Passage{
		ID:       doc.ID + "#" + field + ":" + strconv.Itoa(s.Start) + "-" + strconv.Itoa(s.End),
		Document: index, Field: field, Section: class,
		Start: s.Start, End: s.End, Text: s.Of(Field(doc, field)),
	}
}

// Field returns the text of a document's field: "title", "abstract", "text" or
// "sections/<n>"; "" for a field that is not there.
func Field(doc *Document, name string) string {
	switch name {
	case "title":
		return doc.Title
	case "abstract":
		return doc.Abstract
	case "text":
		return doc.Text
	}
	if number, ok := strings.CutPrefix(name, "sections/"); ok {
		if n, err := strconv.Atoi(number); err == nil && n >= 0 && n < len(doc.Sections) {
			return doc.Sections[n].Text
		}
	}
	return ""
}

// A field is a part of a document to read, with the class of what has no heading.
type field struct{ name, text, class string }

// fields lists what is read of a document, without what is there twice.
func fields(doc *Document) []field {
	var out []field
	if !sectionsAre(doc.Sections, doc.Abstract) {
		out = append(out, field{"abstract", doc.Abstract, SectionAbstract})
	}
	for i, s := range doc.Sections {
		out = append(out, field{"sections/" + strconv.Itoa(i), s.Text, SectionClass(s.Label)})
	}
	if doc.Text != doc.Abstract && !sectionsAre(doc.Sections, doc.Text) {
		out = append(out, field{"text", doc.Text, SectionOther})
	}
	return out
}

// sectionsAre tells whether the texts of sections, with or without their labels,
// joined are text, white space and colons apart.
func sectionsAre(sections []Section, text string) bool {
	if len(sections) == 0 || text == "" {
		return false
	}
	var bare, labelled strings.Builder
	for _, s := range sections {
		bare.WriteString(squeeze(s.Text))
		labelled.WriteString(squeeze(s.Label + s.Text))
	}
	want := squeeze(text)
	return want == bare.String() || want == labelled.String()
}

func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == ':' {
			return -1
		}
		return r
	}, s)
}

// Clip cuts s to at most n bytes, n from 0 on, without cutting a character.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// pack joins the sentences of a region to spans of about size bytes. If the text
// was cut off, a last sentence that is not whole is left out unless it is all there is.
func pack(text string, r region, size int, cut bool) []Span {
	sentences := Sentences(text[r.Start:r.End])
	if n := len(sentences); cut && n > 1 && r.End == len(text) {
		sentences = sentences[:n-1]
	}
	var out []Span
	for _, s := range sentences {
		s = Span{s.Start + r.Start, s.End + r.Start}
		if last := len(out) - 1; last >= 0 && fits(out[last], s, size) {
			out[last].End = s.End
			continue
		}
		out = append(out, s)
	}
	return mergeTail(out, size)
}

func fits(have, next Span, size int) bool { return next.End-have.Start <= size }

// mergeTail adds a last span of less than a quarter of size to the one before it.
func mergeTail(spans []Span, size int) []Span {
	n := len(spans)
	if n < 2 || spans[n-1].End-spans[n-1].Start >= size/4 {
		return spans
	}
	spans[n-2].End = spans[n-1].End
	return spans[:n-1]
}
