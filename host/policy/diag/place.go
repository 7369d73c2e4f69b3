package diag

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// Capital begins a sentence with s, which is not empty.
func Capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// One returns the list of one diagnostic, empty for nil.
func One(d *hcl.Diagnostic) hcl.Diagnostics {
	if d == nil {
		return nil
	}
	return hcl.Diagnostics{d}
}

// A Pos is a place in a file: line and column count from 1, the column in characters.
type Pos struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// PosOf returns the place at which a range begins.
func PosOf(r hcl.Range) Pos {
	return Pos{File: r.Filename, Line: r.Start.Line, Column: r.Start.Column}
}
