// Package format formats policy files ([Source]) and reports what would change ([Note]).
package format

import (
	"bytes"
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// Source gives the text of a policy, test, variables or lock file its one layout. It
// moves spaces only: no token is changed, added or reordered, and formatting twice changes
// nothing more. A text that does not parse is returned as it is, with diagnostics that
// point into name.
func Source(name string, src []byte) ([]byte, hcl.Diagnostics) {
	if _, diags := syntax.Parse(name, src); diags.HasErrors() {
		return src, diags
	}
	out := src
	for range maxFormatPasses {
		next := hclwrite.Format(out)
		if bytes.Equal(next, out) {
			return out, nil
		}
		if !sameTokens(name, src, next) {
			break
		}
		out = next
	}
	at := hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos}
	return src, hcl.Diagnostics{diag.Error(diag.CodeSyntax, at, "The file cannot be formatted", "Changing its white space would change its meaning. Rewrite its unusual lines.")}
}

// maxFormatPasses is more than the layout needs to settle.
const maxFormatPasses = 4

// FirstDifference says at which line two texts part, and how many lines of old differ
// from those of new in the same place. Line 0: they are equal.
func FirstDifference(old, new []byte) (line, lines int) {
	a, b := bytes.Split(old, []byte("\n")), bytes.Split(new, []byte("\n"))
	for i := range max(len(a), len(b)) {
		if i < len(a) && i < len(b) && bytes.Equal(a[i], b[i]) {
			continue
		}
		if lines++; line == 0 {
			line = i + 1
		}
	}
	return line, lines
}

// sameTokens says whether two texts differ in the space between their tokens only.
func sameTokens(name string, a, b []byte) bool {
	x, _ := hclsyntax.LexConfig(a, name, hcl.InitialPos)
	y, _ := hclsyntax.LexConfig(b, name, hcl.InitialPos)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i].Type != y[i].Type || !bytes.Equal(x[i].Bytes, y[i].Bytes) {
			return false
		}
	}
	return true
}

// Note returns one line for people: what formatting would change.
func Note(name string, old, new []byte) string {
	line, lines := FirstDifference(old, new)
	if lines == 1 {
		return fmt.Sprintf("%s: needs formatting at line %d", name, line)
	}
	return fmt.Sprintf("%s: needs formatting in %d lines, first at line %d", name, lines, line)
}
