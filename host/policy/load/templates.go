package load

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// templates checks the placeholders of every list of queries.
func (b *builder) templates() {
	b.n.Visit(func(n *syntax.Node) {
		for _, l := range n.Leaves {
			texts, ok := l.Value.([]string)
			if l.Attr.Kind != schema.KindTexts || !ok {
				continue
			}
			for _, text := range texts {
				b.template(l, text)
			}
		}
	})
}

func (b *builder) template(l *syntax.Leaf, text string) {
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(schema.Placeholders(), m[1]) {
			b.report(diag.Error(diag.CodeUnknownName, l.At, fmt.Sprintf("There is no placeholder {%s}", m[1]), diag.DidYouMean(m[1], schema.Placeholders())))
		}
	}
	switch rest := placeholder.ReplaceAllString(text, ""); {
	case strings.ContainsAny(rest, "{}"):
		b.report(diag.Error(diag.CodeType, l.At, fmt.Sprintf("Stray brace in %q", text), "Write placeholders as {question}; queries cannot contain other braces."))
	case strings.TrimSpace(text) == "":
		b.report(diag.Error(diag.CodeType, l.At, fmt.Sprintf("%s has an empty query", l.Attr.Name), "Empty queries are never sent. Remove it."))
	}
}
