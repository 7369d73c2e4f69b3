package fulltext

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// htmlSkipped are elements whose text is not the paper's own running text.
var htmlSkipped = []atom.Atom{
	atom.Head, atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Nav, atom.Header, atom.Footer, atom.Aside, atom.Button, atom.Form,
	atom.Table, atom.Figure, atom.Figcaption, atom.Svg, atom.Cite, atom.Iframe, atom.Object, atom.Select, atom.Textarea,
}

// latexmlSkipped are the classes of what LaTeXML, which makes arXiv's pages, writes around the running text.
var latexmlSkipped = []string{
	"ltx_abstract", "ltx_bibliography", "ltx_authors", "ltx_note", "ltx_equation", "ltx_equationgroup", "ltx_tag", "ltx_dates", "ltx_title_document",
	"ltx_keywords", "ltx_classification", "ltx_page_footer", "ltx_page_header", "ltx_TOC", "ltx_figure", "ltx_table", "ltx_ERROR", "package-alerts", "ltx_acknowledgements",
}

var headings = map[atom.Atom]int{atom.H1: 1, atom.H2: 2, atom.H3: 3, atom.H4: 4, atom.H5: 5, atom.H6: 6}

// HTML reads a paper as a page, as arXiv's /html/ID has it: paragraphs by heading. Formulas within a line are written as text.
func HTML(body []byte) ([]evidence.Section, error) {
	root, err := html.Parse(bytes.NewReader(body)) // at most 512 elements within each other
	if err != nil {
		return nil, fmt.Errorf("HTML: %w", err)
	}
	start := root
	if article := find(root, atom.Article); article != nil {
		start = article
	}
	p := &page{}
	p.visit(start)
	p.flush()
	return p.out.done()
}

// find returns the first element of a kind.
func find(n *html.Node, a atom.Atom) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && d.DataAtom == a {
			return d
		}
	}
	return nil
}

type page struct {
	out    writer
	labels [7]string // the last heading of each level
	text   strings.Builder
}

func (p *page) visit(n *html.Node) {
	switch {
	case p.out.full():
		return
	case n.Type == html.TextNode:
		p.text.WriteString(n.Data)
		return
	case n.Type != html.ElementNode && n.Type != html.DocumentNode, skipped(n):
		return
	case n.DataAtom == atom.Math:
		p.text.WriteString(" " + markup.LaTeX("$"+value(n, "alttext")+"$") + " ")
		return
	case headings[n.DataAtom] > 0:
		p.title(n)
		return
	}
	block := isBlock(n)
	if block {
		p.flush()
	}
	for c := range n.ChildNodes() {
		p.visit(c)
	}
	if block {
		p.flush()
	}
}

// title begins the section that a heading names.
func (p *page) title(n *html.Node) {
	p.flush()
	for c := range n.ChildNodes() {
		p.visit(c)
	}
	level := headings[n.DataAtom]
	p.labels[level] = squeeze(p.text.String())
	clear(p.labels[level+1:])
	p.text.Reset()
	p.out.heading(nested(p.labels[2:]))
}

func (p *page) flush() {
	p.out.paragraph(p.text.String())
	p.text.Reset()
}

func skipped(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	if slices.Contains(htmlSkipped, n.DataAtom) {
		return true
	}
	return slices.ContainsFunc(strings.Fields(value(n, "class")), func(c string) bool { return slices.Contains(latexmlSkipped, c) })
}

// isBlock says whether an element is a paragraph of its own, or holds some.
func isBlock(n *html.Node) bool {
	switch n.DataAtom {
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Li, atom.Ul, atom.Ol, atom.Dl, atom.Dd, atom.Dt, atom.Blockquote, atom.Br, atom.Main, atom.Body, atom.Pre:
		return true
	}
	return false
}

func value(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
