package policy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// templates checks the placeholders of every list of queries.
func (b *builder) templates() {
	b.n.visit(func(n *node) {
		for _, l := range n.leaves {
			texts, ok := l.value.([]string)
			if l.attr.Kind != schema.KindTexts || !ok {
				continue
			}
			for _, text := range texts {
				b.template(l, text)
			}
		}
	})
}

func (b *builder) template(l *leaf, text string) {
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(schema.Placeholders(), m[1]) {
			b.report(diag.Error(diag.CodeUnknownName, l.at, fmt.Sprintf("There is no placeholder {%s}", m[1]), diag.DidYouMean(m[1], schema.Placeholders())))
		}
	}
	switch rest := placeholder.ReplaceAllString(text, ""); {
	case strings.ContainsAny(rest, "{}"):
		b.report(diag.Error(diag.CodeType, l.at, fmt.Sprintf("A brace in %q belongs to no placeholder", text), "Placeholders are written as {question}; sources are sent no braces."))
	case strings.TrimSpace(text) == "":
		b.report(diag.Error(diag.CodeType, l.at, fmt.Sprintf("%s has an empty text", l.attr.Name), "An empty query is never asked. Remove it."))
	}
}
