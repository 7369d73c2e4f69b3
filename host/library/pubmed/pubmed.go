// Package pubmed reads PubMed's XML, as E-utilities, the web page and the yearly baseline files have it.
package pubmed

import (
	"context"
	"encoding/xml"
	"io"

	"github.com/sparkhost/sparkhost/host/library/item"
)

// Read implements item.Reader.
func Read(ctx context.Context, r io.Reader, out item.Output) error {
	return item.Elements(ctx, r, out, []string{"PubmedArticle"}, func(dec *xml.Decoder, el xml.StartElement, line int) error {
		var a article
		if err := dec.DecodeElement(&a, &el); err != nil {
			return err
		}
		d := a.document()
		if d.PMID == "" && d.Title == "" {
			out.Wrong(line, "the article has neither a PMID nor a title")
			return nil
		}
		return out.Found(item.Item{Document: d, Line: line})
	})
}
