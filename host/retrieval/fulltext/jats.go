package fulltext

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// jatsSkipped are elements whose text is not the paper's own running text.
var jatsSkipped = map[string]bool{
	"front": true, "back": true, "abstract": true, "ref-list": true, "table-wrap": true, "table": true, "fig": true, "fig-group": true,
	"disp-formula": true, "tex-math": true, "fn": true, "fn-group": true, "label": true, "supplementary-material": true, "media": true,
	"graphic": true, "inline-graphic": true, "object-id": true, "floats-group": true, "sub-article": true, "response": true, "annotation": true,
}

// jatsBlocks are elements that are a paragraph of their own.
var jatsBlocks = map[string]bool{"p": true, "list-item": true, "disp-quote": true, "def": true, "verse-line": true}

// JATS reads a paper in the Journal Article Tag Suite, as Europe PMC's fullTextXML has it: the body's paragraphs by
// section. A section within another that is known by its heading ("Cells" within "Methods") has that one's label.
func JATS(body []byte) ([]evidence.Section, error) {
	dec := xml.NewDecoder(bytes.NewReader(body))
	dec.Strict = false
	dec.Entity = xml.HTMLEntity // of one character each: nothing can expand
	j := &jats{dec: dec}
	if err := j.read(); err != nil {
		return nil, fmt.Errorf("JATS: %w", err)
	}
	return j.out.done()
}

type jats struct {
	dec    *xml.Decoder
	out    writer
	depth  int
	inBody int      // depth of <body>; 0: outside
	labels []string // of the sections around
	text   strings.Builder
}

func (j *jats) read() error {
	for !j.out.full() {
		tok, err := j.dec.Token()
		if errors.Is(err, io.EOF) {
			if j.depth > 0 {
				return io.ErrUnexpectedEOF
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if err := j.start(tok); err != nil {
				return err
			}
		case xml.EndElement:
			j.end(tok.Name.Local)
		case xml.CharData:
			if j.inBody > 0 {
				j.text.Write(tok)
			}
		}
	}
	return nil
}

func (j *jats) start(el xml.StartElement) error {
	if j.depth++; j.depth > mostDepth {
		return fmt.Errorf("more than %d elements within each other", mostDepth)
	}
	name := el.Name.Local
	switch {
	case jatsSkipped[name] || name == "xref" && attribute(el, "ref-type") == "bibr":
		return j.skip()
	case name == "body" && j.inBody == 0:
		j.inBody = j.depth
		j.text.Reset()
	case j.inBody == 0:
	case name == "sec":
		j.flush()
		j.labels = append(j.labels, "")
		j.out.heading(nested(j.labels))
	case name == "title" || jatsBlocks[name]:
		j.flush()
	case name == "break":
		j.text.WriteByte(' ')
	}
	return nil
}

// skip reads to the end of the element that was just started.
func (j *jats) skip() error {
	j.depth--
	return j.dec.Skip()
}

func (j *jats) end(name string) {
	defer func() { j.depth-- }()
	if j.inBody == 0 {
		return
	}
	switch {
	case name == "title" && len(j.labels) > 0:
		j.labels[len(j.labels)-1] = squeeze(j.text.String())
		j.text.Reset()
		j.out.heading(nested(j.labels))
	case name == "sec" && len(j.labels) > 0:
		j.flush()
		j.labels = j.labels[:len(j.labels)-1]
		j.out.heading(nested(j.labels))
	case jatsBlocks[name]:
		j.flush()
	case name == "body" && j.depth == j.inBody:
		j.flush()
		j.inBody = 0
	}
}

// flush ends the paragraph that is being read.
func (j *jats) flush() {
	j.out.paragraph(j.text.String())
	j.text.Reset()
}

func attribute(el xml.StartElement, name string) string {
	for _, a := range el.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
