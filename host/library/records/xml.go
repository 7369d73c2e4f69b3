package records

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/retrieval/europepmc"
)

// ReadXML implements item.Reader for Europe PMC's XML: answers of its search, whose elements have the names of the JSON, and the dump of
// metadata (PMC_ARTICLE).
func ReadXML(ctx context.Context, r io.Reader, out item.Output) error {
	return item.Elements(ctx, r, out, []string{"result", "PMC_ARTICLE"}, func(dec *xml.Decoder, el xml.StartElement, line int) error {
		value, err := toJSON(dec, 0)
		if err != nil {
			return err
		}
		object, _ := value.(map[string]any)
		if el.Name.Local == "PMC_ARTICLE" {
			object = renamed(object)
		}
		raw, err := json.Marshal(object)
		if err != nil {
			return err
		}
		d, err := europepmc.ParseWork(raw)
		if err != nil {
			out.Wrong(line, err.Error())
			return nil
		}
		return out.Found(item.Item{Document: d, Line: line})
	})
}

// mostNested bounds the depth of elements.
const mostNested = 100

// toJSON turns the element that was just opened into a text, or an object of its children; several of one name become a list.
func toJSON(dec *xml.Decoder, depth int) (any, error) {
	if depth > mostNested {
		return nil, fmt.Errorf("more than %d elements within each other", mostNested)
	}
	var text strings.Builder
	object := map[string]any{}
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil, io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
		switch tok := tok.(type) {
		case xml.CharData:
			text.Write(tok)
		case xml.StartElement:
			value, err := toJSON(dec, depth+1)
			if err != nil {
				return nil, err
			}
			add(object, tok.Name.Local, value)
		case xml.EndElement:
			if len(object) == 0 {
				return strings.TrimSpace(text.String()), nil
			}
			return object, nil
		}
	}
}

func add(object map[string]any, name string, value any) {
	switch have := object[name].(type) {
	case nil:
		object[name] = value
	case []any:
		object[name] = append(have, value)
	default:
		object[name] = []any{have, value}
	}
}

// dumped are the keys of the search by those of the dump.
var dumped = map[string]string{"DOI": "doi", "PubYear": "pubYear", "AuthorString": "authorString", "JournalTitle": "journalTitle", "AbstractText": "abstractText", "OA": "isOpenAccess"}

func renamed(object map[string]any) map[string]any {
	out := map[string]any{}
	for name, value := range object {
		if other, ok := dumped[name]; ok {
			name = other
		}
		out[name] = value
	}
	if _, named := out["source"]; !named {
		out["source"] = "PMC"
	}
	for _, name := range []string{"pmcid", "pmid"} {
		if _, named := out["id"]; !named && out[name] != nil {
			out["id"] = out[name]
		}
	}
	return out
}
