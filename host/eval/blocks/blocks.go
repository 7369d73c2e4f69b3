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
)

// Decode decodes the text of the file at path into a struct with fields tagged for gohcl. The error joins one for each mistake, as
// "FILE:LINE: what is wrong". Expressions may use no variables and no functions.
func Decode(path string, text []byte, into any) error {
	file, diags := hclparse.NewParser().ParseHCL(text, filepath.Base(path))
	if !diags.HasErrors() {
		diags = append(diags, gohcl.DecodeBody(file.Body, nil, into)...)
	}
	slices.SortStableFunc(diags, func(a, b *hcl.Diagnostic) int { return cmp.Compare(line(a), line(b)) })
	var errs []error
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			errs = append(errs, At(path, d.Subject, "%s; %s", strings.TrimSuffix(d.Summary, "."), strings.TrimSuffix(d.Detail, ".")))
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
	return fmt.Errorf("%s:%d: %w", path, place.Start.Line, err)
}
