package lsp

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// hover documents the name at a position, and says of a number how many recorded answers change with it. Null: nothing is known of it.
func (s *Server) hover(ctx context.Context, p positionParams) (*hover, error) {
	d := s.document(p.TextDocument.URI)
	if d == nil || !strings.HasSuffix(d.path, schema.Suffix) {
		return nil, nil
	}
	at := offset(d.text, p.Position)
	if n, ok := numberAt(d.text, at); ok {
		return s.hoverNumber(ctx, d, n)
	}
	word, from := wordAt(d.text, at)
	if word == "" {
		return nil, nil
	}
	text := s.about(d, scopeAt(d.text, from), word)
	if text == "" {
		return nil, nil
	}
	return &hover{markup{"markdown", text}, spanOf(d.text, from, from+len(word))}, nil
}

// about documents a word of a scope.
func (s *Server) about(d *document, sc scope, word string) string {
	if !sc.value && !sc.quoted && len(sc.line) == 0 {
		return aboutMember(sc.block(), word)
	}
	all := s.names(d)
	for _, m := range metrics(all) {
		if m.Path == word {
			return fmt.Sprintf("**%s** %s\n\n%s", m.Path, m.Type, m.Doc)
		}
	}
	if n := referred(all, sc, word); n != nil {
		return aboutNamed(n)
	}
	return ""
}

func aboutMember(b *schema.Block, name string) string {
	if b == nil {
		return ""
	}
	if a := b.Attr(name); a != nil {
		return fmt.Sprintf("**%s** %s\n\n%s", a.Name, detailOf(a), a.Doc)
	}
	if c := b.Block(name); c != nil {
		return fmt.Sprintf("**%s** block\n\n%s", c.Name, c.Doc)
	}
	return ""
}

// aboutNamed shows what a block says of itself.
func aboutNamed(n *named) string {
	from := n.file
	if n.uri == "" {
		from = "shipped with sparkhost"
	}
	out := fmt.Sprintf("**%s** %s (%s:%d)", n.label, n.kind, from, n.at.Start.Line)
	for _, name := range []string{"description", "default", "source"} {
		a := n.body.Attributes[name]
		if a == nil || n.kind == "local" {
			continue
		}
		out += fmt.Sprintf("\n\n%s: `%s`", name, strings.Trim(n.text[a.Expr.Range().Start.Byte:a.Expr.Range().End.Byte], `"`))
	}
	return out
}

// A number is a literal of a text.
type number struct {
	from, to int
	value    float64
	attr     string
	low      float64
	high     float64
	bounded  bool
	whole    bool
}

// numberAt finds the number literal at a byte, and the range that the schema gives it.
func numberAt(text string, at int) (number, bool) {
	from, to := at, at
	part := func(c byte) bool { return c >= '0' && c <= '9' || c == '.' }
	for from > 0 && part(text[from-1]) {
		from--
	}
	for to < len(text) && part(text[to]) {
		to++
	}
	value, err := strconv.ParseFloat(text[from:to], 64)
	if err != nil || from > 0 && (wordPart(text[from-1]) || text[from-1] == '"') || to < len(text) && wordPart(text[to]) {
		return number{}, false
	}
	sc := scopeAt(text, from)
	if !sc.value || sc.quoted {
		return number{}, false
	}
	n := number{from: from, to: to, value: value, attr: sc.line[0], whole: !strings.Contains(text[from:to], ".")}
	if a := sc.attr(); a != nil {
		n.low, n.high, n.bounded = a.Min, a.Max, a.Min != a.Max
		n.whole = a.Kind == schema.KindInt
	}
	return n, true
}

// near returns the values a tenth below and above, at least 1 for whole numbers, within the range.
func (n number) near() []float64 {
	step := n.value / 10
	if n.whole {
		step = max(1, float64(int(step)))
	}
	if step == 0 {
		step = 0.05
	}
	var out []float64
	for _, v := range []float64{n.value - step, n.value + step} {
		if !n.bounded || v >= n.low && v <= n.high {
			out = append(out, v)
		}
	}
	return out
}

// hoverNumber says which answers would flip if the number were a tenth smaller or larger.
func (s *Server) hoverNumber(ctx context.Context, d *document, n number) (*hover, error) {
	text := fmt.Sprintf("**%s** = %s", n.attr, d.text[n.from:n.to])
	if a := scopeAt(d.text, n.from).attr(); a != nil && a.Doc != "" {
		text += "  \n" + detailOf(a) + "\n\n" + a.Doc
	}
	if s.o.Flips != nil {
		for _, v := range n.near() {
			spelled := strconv.FormatFloat(v, 'g', 6, 64)
			after := d.text[:n.from] + spelled + d.text[n.to:]
			flipped, of, err := s.o.Flips(ctx, d.path, d.text, after)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				text += "\n\nwith " + spelled + ": not known, " + firstLine(err.Error())
				continue
			}
			text += fmt.Sprintf("\n\nwith %s: %d of %d recorded answers change", spelled, flipped, of)
		}
	}
	return &hover{markup{"markdown", text}, spanOf(d.text, n.from, n.to)}, nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
