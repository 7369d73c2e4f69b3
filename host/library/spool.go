package library

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/item"
)

// A spool keeps the works that were found in a file, so that memory holds only what tells works apart.
type spool struct {
	f    *os.File
	w    *bufio.Writer
	at   int64
	list []spooled
}

// A spooled work holds its place in the spool, and its head.
type spooled struct {
	offset int64
	size   int
	named  bool
	source source
	line   int
	files  []string
	head   evidence.Document
}

// A spoolError says that the spool cannot be written, which ends an import.
type spoolError struct{ err error }

func (e *spoolError) Error() string {
	return "cannot keep what was read: " + e.err.Error() + ": make room, or name another folder with --cache"
}
func (e *spoolError) Unwrap() error { return e.err }

func newSpool(dir string) (*spool, error) {
	f, err := os.CreateTemp(dir, ".spool-*")
	if err != nil {
		return nil, &spoolError{err}
	}
	return &spool{f: f, w: bufio.NewWriterSize(f, 1<<20)}, nil
}

func (s *spool) len() int { return len(s.list) }

// truncate forgets the works from number n on.
func (s *spool) truncate(n int) { s.list = s.list[:n] }

// add keeps a work.
func (s *spool) add(from source, it item.Item) error {
	b, err := json.Marshal(it.Document)
	if err != nil {
		return fmt.Errorf("%s:%d: %w", from.path, it.Line, err)
	}
	if _, err := s.w.Write(b); err != nil {
		return &spoolError{err}
	}
	s.list = append(s.list, spooled{offset: s.at, size: len(b), named: it.Named, source: from, line: it.Line, files: it.Files, head: head(&it.Document)})
	s.at += int64(len(b))
	return nil
}

// replace keeps a work in another form.
func (s *spool) replace(i int, d *evidence.Document) error {
	b, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if _, err := s.w.Write(b); err != nil {
		return &spoolError{err}
	}
	s.list[i].offset, s.list[i].size, s.list[i].head = s.at, len(b), head(d)
	s.at += int64(len(b))
	return nil
}

// head returns the part of a work that tells it apart from others, without its texts.
func head(d *evidence.Document) evidence.Document {
	return evidence.Document{
		ID: d.ID, Title: d.Title, Year: d.Year, Venue: d.Venue, DOI: d.DOI, ArXiv: d.ArXiv, PMID: d.PMID, PMCID: d.PMCID, Type: d.Type, Status: d.Status,
		Authors: d.Authors, Retracted: d.Retracted, Publication: evidence.Publication{Relations: d.Relations},
	}
}

// document reads a work back.
func (s *spool) document(i int) (evidence.Document, error) {
	var d evidence.Document
	if err := s.w.Flush(); err != nil {
		return d, &spoolError{err}
	}
	b := make([]byte, s.list[i].size)
	if _, err := s.f.ReadAt(b, s.list[i].offset); err != nil && err != io.EOF {
		return d, err
	}
	return d, json.Unmarshal(b, &d)
}

// close removes the spool.
func (s *spool) close() error {
	if err := s.f.Close(); err != nil {
		return err
	}
	return os.Remove(s.f.Name())
}
