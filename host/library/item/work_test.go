package item_test

import (
	"context"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/library/librarytest"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// elements reads the texts of all elements w.
func elements(ctx context.Context, text string) (texts int, err error) {
	out := &librarytest.Collector{}
	err = item.Elements(ctx, strings.NewReader(text), out, []string{"w"}, func(dec *xml.Decoder, el xml.StartElement, line int) error {
		var w struct {
			Texts []string `xml:"t"`
		}
		err := dec.DecodeElement(&w, &el)
		texts += len(w.Texts)
		return err
	})
	return texts, err
}

// TestTheWorkOfXMLGrowsWithIt has many elements, one with many parts, names, attributes and entities, and elements that never end.
func TestTheWorkOfXMLGrowsWithIt(t *testing.T) {
	for _, text := range [][3]string{
		{`<all>`, `<w><t>a</t></w>`, `</all>`},
		{`<w><t>a</t>`, `<t>b &eacute;</t>`, `</w>`},
		{`<w><t>`, `a &#945; <!-- b -->`, `</t></w>`},
		{`<w`, ` a#="b"`, `><t>c</t></w>`},
		{`<w><t>a</t>`, `<x# xmlns:y#="z"><y#:u/></x#>`, `</w>`},
	} {
		doubling.Repeated(t, text[0], text[1], text[2], func(text string) {
			texts, err := elements(t.Context(), text)
			assert.NoError(t, err)
			assert.NotZero(t, texts)
		})
	}
	parse := func(text string) { _, _ = elements(t.Context(), text) }
	doubling.Text(t, `<w><t>a`, parse)
	doubling.Text(t, `<b><a>`, parse)
	doubling.Nested(t, `<a b="c">`, `<w><t>d</t></w>`, `</a>`, parse)
	doubling.Nested(t, `<w xmlns:a="b">`, `<t>d</t>`, `</w>`, parse)
}

// TestTheWorkOfATextGrowsWithIt has lines in two encodings, LaTeX and lists.
func TestTheWorkOfATextGrowsWithIt(t *testing.T) {
	for _, text := range []string{"caf\xe9\n", "\u00e9\n\xe9", "\xff\xfee\x00", "{\\'e} & $x^{2}$ ", "a, b; ", "<i>a</i> &amp;lt;b"} {
		doubling.Text(t, text, func(text string) {
			decoded, _ := item.Decode([]byte(text))
			item.Plain(string(decoded))
			item.List(text, ",;")
		})
	}
}

// FuzzWork holds files of literature, in whatever encoding, to work that grows with them and not faster.
func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(t testing.TB, text string) {
		_, _ = elements(t.Context(), text)
		decoded, _ := item.Decode([]byte(text))
		item.Plain(string(decoded))
		item.List(text, ",;")
	}, `<?xml version="1.0" encoding="iso-8859-1"?><all xmlns:y="z"><w a="b"><t>c &eacute; #</t><t/><y:t>d</y:t></w><!-- e --><w><![CDATA[f]]></w></all>`,
		"\xff\xfee\x00\xe9\x00", "caf\xe9\n\u00e9\n", "{\\'e} & $x^{#}$, \\emph{b}; c")
}
