package records

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"

	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
)

// A Writer writes records one after the other. It is not safe for concurrent use.
type Writer struct {
	w       *pagefile.Writer
	encoder *zstd.Encoder
	block   []byte
	packed  []byte
	first   int // record of the block
	table   []byte
	rows    []byte
	row     int // bytes of a row
	records int
}

// Create makes a new file whose rows have so many bytes.
func Create(path string, row int) (*Writer, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<18))
	if err != nil {
		return nil, err
	}
	w, err := pagefile.Create(path)
	if err != nil {
		return nil, err
	}
	return &Writer{w: w, encoder: encoder, row: row}, nil
}

// Append adds a record with its row.
func (w *Writer) Append(record, row []byte) error {
	if len(row) != w.row {
		return fmt.Errorf("a row of %d bytes, not %d", len(row), w.row)
	}
	w.block = binary.AppendUvarint(w.block, uint64(len(record)))
	w.block = append(w.block, record...)
	w.rows = append(w.rows, row...)
	w.records++
	if len(w.block) < blockBytes {
		return nil
	}
	return w.endBlock()
}

func (w *Writer) endBlock() error {
	w.packed = w.encoder.EncodeAll(w.block, w.packed[:0])
	if _, err := w.w.Write(w.packed); err != nil {
		return err
	}
	w.table = binary.LittleEndian.AppendUint64(w.table, uint64(w.w.Len()))
	w.table = binary.LittleEndian.AppendUint32(w.table, uint32(w.first))
	w.block, w.first = w.block[:0], w.records
	return nil
}

// Finish writes what is left and sees the file safely to the disk.
func (w *Writer) Finish() error {
	if len(w.block) > 0 {
		if err := w.endBlock(); err != nil {
			return err
		}
	}
	blocks := len(w.table) / blockEntry
	end := append(w.table, w.rows...)
	for _, n := range []int{blocks, w.records, w.row, version} {
		end = binary.LittleEndian.AppendUint32(end, uint32(n))
	}
	if _, err := w.w.Write(end); err != nil {
		return err
	}
	return errors.Join(w.encoder.Close(), w.w.Finish())
}

// Close closes the file, which cannot be opened unless [Writer.Finish] was called before.
func (w *Writer) Close() error { return errors.Join(w.encoder.Close(), w.w.Close()) }
