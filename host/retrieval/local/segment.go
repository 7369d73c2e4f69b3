package local

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
	"github.com/sparkhost/sparkhost/host/retrieval/local/records"
)

// A segment is two files: the postings of some ten thousand documents, and the documents themselves. It never changes; corpora that
// have chunks in common share it.
type segment struct {
	postings *postings.Segment
	records  *records.File
}

// segmentFiles returns the names of a segment's files.
func segmentFiles(name string) []string { return []string{name + ".postings", name + ".documents"} }

// openSegment opens a segment; cache may be nil.
func openSegment(dir, name string, cache *records.Cache) (*segment, error) {
	files := segmentFiles(name)
	p, err := postings.OpenSegment(filepath.Join(dir, files[0]))
	if err != nil {
		return nil, err
	}
	r, err := records.Open(filepath.Join(dir, files[1]), cache)
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	s := &segment{p, r}
	if p.Documents() != r.Len() {
		return nil, errors.Join(errRecord, s.close())
	}
	return s, nil
}

func (s *segment) close() error { return errors.Join(s.postings.Close(), s.records.Close()) }

// check reads both files and compares them with their checksums.
func (s *segment) check() error { return errors.Join(s.postings.Check(), s.records.Check()) }

// document returns a document of the segment.
func (s *segment) document(i int) (evidence.Document, error) {
	d, _, err := s.placed(i)
	return d, err
}

// placed returns a document with the number of its line in the chunk, which stands before it in the record.
func (s *segment) placed(i int) (d evidence.Document, line int, err error) {
	b, err := s.records.Record(i)
	if err != nil {
		return evidence.Document{}, 0, err
	}
	at, n := binary.Uvarint(b)
	if n <= 0 || at > math.MaxInt32 {
		return evidence.Document{}, 0, errRecord
	}
	d, err = decodeDocument(b[n:])
	return d, int(at), err
}

// closeAll closes segments, some of which may be nil.
func closeAll(segments []*segment) (err error) {
	for _, s := range segments {
		if s != nil {
			err = errors.Join(err, s.close())
		}
	}
	return err
}

// shareFile makes a file of another folder appear in this one: as a link, or as a copy where links are not to be had.
func shareFile(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	b, err := os.Open(from)
	if err != nil {
		return err
	}
	defer b.Close()
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.ReadFrom(b)
	return errors.Join(err, f.Sync(), f.Close())
}
