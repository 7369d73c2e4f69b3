// Package blocks decodes small files of HCL blocks, such as packs and gates, and tells all mistakes of a file at once, by line.
package blocks

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
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
	all := &mistakes{blocks: map[int]bool{}}
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			err := At(path, d.Subject, "%s; %s", strings.TrimSuffix(d.Summary, "."), strings.TrimSuffix(d.Detail, "."))
			all.blocks[blockOf(file, lineOf(err))] = true
			all.errs = append(all.errs, err)
		}
	}
	if len(all.errs) == 0 {
		return nil
	}
	return all
}

// mistakes are those of a file, with the lines on which the blocks that have some begin; 0: some are in none.
type mistakes struct {
	errs   []error
	blocks map[int]bool
}

func (m *mistakes) Error() string { return errors.Join(m.errs...).Error() }

func (m *mistakes) Unwrap() []error { return m.errs }

func line(d *hcl.Diagnostic) int {
	if d.Subject == nil {
		return 0
	}
	return d.Subject.Start.Line
}

// At returns an error in a file; a nil place names the file alone.
func At(path string, place *hcl.Range, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if place == nil || place.Start.Line == 0 {
		return fmt.Errorf("%s: %w", path, err)
	}
	return &mistake{error: fmt.Errorf("%s:%d: %w", path, place.Start.Line, err), line: place.Start.Line}
}

// A mistake knows its line.
type mistake struct {
	error
	line int
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

// blockOf returns the line on which the block around a line begins; 0: there is none.
func blockOf(file *hcl.File, line int) int {
	if file == nil {
		return 0
	}
	body, _ := file.Body.(*hclsyntax.Body)
	if body == nil {
		return 0
	}
	n := sort.Search(len(body.Blocks), func(i int) bool { return body.Blocks[i].DefRange().Start.Line > line })
	if n > 0 && line <= body.Blocks[n-1].CloseBraceRange.End.Line {
		return body.Blocks[n-1].DefRange().Start.Line
	}
	return 0
}

// Wrong says whether an error of [Decode] is about the block that begins at a place.
func Wrong(err error, place *hcl.Range) bool {
	var all *mistakes
	return errors.As(err, &all) && all.blocks[place.Start.Line]
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

// lineOf returns the line of a mistake; 0: it has none.
func lineOf(err error) int {
	var m *mistake
	if errors.As(err, &m) {
		return m.line
	}
	return 0
}
