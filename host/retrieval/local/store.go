package local

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// The documents of a corpus lie one after the other in one file; a second file
// holds, for each, where it ends (8 bytes, little endian) and the SHA-256 of its canonical JSON.
const (
	documentsFile = "documents.bin"
	tableFile     = "documents.tab"
	tableEntry    = 8 + sha256.Size
)

// contentDigest is the SHA-256 of a document's canonical JSON.
func contentDigest(d *evidence.Document) ([sha256.Size]byte, error) {
	b, err := json.Marshal(d)
	return sha256.Sum256(b), err
}

// A storeWriter appends documents.
type storeWriter struct {
	docs, table *bufio.Writer
	files       []*os.File
	end         uint64
}

func newStoreWriter(dir string) (*storeWriter, error) {
	w := &storeWriter{}
	for _, name := range []string{documentsFile, tableFile} {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, errors.Join(err, w.close())
		}
		w.files = append(w.files, f)
	}
	w.docs, w.table = bufio.NewWriterSize(w.files[0], 1<<18), bufio.NewWriterSize(w.files[1], 1<<16)
	return w, nil
}

// append adds an encoded document.
func (w *storeWriter) append(encoded []byte, digest [sha256.Size]byte) error {
	if _, err := w.docs.Write(encoded); err != nil {
		return err
	}
	w.end += uint64(len(encoded))
	var entry [tableEntry]byte
	binary.LittleEndian.PutUint64(entry[:8], w.end)
	copy(entry[8:], digest[:])
	_, err := w.table.Write(entry[:])
	return err
}

// finish flushes to the disk.
func (w *storeWriter) finish() error {
	err := errors.Join(w.docs.Flush(), w.table.Flush())
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

// A store reads documents by ordinal. It is safe for concurrent use.
type store struct {
	docs, table *os.File
	count       int
}

func openStore(dir string, count int) (*store, error) {
	docs, err := os.Open(filepath.Join(dir, documentsFile))
	if err != nil {
		return nil, err
	}
	table, err := os.Open(filepath.Join(dir, tableFile))
	if err != nil {
		return nil, errors.Join(err, docs.Close())
	}
	return &store{docs, table, count}, nil
}

func (s *store) close() error { return errors.Join(s.docs.Close(), s.table.Close()) }

func (s *store) document(ord int) (evidence.Document, error) {
	start, end, err := s.span(ord)
	if err != nil {
		return evidence.Document{}, err
	}
	b := make([]byte, end-start)
	if _, err := s.docs.ReadAt(b, int64(start)); err != nil {
		return evidence.Document{}, fmt.Errorf("document %d: %w", ord, err)
	}
	d, err := decodeDocument(b)
	if err != nil {
		return d, fmt.Errorf("document %d: %w", ord, err)
	}
	return d, nil
}

func (s *store) span(ord int) (start, end uint64, err error) {
	if ord < 0 || ord >= s.count {
		return 0, 0, fmt.Errorf("document %d: there are %d", ord, s.count)
	}
	var b [tableEntry + 8]byte
	part, at := b[:], int64(ord-1)*tableEntry
	if ord == 0 {
		part, at = b[tableEntry:], 0
	}
	if _, err := s.table.ReadAt(part, at); err != nil {
		return 0, 0, fmt.Errorf("document %d: %w", ord, err)
	}
	start, end = binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[tableEntry:])
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
	if _, err := s.table.ReadAt(b[:], int64(ord)*tableEntry+8); err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("document %d: %w", ord, err)
	}
	return hex.EncodeToString(b[:]), nil
}
