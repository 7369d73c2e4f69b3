// Package blocks decodes small files of HCL blocks, such as packs and gates, and tells all mistakes of a file at once, by line.
package blocks

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Decode decodes the text of the file at path into a struct with fields tagged for gohcl. The error joins one for each mistake, as
// "FILE:LINE: what is wrong". Blocks without a mistake are decoded nevertheless. Expressions may use no variables and no functions.
func Decode(path string, text []byte, into any) error {
	file, diags := hclparse.NewParser().ParseHCL(text, filepath.Base(path))
	if !diags.HasErrors() {
		diags = append(diags, gohcl.DecodeBody(file.Body, nil, into)...)
	}
	slices.SortStableFunc(diags, func(a, b *hcl.Diagnostic) int { return cmp.Compare(line(a), line(b)) })
	var errs []error
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			err := At(path, d.Subject, "%s; %s", strings.TrimSuffix(d.Summary, "."), strings.TrimSuffix(d.Detail, "."))
			if m, placed := err.(*mistake); placed {
				m.block = blockOf(file, m.line)
			}
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func line(d *hcl.Diagnostic) int {
	if d.Subject == nil {
		return 0
	}
	return d.Subject.Start.Line
}

// At is an error in a file; a nil place names the file alone.
func At(path string, place *hcl.Range, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if place == nil || place.Start.Line == 0 {
		return fmt.Errorf("%s: %w", path, err)
	}
	return &mistake{error: fmt.Errorf("%s:%d: %w", path, place.Start.Line, err), line: place.Start.Line}
}

// A mistake knows its line, and the line on which its block begins; 0: it is in none.
type mistake struct {
	error
	line, block int
}

func (m *mistake) Unwrap() error { return errors.Unwrap(m.error) }

// Join joins errors of a file from top to bottom; errors that are joined already are taken apart.
func Join(errs ...error) error {
	var all []error
	for _, err := range errs {
		all = append(all, parts(err)...)
	}
	slices.SortStableFunc(all, func(a, b error) int { return cmp.Compare(lineOf(a), lineOf(b)) })
	return errors.Join(all...)
}

// blockOf is the line on which the block around a line begins; 0: there is none.
func blockOf(file *hcl.File, line int) int {
	if file == nil {
		return 0
	}
	body, _ := file.Body.(*hclsyntax.Body)
	if body == nil {
		return 0
	}
	for _, b := range body.Blocks {
		if from := b.DefRange().Start.Line; from <= line && line <= b.CloseBraceRange.End.Line {
			return from
		}
	}
	return 0
}

// Wrong says whether an error of [Decode] is about the block that begins at a place.
func Wrong(err error, place *hcl.Range) bool {
	return slices.ContainsFunc(parts(err), func(one error) bool {
		var m *mistake
		return errors.As(one, &m) && m.block == place.Start.Line
	})
}

func parts(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// lineOf is the line of a mistake; 0: it has none.
func lineOf(err error) int {
	var m *mistake
	if errors.As(err, &m) {
		return m.line
	}
	return 0
}
