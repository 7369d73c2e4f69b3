package postings

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
)

// The content of a segment's file: all lists, the dictionary, the lengths of the documents, the header.
const (
	headerSize     = 32
	segmentVersion = 3
)

type header struct{ documents, dictionary, lengths uint64 }

func (h header) append(b []byte) []byte {
	for _, v := range []uint64{h.documents, h.dictionary, h.lengths, segmentVersion} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return b
}

// A Segment is a file of postings, open for reading. It is safe for concurrent use.
type Segment struct {
	file       *pagefile.File
	documents  int
	lists      int64 // bytes of all lists
	dictionary *dictionary
	lengths    []byte
}

// OpenSegment opens what [Builder.Write] wrote. The error matches [ErrDamaged] or [pagefile.ErrDamaged] when the file
// is not one.
func OpenSegment(path string) (*Segment, error) {
	file, err := pagefile.Open(path)
	if err != nil {
		return nil, err
	}
	s := &Segment{file: file}
	if err := s.read(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return s, nil
}

func (s *Segment) read() (err error) {
	n := s.file.Len()
	b, err := s.file.View(n-headerSize, headerSize)
	if err != nil {
		return err
	}
	var v [4]uint64
	for i := range v {
		v[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	documents, dictionary, lengths := v[0], v[1], v[2]
	if v[3] != segmentVersion {
		return fmt.Errorf("%w: version %d of a segment", ErrDamaged, v[3])
	}
	if documents > 1<<32-1 || lengths > uint64(n) || dictionary > lengths || lengths+8*documents+headerSize != uint64(n) {
		return fmt.Errorf("%w: a segment of %d documents in %d bytes", ErrDamaged, documents, n)
	}
	s.documents, s.lists = int(documents), int64(dictionary)
	if s.lengths, err = s.file.View(int64(lengths), int64(8*documents)); err != nil {
		return err
	}
	s.lengths = s.lengths[:len(s.lengths):len(s.lengths)]
	s.dictionary, err = openDictionary(s.file, int64(dictionary), int64(lengths-dictionary))
	return err
}

// Documents counts the documents of the segment, deleted ones included.
func (s *Segment) Documents() int { return s.documents }

// Lengths returns those of whole and title of a document, in terms.
func (s *Segment) Lengths(doc int) (whole, title uint32) {
	at := s.lengths[8*doc:]
	return binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint32(at[4:])
}

// Check reads the whole file and compares it with its checksums.
func (s *Segment) Check() error { return s.file.CheckAll() }

// Close releases the file; nothing may be called after it.
func (s *Segment) Close() error { return s.file.Close() }

// view returns the bytes of a list.
func (s *Segment) view(e Entry) ([]byte, error) {
	if e.offset > uint64(s.lists) || e.size > uint64(s.lists)-e.offset {
		return nil, fmt.Errorf("%w: a list of %d bytes at %d of %d", ErrDamaged, e.size, e.offset, s.lists)
	}
	return s.file.View(int64(e.offset), int64(e.size))
}
