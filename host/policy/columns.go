package policy

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// A Table is one table that the host can show to plugins, with all the columns it may have. Which
// blocks offer it, and which columns of it, is the run's matter; a plugin gets those that it
// declares and the policy does not deny.
type Table struct {
	Name    string
	Columns []string
	Doc     string
}

// Tables is the closed list of what can be sent to a plugin, and so of what can be denied.
func Tables() []Table {
	return []Table{
		{"items", []string{"token_set", "title_set", "own_set", "title", "text", "venue", "source", "section", "year", "citation_count", "retracted", "venue_adjust", "bridge_entity",
			"retrieval", "relevance", "question_overlap", "position", "document", "document_score", "against", "bridge_linked", "lexical", "model", "citations",
			"term_set", "type", "round"},
			"what a score stage scores: documents in select, passages in read, options in options, gaps in gap"},
		{"pieces", []string{"token_set", "text", "section", "source", "relevance", "question_overlap", "document", "document_score", "against", "year", "quantities", "round"},
			"in gap: the evidence that gaps are held against, documents or passages"},
		{"passages", []string{"token_set", "text", "section", "source", "relevance", "question_overlap", "position", "document", "document_score", "against", "bridge_linked", "year"},
			"the passages read; in falsify, those found against the draft"},
		{"claims", []string{"cluster", "document", "source", "value", "unit", "base_confidence", "option", "token_set", "text", "type", "qualifier"}, "the claims read out of passages"},
		{"documents", []string{"title", "text", "first_sentence", "source", "document", "relevance", "year"}, "in verify: all that was found, best first, with the first sentence of each abstract"},
		{"pool", []string{"source_types", "documents"}, "how much was found"},
		{"query", []string{"token_set", "text", "core_terms", "answer_type", "year"}, "the question"},
		{"options", []string{"token_set", "text", "label", "phrase"}, "its options"},
		{"known", []string{"token_set"}, "the words of the documents chosen so far"},
		{"draft", []string{"text", "phrase"}, "the draft answer"},
		{"terms", []string{"name", "value", "weight", "floor", "cap", "one_sided", "base"}, "the terms of the confidence"},
	}
}

// deniable lists what deny may name: columns, and columns of one table.
func deniable() []string {
	var out []string
	for _, t := range Tables() {
		for _, c := range t.Columns {
			if !contains(out, c) {
				out = append(out, c)
			}
			out = append(out, t.Name+"."+c)
		}
	}
	return out
}

// decodeColumns reads a list of columns: text, or items.text, without quotes.
func (l *leaf) decodeColumns() hcl.Diagnostics {
	items, d := hcl.ExprList(l.expr)
	if d.HasErrors() {
		return hcl.Diagnostics{problem(codeType, l.at, l.attr.Name+" is a list of columns", "Write "+l.attr.Name+" = [text, items.venue].")}
	}
	var diags hcl.Diagnostics
	known, names := deniable(), []string{}
	for _, item := range items {
		name := columnName(item)
		switch {
		case name == "":
			diags = append(diags, problem(codeType, item.Range(), "A column is needed here", "Write its name, such as text, or items.text for that of one table; without quotes and operators."))
		case !contains(known, name):
			diags = append(diags, problem(codeUnknownName, item.Range(), fmt.Sprintf("There is no column %s", name), columnHint(name, known)))
		case contains(names, name):
			diags = append(diags, problem(codeDuplicate, item.Range(), fmt.Sprintf("%s appears twice", name), "Each column is listed once."))
		default:
			names = append(names, name)
		}
	}
	l.value = sorted(names)
	return diags
}

// columnName is the dotted name that an expression spells, or "".
func columnName(e hcl.Expression) string {
	if t, d := hcl.AbsTraversalForExpr(e); !d.HasErrors() {
		if path, ok := dotted(t); ok {
			return path
		}
	}
	return ""
}

// columnHint suggests a column, or lists those of the table that was named.
func columnHint(name string, known []string) string {
	if s := suggest(name, known); s != "" {
		return fmt.Sprintf("Did you mean %s?", s)
	}
	table, _, _ := strings.Cut(name, ".")
	for _, t := range Tables() {
		if t.Name == table {
			return fmt.Sprintf("Table %s has %s.", table, strings.Join(sorted(t.Columns), ", "))
		}
	}
	return "docs/policy.md lists them."
}

func writeTables(b *strings.Builder) {
	b.WriteString("### Columns\n\nWhat plugins may be sent, and `deny` may name: a column of every table (`text`), or of one (`items.text`).\n\n| table | holds | columns |\n|---|---|---|\n")
	for _, t := range Tables() {
		fmt.Fprintf(b, "| `%s` | %s | `%s` |\n", t.Name, t.Doc, strings.Join(t.Columns, "`, `"))
	}
	b.WriteString("\n")
}
