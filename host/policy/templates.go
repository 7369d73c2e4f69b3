package policy

import (
	"fmt"
	"regexp"
	"strings"
)

// placeholders are what the query templates of intents, gaps and falsification
// may hold in braces.
var placeholders = []string{
	"alternative", "anchors", "core_terms", "domain", "draft", "effect", "entities", "entity", "first", "focus", "gap", "gap_terms", "metric", "missing", "option", "phenomenon", "process", "property", "question", "second", "shared", "sub_claim",
	"subject", "system", "vocabulary", "year_range",
	"claim", "doc_a", "doc_b", "hypothesis_a", "hypothesis_b", "phrase", // of handlers
}

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// templates checks the placeholders of every list of queries.
func (b *builder) templates() {
	b.n.visit(func(n *node) {
		for _, l := range n.leaves {
			texts, ok := l.value.([]string)
			if l.attr.Kind != kindTexts || !ok {
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
		if !contains(placeholders, m[1]) {
			b.report(problem(codeUnknownName, l.at, fmt.Sprintf("There is no placeholder {%s}", m[1]), hint(m[1], placeholders)))
		}
	}
	switch rest := placeholder.ReplaceAllString(text, ""); {
	case strings.ContainsAny(rest, "{}"):
		b.report(problem(codeType, l.at, fmt.Sprintf("A brace in %q belongs to no placeholder", text), "Placeholders are written as {question}; sources are sent no braces."))
	case strings.TrimSpace(text) == "":
		b.report(problem(codeType, l.at, fmt.Sprintf("%s has an empty text", l.attr.Name), "An empty query is never asked. Remove it."))
	}
}
