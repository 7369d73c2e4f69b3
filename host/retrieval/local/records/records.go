// Package records keeps byte strings by number in one file, compressed with zstd in blocks of some tens, each beside
// a row of fixed size that can be read without decompressing anything.
package records

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
)

const (
	blockBytes = 96 << 10 // of records before a block ends
	maxBlock   = 1 << 28  // bytes of a block that is read
	blockEntry = 12       // of the table: where the block ends (8), its first record (4)
	tailSize   = 16       // blocks, records, bytes of a row (4 each), version
	version    = 1
)

// ErrDamaged is matched by errors about a file that no [Writer] wrote.
var ErrDamaged = errors.New("damaged records")

var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxBlock))
})

// buffers hold the blocks that are being decompressed.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, blockBytes); return &b }}

// A File is open for reading. It is safe for concurrent use.
type File struct {
	file    *pagefile.File
	blocks  int
	records int
	row     int
	table   int64 // offset of the table of blocks; blocks lie before it
	rows    []byte
	cache   *Cache
}

// Open opens what a [Writer] wrote; cache may be nil. Its error matches [ErrDamaged] or [pagefile.ErrDamaged] when
// that is not so.
func Open(path string, cache *Cache) (*File, error) {
	file, err := pagefile.Open(path)
	if err != nil {
		return nil, err
	}
	f := &File{file: file, cache: cache}
	if err := f.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return f, nil
}

func (f *File) load() error {
	n := f.file.Len()
	b, err := f.file.View(n-tailSize, tailSize)
	if err != nil {
		return err
	}
	v := func(i int) int64 { return int64(binary.LittleEndian.Uint32(b[4*i:])) }
	rows := v(1) * v(2)
	table := n - tailSize - rows - v(0)*blockEntry
	if v(3) != version || v(2) > 1<<16 || table < 0 {
		return fmt.Errorf("%w: %d records in %d bytes", ErrDamaged, v(1), n)
	}
	f.blocks, f.records, f.row, f.table = int(v(0)), int(v(1)), int(v(2)), table
	f.rows, err = f.file.View(n-tailSize-rows, rows)
	return err
}

// Len returns the number of records.
func (f *File) Len() int { return f.records }

// Row returns the row of a record, which must not be changed.
func (f *File) Row(i int) []byte { return f.rows[i*f.row : (i+1)*f.row] }

// Check reads the whole file and compares it with its checksums.
func (f *File) Check() error { return f.file.CheckAll() }

// Close releases the file; nothing may be called after it.
func (f *File) Close() error { return f.file.Close() }

// Record returns a record, which must not be changed.
func (f *File) Record(i int) ([]byte, error) {
	if i < 0 || i >= f.records {
		return nil, fmt.Errorf("record %d: there are %d", i, f.records)
	}
	low, high := 0, f.blocks // the block before low begins with a record that is not after i
	for low < high {
		mid := (low + high) / 2
		_, first, err := f.block(mid)
		if err != nil {
			return nil, err
		}
		if first <= i {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == 0 {
		return nil, fmt.Errorf("%w: record %d is in no block", ErrDamaged, i)
	}
	return f.read(low-1, i)
}

// block returns the end of a block, and its first record.
func (f *File) block(i int) (end int64, first int, err error) {
	b, err := f.file.View(f.table+int64(i)*blockEntry, blockEntry)
	if err != nil {
		return 0, 0, err
	}
	return int64(binary.LittleEndian.Uint64(b)), int(binary.LittleEndian.Uint32(b[8:])), nil
}

// read returns record i, which is in the block.
func (f *File) read(block, i int) ([]byte, error) {
	_, first, err := f.block(block)
	if err != nil {
		return nil, err
	}
	b, kept := f.cache.get(blockKey{f, block})
	if !kept {
		if b, err = f.unpack(block); err != nil {
			return nil, err
		}
		f.cache.add(blockKey{f, block}, b)
	}
	for ; ; first++ {
		size, n := binary.Uvarint(b)
		if n <= 0 || size > uint64(len(b)-n) {
			return nil, fmt.Errorf("%w: record %d", ErrDamaged, i)
		}
		if first == i {
			return b[n : n+int(size) : n+int(size)], nil
		}
		b = b[n+int(size):]
	}
}

// unpack decompresses a block.
func (f *File) unpack(block int) ([]byte, error) {
	start := int64(0)
	end, _, err := f.block(block)
	if err == nil && block > 0 {
		start, _, err = f.block(block - 1)
	}
	if err != nil {
		return nil, err
	}
	if start < 0 || end < start || end > f.table {
		return nil, fmt.Errorf("%w: a block from %d to %d", ErrDamaged, start, end)
	}
	d, err := decoder()
	if err != nil {
		return nil, err
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	packed, err := f.file.Read(*buf, start, end-start)
	if err != nil {
		return nil, err
	}
	b, err := d.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return b, nil
}
