package opensearch

import (
	"encoding/json"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// document reads the mapped fields of a hit; without ID if it has none, or neither title nor abstract.
func (h *hit) document(f Fields) evidence.Document {
	var source record
	if h.ID == "" || h.Index == "" || json.Unmarshal(h.Source, &source) != nil {
		return evidence.Document{}
	}
	d := evidence.Document{
		ID: h.Index.String() + "/" + h.ID.String(), Source: Name,
		Title: markup.Text(source.text(f.Title)), Venue: markup.Text(source.text(f.Venue)), Year: lenient.Text(source.text(f.Year)).Year(),
		DOI: retrieval.NormalizeDOI(source.text(f.DOI)), ArXiv: retrieval.NormalizeArXiv(source.text(f.ArXiv)),
		PMID: retrieval.NormalizePMID(source.text(f.PMID)), PMCID: retrieval.NormalizePMCID(source.text(f.PMCID)),
		CitationCount: source.count(f.Citations), Type: evidence.DocumentType(source.texts(f.Type)...), URL: address(source.text(f.URL)), OpenURL: address(source.text(f.OpenURL)),
	}
	d.Abstract, d.Sections = markup.Abstract(source.text(f.Abstract))
	for _, name := range source.texts(f.Authors) {
		if name = markup.Text(name); name != "" {
			d.Authors = append(d.Authors, name)
		}
	}
	d.Retracted = source.text(f.Retracted) == "true" || markup.Retracted(d.Title)
	if d.Title == "" && d.Abstract == "" {
		return evidence.Document{}
	}
	return d
}

// address is s if it is one of the web.
func address(s string) string {
	if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
		return s
	}
	return ""
}

// A record is an object of the engine.
type record map[string]json.RawMessage

// mostDepth limits how many dots of a name are followed.
const mostDepth = 8

// values finds what stands under a name, in lists of objects under each of them: the engine does not tell one from many. A name
// with dots is a key as it is, or a way through objects.
func (r record) values(name string, depth int) []json.RawMessage {
	if raw, ok := r[name]; ok {
		var all lenient.List[json.RawMessage]
		_ = all.UnmarshalJSON(raw) // never fails on valid JSON
		return all
	}
	head, rest, dotted := strings.Cut(name, ".")
	if !dotted || depth == mostDepth {
		return nil
	}
	var inner lenient.List[record]
	_ = inner.UnmarshalJSON(r[head]) // as above
	var out []json.RawMessage
	for _, object := range inner {
		out = append(out, object.values(rest, depth+1)...)
	}
	return out
}

// texts returns the texts and numbers under a name; none for an empty name.
func (r record) texts(name string) []string {
	var out []string
	if name == "" {
		return nil
	}
	for _, raw := range r.values(name, 0) {
		var t lenient.Text
		_ = t.UnmarshalJSON(raw) // never fails
		if s := t.String(); s != "" {
			out = append(out, s)
		} else if string(raw) == "true" {
			out = append(out, "true")
		}
	}
	return out
}

// text returns the first of them.
func (r record) text(name string) string {
	for _, s := range r.texts(name) {
		return s
	}
	return ""
}

// count returns a number under a name; nil if there is none.
func (r record) count(name string) *int64 {
	var c lenient.Count
	_ = c.UnmarshalJSON([]byte(`"` + digits(r.text(name)) + `"`)) // never fails
	return c.N
}

// digits is s if it is a number, so that nothing else reaches a JSON text.
func digits(s string) string {
	if strings.Trim(s, "0123456789") != "" {
		return ""
	}
	return s
}
