// Package item holds what the readers of literature files below host/library share: the works that they find, what they
// could not read, and the clean-up of names, dates and texts that several formats need.
package item

import (
	"context"
	"io"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// An Item is one work of a file.
type Item struct {
	// Document is the work. Its ID is the file's own key, such as a BibTeX key, or empty.
	Document evidence.Document
	// Named says that the ID is the work's name in the corpus, and not just a key of the file.
	Named bool
	// Line is the line at which the work begins in the file, from 1; 0: the format has no lines.
	Line int
	// Files are the PDFs that the file names for the work, as written there.
	Files []string
}

// An Output takes what a reader finds. A reader calls it from one goroutine.
type Output interface {
	// Found takes a work. Its error ends the reading and is returned by the reader.
	Found(Item) error
	// Wrong takes a part of the file that could not be read, by line (0: unknown) and reason. The reader goes on behind it.
	Wrong(line int, reason string)
}

// A Reader reads a file of one format. Its error says why the rest of the file could not be read; what was found before stays.
type Reader func(ctx context.Context, r io.Reader, out Output) error
