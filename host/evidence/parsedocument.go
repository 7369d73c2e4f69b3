package evidence

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The years that a corpus line may state; anything else is a slip of its maker.
const (
	minYear = 1000
	maxYear = 2999
)

// ParseDocument reads one line of a corpus: a JSON object with the fields of
// [Document] by their JSON names. Only id is required. Fields it does not know are ignored, null is the same as
// missing, and numbers written as strings (and strings written as numbers) are accepted
// where nothing is lost. status "retracted" sets Retracted. Errors are [FieldError] and name the field.
func ParseDocument(line []byte) (Document, error) {
	r, err := openObject(line)
	if err != nil {
		return Document{}, err
	}
	d := Document{
		ID:       r.identifier("id"),
		Title:    r.label("title"),
		Abstract: r.text("abstract"),
		Text:     r.text("text"),
		Sections: r.sections(),
		Year:     r.year(),
		Venue:    r.label("venue"),
		DOI:      r.label("doi"),
		ArXiv:    r.label("arxiv"),
		PMID:     r.label("pmid"),
		PMCID:    r.label("pmcid"),
		URL:      r.label("url"),
		OpenURL:  r.label("open_access_url"),
		CitedBy:  r.label("citation_source"),
		Type:     strings.ToLower(strings.TrimSpace(r.label("type"))),
		Status:   strings.ToLower(strings.TrimSpace(r.label("status"))),
		Source:   r.label("source"),
		Authors:  r.authors(),
		Fields:   r.texts("fields_of_study"),

		AbstractBy: r.label("abstract_source"),
		TextBy:     r.label("text_source"),
	}
	d.Publication = r.publication()
	d.CitationCount = r.citations()
	d.Retracted = r.flag("retracted") || d.Status == "retracted"
	if r.err != nil {
		return Document{}, r.err
	}
	return d, nil
}

func (r *fieldReader) year() int {
	n, ok := r.whole("year")
	if ok && (n < minYear || n > maxYear) {
		r.fail("year", "%d is out of range: want %d to %d, or leave it out", n, minYear, maxYear)
	}
	return int(n)
}

func (r *fieldReader) citations() *int64 {
	n, ok := r.whole("citation_count")
	if !ok {
		return nil
	}
	if n < 0 {
		r.fail("citation_count", "%d is negative: leave it out if it is unknown", n)
	}
	return &n
}

// mostSections of a document are read: each becomes a passage of its own, however short it is.
const mostSections = 10_000

func (r *fieldReader) sections() []Section {
	list := r.list("sections")
	if len(list) > mostSections {
		r.fail("sections", "%d sections, more than %d", len(list), mostSections)
		return nil
	}
	var out []Section
	for i, raw := range list {
		if r.err != nil {
			return nil // the line is refused: the first mistake is all that is told
		}
		s, err := newFieldReader(fmt.Sprintf("sections[%d].", i), raw)
		if err != nil {
			r.keep(err)
			return nil
		}
		if !s.has("text") {
			s.fail("text", "missing")
		}
		out = append(out, Section{Label: s.label("label"), Text: s.text("text")})
		r.keep(s.err)
	}
	return out
}

// authors reads names, or objects with a name as several sources have them.
func (r *fieldReader) authors() []string {
	if r.has("authors") && r.raw["authors"][0] == '"' {
		return nonEmpty(r.label("authors"))
	}
	var out []string
	for i, raw := range r.few("authors") {
		name, ok := decodeText(raw)
		if !ok {
			name, ok = authorName(raw)
		}
		if !ok {
			r.fail(fmt.Sprintf("authors[%d]", i), "want a name, got %s", kindOf(raw))
			return nil
		}
		out = append(out, name)
	}
	return out
}

func authorName(raw json.RawMessage) (string, bool) {
	a, err := newFieldReader("", raw)
	if err != nil || !a.has("name") {
		return "", false
	}
	name := a.label("name")
	return name, a.err == nil
}

func (r *fieldReader) publication() Publication {
	return Publication{
		Date: r.label("date"), Volume: r.label("volume"), Issue: r.label("issue"), Pages: r.label("pages"),
		Publisher: r.label("publisher"), Language: r.label("language"), License: r.label("license"),
		ISSN: r.texts("issn"), ISBN: r.texts("isbn"), Keywords: r.texts("keywords"), MeSH: r.texts("mesh_terms"),
		Relations: r.relations(),
	}
}

func (r *fieldReader) relations() []Relation {
	var out []Relation
	for i, raw := range r.few("relations") {
		if r.err != nil {
			return nil
		}
		one, err := newFieldReader(fmt.Sprintf("relations[%d].", i), raw)
		if err != nil {
			r.keep(err)
			return nil
		}
		rel := Relation{Kind: RelationKind(one.label("kind")), ID: one.label("id")}
		if one.err == nil && !rel.Kind.Version() && !rel.Kind.Notice() && rel.Kind != RetractedBy && rel.Kind != CorrectedBy && rel.Kind != QuestionedBy {
			one.fail("kind", "unknown kind %q", rel.Kind)
		}
		r.keep(one.err)
		out = append(out, rel)
	}
	return out
}
