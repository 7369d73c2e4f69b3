package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// completion lists what may stand at a position.
func (s *Server) completion(_ context.Context, p positionParams) ([]completionItem, error) {
	out := []completionItem{}
	d := s.document(p.TextDocument.URI)
	if d == nil || !strings.HasSuffix(d.path, schema.Suffix) {
		return out, nil
	}
	at := offset(d.text, p.Position)
	sc := scopeAt(d.text, at)
	typed := spanOf(d.text, at-len(sc.word), at)
	for _, c := range s.candidates(d, sc) {
		if strings.HasPrefix(c.Label, sc.word) {
			c.TextEdit.Range = typed
			out = append(out, c)
		}
	}
	return out, nil
}

// candidates returns the items that fit a scope, whatever was typed of them.
func (s *Server) candidates(d *document, sc scope) []completionItem {
	switch {
	case sc.opaque:
		return s.expressions(d, sc)
	case sc.value && sc.attr() != nil:
		return s.values(d, sc)
	case sc.value:
		return s.expressions(d, sc) // a local, or a setting
	case len(sc.line) > 0 && sc.quoted:
		return labelItems(sc)
	case len(sc.line) > 1 || sc.quoted:
		return nil
	}
	return members(sc.block())
}

func item(label, insert string, kind int, detail, doc string) completionItem {
	return completionItem{Label: label, Kind: kind, Detail: detail, Documentation: doc, TextEdit: textEdit{NewText: insert}}
}

// members returns the attributes and blocks of a block.
func members(b *schema.Block) []completionItem {
	if b == nil {
		return nil
	}
	var out []completionItem
	for _, a := range b.Attrs {
		out = append(out, item(a.Name, a.Name+" = ", itemField, detailOf(&a), a.Doc))
	}
	for _, c := range b.Blocks {
		insert := c.Name + " {"
		if c.Label != "" {
			insert = c.Name + ` "`
		}
		out = append(out, item(c.Name, insert, itemModule, "block", c.Doc))
	}
	return out
}

// labelItems returns the labels of a block that has only certain ones.
func labelItems(sc scope) []completionItem {
	b := sc.block()
	if b == nil {
		return nil
	}
	if b = b.Block(sc.line[0]); b == nil {
		return nil
	}
	var out []completionItem
	for _, l := range b.Labels {
		out = append(out, item(l, l, itemEnum, b.Name, b.Doc))
	}
	return out
}

// values lists the values that an attribute may be set to.
func (s *Server) values(d *document, sc scope) []completionItem {
	a, all := sc.attr(), s.names(d)
	var out []completionItem
	add := func(kind int, texts ...string) {
		for _, t := range texts {
			out = append(out, item(t, t, kind, a.Name, ""))
		}
	}
	switch a.Kind {
	case schema.KindBool:
		add(itemValue, "true", "false")
	case schema.KindWord, schema.KindWords:
		for _, w := range a.OneOf {
			insert := `"` + w + `"`
			if sc.quoted {
				insert = w
			}
			out = append(out, item(w, insert, itemEnum, a.Name, ""))
		}
	case schema.KindPlugin:
		add(itemVariable, prefixed("plugin.", labels(all, "plugin"))...)
	case schema.KindStage:
		add(itemVariable, prefixed("stage.", labels(all, "stage"))...)
	case schema.KindModel:
		add(itemVariable, prefixed("model.", labels(all, "model"))...)
	case schema.KindColumns:
		add(itemEnum, schema.Deniable()...)
	default:
		add(itemEnum, a.OneOf...)
	}
	if a.Refers != "" {
		known := labels(all, a.Refers)
		add(itemVariable, known...)
		if a.Refers == "source" {
			add(itemVariable, slices.DeleteFunc(slices.Clone(s.o.Sources), func(name string) bool { return slices.Contains(known, name) })...)
		}
		return out
	}
	return append(out, s.expressions(d, sc)...)
}

func prefixed(prefix string, names []string) []string {
	for i := range names {
		names[i] = prefix + names[i]
	}
	return names
}

// expressions lists what an expression may read: variables, locals, and in conditions metrics and functions.
func (s *Server) expressions(d *document, sc scope) []completionItem {
	if sc.quoted {
		return nil
	}
	all := s.names(d)
	var out []completionItem
	for _, kind := range []string{"var", "local"} {
		for _, name := range labels(all, kindOf[kind]) {
			out = append(out, item(kind+"."+name, kind+"."+name, itemVariable, kindOf[kind], ""))
		}
	}
	a := sc.attr()
	if a == nil || a.Kind != schema.KindCondition && a.Kind != schema.KindFeature {
		return out
	}
	for _, m := range metrics(all) {
		out = append(out, item(m.Path, m.Path, itemField, string(m.Type), m.Doc))
	}
	for _, f := range schema.FunctionNames() {
		out = append(out, item(f, f+"(", itemFunction, "function", ""))
	}
	return out
}

// metrics returns those that conditions may read, with one for each round that is known.
func metrics(all []named) []schema.Metric {
	out := schema.Metrics()
	for _, round := range labels(all, "round") {
		for _, m := range schema.RoundMetrics() {
			m.Path = "rounds." + round + "." + m.Path
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b schema.Metric) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(out, func(a, b schema.Metric) bool { return a.Path == b.Path })
}

// detailOf returns an attribute's kind, range and default in a line.
func detailOf(a *schema.Attr) string {
	out := string(a.Kind)
	if a.Min != a.Max {
		out += ", " + schema.Range(a.Min, a.Max)
	}
	if len(a.OneOf) > 0 {
		out += ": " + strings.Join(a.OneOf, ", ")
	}
	switch {
	case a.Required:
		out += "; required"
	case a.Default != nil:
		out += fmt.Sprintf("; default %s", schema.Spell(a.Default))
	}
	return out
}
