package local

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// The documents of a corpus lie one after the other in one file, their terms in
// another. The table holds, for each document, where its record ends in both (8 bytes
// each, little endian) and the SHA-256 of its canonical JSON.
const (
	documentsFile = "documents.bin"
	vectorsFile   = "vectors.bin"
	tableFile     = "documents.tab"
	tableEnds     = 16
	tableEntry    = tableEnds + sha256.Size
)

// contentDigest is the SHA-256 of a document's canonical JSON.
func contentDigest(d *evidence.Document) ([sha256.Size]byte, error) {
	b, err := json.Marshal(d)
	return sha256.Sum256(b), err
}

// A storeWriter appends documents.
type storeWriter struct {
	docs, vectors, table *bufio.Writer
	files                []*os.File
	ends                 [2]uint64
}

func newStoreWriter(dir string) (*storeWriter, error) {
	w := &storeWriter{}
	for _, name := range []string{documentsFile, vectorsFile, tableFile} {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, errors.Join(err, w.close())
		}
		w.files = append(w.files, f)
	}
	w.docs, w.vectors = bufio.NewWriterSize(w.files[0], 1<<18), bufio.NewWriterSize(w.files[1], 1<<17)
	w.table = bufio.NewWriterSize(w.files[2], 1<<16)
	return w, nil
}

// append adds an encoded document and its encoded terms.
func (w *storeWriter) append(encoded, vector []byte, digest [sha256.Size]byte) error {
	if _, err := w.docs.Write(encoded); err != nil {
		return err
	}
	if _, err := w.vectors.Write(vector); err != nil {
		return err
	}
	w.ends[0] += uint64(len(encoded))
	w.ends[1] += uint64(len(vector))
	var entry [tableEntry]byte
	binary.LittleEndian.PutUint64(entry[:8], w.ends[0])
	binary.LittleEndian.PutUint64(entry[8:], w.ends[1])
	copy(entry[tableEnds:], digest[:])
	_, err := w.table.Write(entry[:])
	return err
}

// finish flushes to the disk.
func (w *storeWriter) finish() error {
	err := errors.Join(w.docs.Flush(), w.vectors.Flush(), w.table.Flush())
	for _, f := range w.files {
		err = errors.Join(err, f.Sync())
	}
	return errors.Join(err, w.close())
}

func (w *storeWriter) close() (err error) {
	for _, f := range w.files {
		err = errors.Join(err, f.Close())
	}
	w.files = nil
	return err
}

// A store reads documents and their terms by ordinal. It is safe for concurrent use.
type store struct {
	data  [2]*os.File // documents, vectors
	table *os.File
	count int
}

func openStore(dir string, count int) (s *store, err error) {
	s = &store{count: count}
	for _, part := range []struct {
		name string
		file **os.File
	}{{documentsFile, &s.data[0]}, {vectorsFile, &s.data[1]}, {tableFile, &s.table}} {
		if *part.file, err = os.Open(filepath.Join(dir, part.name)); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	return s, nil
}

func (s *store) close() (err error) {
	for _, f := range []*os.File{s.data[0], s.data[1], s.table} {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}

func (s *store) document(ord int) (evidence.Document, error) {
	b, err := s.read(ord, 0)
	if err != nil {
		return evidence.Document{}, err
	}
	d, err := decodeDocument(b)
	if err != nil {
		return d, fmt.Errorf("document %d: %w", ord, err)
	}
	return d, nil
}

// vector is what [vocabulary.add] made of a document.
func (s *store) vector(ord int) ([]byte, error) { return s.read(ord, 1) }

// read returns the record of a document in one of the data files.
func (s *store) read(ord, part int) ([]byte, error) {
	start, end, err := s.span(ord, part)
	if err != nil {
		return nil, err
	}
	b := make([]byte, end-start)
	if _, err := s.data[part].ReadAt(b, int64(start)); err != nil {
		return nil, fmt.Errorf("document %d: %w", ord, err)
	}
	return b, nil
}

func (s *store) span(ord, part int) (start, end uint64, err error) {
	if ord < 0 || ord >= s.count {
		return 0, 0, fmt.Errorf("document %d: there are %d", ord, s.count)
	}
	var b [tableEntry + tableEnds]byte // the end of the one before, and its own
	into, at := b[:], int64(ord-1)*tableEntry
	if ord == 0 {
		into, at = b[tableEntry:], 0
	}
	if _, err := s.table.ReadAt(into, at); err != nil {
		return 0, 0, fmt.Errorf("document %d: %w", ord, err)
	}
	start = binary.LittleEndian.Uint64(b[8*part:])
	end = binary.LittleEndian.Uint64(b[tableEntry+8*part:])
	if end < start || end-start > 4*maxLine {
		return 0, 0, fmt.Errorf("document %d: %w", ord, errRecord)
	}
	return start, end, nil
}

func (s *store) digest(ord int) (string, error) {
	if ord < 0 || ord >= s.count {
		return "", fmt.Errorf("document %d: there are %d", ord, s.count)
	}
	var b [sha256.Size]byte
	if _, err := s.table.ReadAt(b[:], int64(ord)*tableEntry+tableEnds); err != nil {
		return "", fmt.Errorf("document %d: %w", ord, err)
	}
	return hex.EncodeToString(b[:]), nil
}
