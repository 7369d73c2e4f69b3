package library

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/written"
)

// A Problem is a file, or a part of one, that could not be read, or was read with a doubt.
type Problem struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"` // from 1; 0: the whole file
	Reason string `json:"reason"`
	// Whole says that nothing of the file was imported.
	Whole bool `json:"whole,omitempty"`
}

// String is "file:line: reason".
func (p Problem) String() string {
	if p.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Reason)
	}
	return p.File + ": " + p.Reason
}

// A Report says what an import did.
type Report struct {
	Files     int            `json:"files"`              // that were looked at
	Found     map[string]int `json:"found"`              // works by the format of their file
	Documents int            `json:"documents"`          // that the corpus has
	Merged    int            `json:"merged"`             // works that were found more often, once for each time
	Attached  int            `json:"attached"`           // PDFs that gave a work of a reference list its text
	Other     map[string]int `json:"other,omitempty"`    // files of other kinds by suffix, which were left alone
	Problems  []Problem      `json:"problems,omitempty"` // all of them, in the order of files and lines
	// Kept says that the corpus was there from an earlier import of the same content.
	Kept bool `json:"kept"`
}

// Write writes the report as text. At most most problems are listed, 0: all.
func (r *Report) Write(w io.Writer, most int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d documents from %d files", r.Documents, r.Files)
	var kinds []string
	for _, kind := range slices.Sorted(maps.Keys(r.Found)) {
		kinds = append(kinds, fmt.Sprintf("%s %d", kind, r.Found[kind]))
	}
	if kinds != nil {
		fmt.Fprintf(&b, " (works found: %s)", strings.Join(kinds, ", "))
	}
	if r.Merged > 0 {
		fmt.Fprintf(&b, "; %d copies merged", r.Merged)
	}
	if r.Attached > 0 {
		fmt.Fprintf(&b, "; %d PDFs read for entries that name them", r.Attached)
	}
	b.WriteByte('\n')
	for i, p := range r.Problems {
		if most > 0 && i == most {
			fmt.Fprintf(&b, "  and %d more\n", len(r.Problems)-most)
			break
		}
		if i == 0 {
			fmt.Fprintf(&b, "%d problems:\n", len(r.Problems))
		}
		fmt.Fprintf(&b, "  %s\n", p)
	}
	if len(r.Other) > 0 {
		var other []string
		for _, suffix := range slices.Sorted(maps.Keys(r.Other)) {
			name := suffix
			if name == "" {
				name = "without suffix"
			}
			other = append(other, fmt.Sprintf("%d %s", r.Other[suffix], name))
		}
		fmt.Fprintf(&b, "left alone, files of other kinds: %s\n", strings.Join(other, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Save writes the report as a file of JSON, whole or not at all.
func (r *Report) Save(path string) error { return written.JSON(path, r) }

// plainReason returns an error without the path, which stands before it already.
func plainReason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
