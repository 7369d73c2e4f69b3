package pagefile

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"os"
)

// A Writer writes a page file from its start to its end.
type Writer struct {
	f     *os.File
	w     *bufio.Writer
	page  hash.Hash32
	n     int64
	table []byte
}

// Create makes a new file; one that is there already is an error.
func Create(path string) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	return &Writer{f: f, w: bufio.NewWriterSize(f, 1<<18), page: crc32.New(castagnoli)}, nil
}

// Len returns the number of bytes written.
func (w *Writer) Len() int64 { return w.n }

// Write implements io.Writer.
func (w *Writer) Write(b []byte) (int, error) {
	done := 0
	for done < len(b) {
		part := b[done:min(len(b), done+int(pageSize-w.n%pageSize))]
		if _, err := w.w.Write(part); err != nil {
			return done, err
		}
		w.page.Write(part) // never fails
		done, w.n = done+len(part), w.n+int64(len(part))
		if w.n%pageSize == 0 {
			w.endPage()
		}
	}
	return done, nil
}

func (w *Writer) endPage() {
	w.table = binary.LittleEndian.AppendUint32(w.table, w.page.Sum32())
	w.page.Reset()
}

// Finish writes checksums and footer, and sees the file safely to the disk.
func (w *Writer) Finish() error {
	if w.n%pageSize != 0 {
		w.endPage()
	}
	end := binary.LittleEndian.AppendUint64(w.table, uint64(w.n))
	end = binary.LittleEndian.AppendUint64(end, uint64(crc32.Checksum(w.table, castagnoli)))
	_, err := w.w.Write(append(end, magic...))
	if err == nil {
		err = errors.Join(w.w.Flush(), w.f.Sync())
	}
	return errors.Join(err, w.Close())
}

// Close closes the file. It is safe to call after [Writer.Finish]; without it the file cannot be opened.
func (w *Writer) Close() error {
	if w.f == nil {
		return nil
	}
	f := w.f
	w.f = nil
	return f.Close()
}
