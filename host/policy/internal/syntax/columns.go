package syntax

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// decodeColumns reads a list of columns: text, or items.text, without quotes.
func (l *Leaf) decodeColumns() hcl.Diagnostics {
	items, d := hcl.ExprList(l.Expr)
	if d.HasErrors() {
		return hcl.Diagnostics{diag.Error(diag.CodeType, l.At, l.Attr.Name+" is a list of columns", "Write "+l.Attr.Name+" = [text, items.venue].")}
	}
	var diags hcl.Diagnostics
	known, names := schema.Deniable(), []string{}
	for _, item := range items {
		name := columnName(item)
		switch {
		case name == "":
			diags = append(diags, diag.Error(diag.CodeType, item.Range(), "Expected a column", "Write its name, such as text, or items.text for one table, without quotes and operators."))
		case !slices.Contains(known, name):
			diags = append(diags, diag.Error(diag.CodeUnknownName, item.Range(), fmt.Sprintf("There is no column %s", name), columnHint(name, known)))
		case slices.Contains(names, name):
			diags = append(diags, diag.Error(diag.CodeDuplicate, item.Range(), fmt.Sprintf("%s appears twice", name), "List each column once."))
		default:
			names = append(names, name)
		}
	}
	l.Value = slices.Sorted(slices.Values(names))
	return diags
}

// columnName returns the dotted name that an expression spells, or "".
func columnName(e hcl.Expression) string {
	if t, d := hcl.AbsTraversalForExpr(e); !d.HasErrors() {
		if path, ok := expr.Dotted(t); ok {
			return path
		}
	}
	return ""
}

// columnHint suggests a column, or lists those of the table that was named.
func columnHint(name string, known []string) string {
	if s := diag.Suggest(name, known); s != "" {
		return fmt.Sprintf("Did you mean %s?", s)
	}
	table, _, _ := strings.Cut(name, ".")
	for _, t := range schema.Tables() {
		if t.Name == table {
			return fmt.Sprintf("Table %s has %s.", table, strings.Join(slices.Sorted(slices.Values(t.Columns)), ", "))
		}
	}
	return "docs/policy.md lists them."
}
