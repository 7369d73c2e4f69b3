// Package fulltext reads the text of papers out of what publishers and archives serve: [JATS] of Europe PMC,
// [HTML] of arXiv, [Lines] of its PDFs, which package pdf reads. Each returns the paper's sections in the order of the text, with
// their headings as labels, without abstract, tables, figures, formulas that are not text, notes and references.
//
// Bodies are hostile until read. A parser never panics, expands no entities, takes memory in proportion to
// its input and at most [MostChars] of text; what is beyond is left out. [ErrNoText] refuses a
// body without a paragraph.
package fulltext

import (
	"errors"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// MostChars is the most text of a paper that is kept, in bytes; most papers have a tenth of it.
const MostChars = 1 << 20

// The bounds of what is read. No paper comes near them.
const (
	mostDepth    = 256
	mostSections = 2000
)

// ErrNoText is matched by the refusal of a body that holds no text of a paper.
var ErrNoText = errors.New("there is no text of a paper in it")

// A writer puts sections together from headings and paragraphs.
type writer struct {
	sections []evidence.Section
	text     strings.Builder // of the section being written
	label    string
	size     int
}

// heading begins a section.
func (w *writer) heading(label string) {
	w.end()
	w.label = squeeze(label)
}

// paragraph adds a paragraph to the section. Nothing is added once there is too much.
func (w *writer) paragraph(text string) {
	text = squeeze(text)
	if text == "" || w.full() {
		return
	}
	if len(text) > MostChars-w.size {
		text = strings.ToValidUTF8(text[:MostChars-w.size], "")
	}
	if w.text.Len() > 0 {
		w.text.WriteByte('\n')
	}
	w.text.WriteString(text)
	w.size += len(text)
}

func (w *writer) full() bool { return w.size >= MostChars || len(w.sections) >= mostSections }

// end closes the section that is being written.
func (w *writer) end() {
	if w.text.Len() > 0 {
		w.sections = append(w.sections, evidence.Section{Label: w.label, Text: w.text.String()})
		w.text.Reset()
	}
}

// done returns what was written.
func (w *writer) done() ([]evidence.Section, error) {
	w.end()
	if len(w.sections) == 0 {
		return nil, ErrNoText
	}
	return w.sections, nil
}

// nested returns the label of a section within others: its own heading if that says what kind of section
// it is, else the nearest one around it that does ("Cells and media" within "Methods").
func nested(labels []string) string {
	for i := len(labels) - 1; i >= 0; i-- {
		if evidence.SectionClass(labels[i]) != evidence.SectionOther {
			return labels[i]
		}
	}
	for i := len(labels) - 1; i >= 0; i-- {
		if labels[i] != "" {
			return labels[i]
		}
	}
	return ""
}

// squeeze puts a text on one line and closes up what references that were left out leave behind.
func squeeze(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return closer.Replace(s)
}

var closer = strings.NewReplacer(" [, ]", "", " [,]", "", " []", "", "[]", "", " (, )", "", " (; )", "", " ()", "", "()", "", " ,", ",", " .", ".", " ;", ";")
