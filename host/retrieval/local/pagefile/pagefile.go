// Package pagefile keeps an immutable file whose every page has a checksum, and reads it through a memory map or, for what is
// needed once, from the disk.
//
// A page is checked when it is first read, so that opening a large file costs nothing and a damaged byte is an
// error where it matters. A file holds its content, one CRC-32C for each page of 16 KiB, and a footer.
package pagefile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/blevesearch/mmap-go"
)

const (
	pageSize   = 16 << 10
	footerSize = 24 // length of the content, checksum of the table, magic
	magic      = "sparkpg1"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrDamaged is matched by errors about a file that is not as it was written.
var ErrDamaged = errors.New("damaged file")

// A File is an open page file. It is safe for concurrent use.
type File struct {
	name    string
	f       *os.File
	mapped  mmap.MMap // nil where maps are not to be had: all is in memory then
	content []byte
	table   []byte
	checked []atomic.Uint64 // one bit a page
}

// Open opens a file that a [Writer] wrote. Its errors match [ErrDamaged] unless the file cannot be read.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	p := &File{name: filepath.Base(path), f: f}
	if err := p.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", p.name, err), p.Close())
	}
	return p, nil
}

func (p *File) load() error {
	info, err := p.f.Stat()
	if err != nil {
		return err
	}
	if info.Size() < footerSize || info.Size() != int64(int(info.Size())) {
		return fmt.Errorf("%w: %d bytes", ErrDamaged, info.Size())
	}
	all, err := p.bytes(int(info.Size()))
	if err != nil {
		return err
	}
	footer := all[len(all)-footerSize:]
	length := binary.LittleEndian.Uint64(footer)
	if string(footer[16:]) != magic || length > uint64(len(all)) {
		return fmt.Errorf("%w: its footer is missing", ErrDamaged)
	}
	pages := (length + pageSize - 1) / pageSize
	if length+4*pages+footerSize != uint64(len(all)) {
		return fmt.Errorf("%w: its length is not the one in its footer", ErrDamaged)
	}
	p.content, p.table = all[:length:length], all[length:len(all)-footerSize]
	if uint64(crc32.Checksum(p.table, castagnoli)) != binary.LittleEndian.Uint64(footer[8:]) {
		return fmt.Errorf("%w: its checksums have changed", ErrDamaged)
	}
	p.checked = make([]atomic.Uint64, (pages+63)/64)
	return nil
}

// bytes maps the file, or reads it where that cannot be done.
func (p *File) bytes(size int) ([]byte, error) {
	m, err := mmap.Map(p.f, mmap.RDONLY, 0)
	if err == nil && len(m) == size {
		p.mapped = m
		return m, nil
	}
	b := make([]byte, size)
	_, err = io.ReadFull(p.f, b)
	return b, err
}

// Len returns the length of the content in bytes.
func (p *File) Len() int64 { return int64(len(p.content)) }

// View returns n bytes of the content from off, which must not be changed and are valid until [File.Close]. Its
// error matches [ErrDamaged].
func (p *File) View(off, n int64) ([]byte, error) {
	if off < 0 || n < 0 || off > p.Len() || n > p.Len()-off {
		return nil, fmt.Errorf("%s: %w: %d bytes from %d of %d", p.name, ErrDamaged, n, off, p.Len())
	}
	if n == 0 {
		return nil, nil
	}
	for page := off / pageSize; page <= (off+n-1)/pageSize; page++ {
		if p.checked[page/64].Load()&(1<<(page%64)) == 0 {
			if err := p.check(page); err != nil {
				return nil, err
			}
		}
	}
	return p.content[off : off+n : p.Len()], nil
}

// Read returns n bytes of the content from off in the caller's memory: buf if it is large enough. The bytes are read
// from the file and not through the map, so that what is needed once does not stay in the memory of the process. Its
// error matches [ErrDamaged] where the file is not as it was written.
func (p *File) Read(buf []byte, off, n int64) ([]byte, error) {
	if off < 0 || n < 0 || off > p.Len() || n > p.Len()-off {
		return nil, fmt.Errorf("%s: %w: %d bytes from %d of %d", p.name, ErrDamaged, n, off, p.Len())
	}
	start, end := off/pageSize*pageSize, min(p.Len(), (off+n+pageSize-1)/pageSize*pageSize)
	buf = slices.Grow(buf[:0], int(end-start))[:end-start]
	if _, err := p.f.ReadAt(buf, start); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("%s: %w: it ends before byte %d", p.name, ErrDamaged, end)
	} else if err != nil {
		return nil, err
	}
	for at := start; at < end; at += pageSize {
		if err := p.compare(at/pageSize, buf[at-start:min(end, at+pageSize)-start]); err != nil {
			return nil, err
		}
	}
	return buf[off-start : off-start+n], nil
}

func (p *File) check(page int64) error {
	if err := p.compare(page, p.content[page*pageSize:min(p.Len(), (page+1)*pageSize)]); err != nil {
		return err
	}
	p.checked[page/64].Or(1 << (page % 64))
	return nil
}

// compare holds the bytes of a page against its checksum.
func (p *File) compare(page int64, b []byte) error {
	if crc32.Checksum(b, castagnoli) != binary.LittleEndian.Uint32(p.table[4*page:]) {
		return fmt.Errorf("%s: %w: the checksum of page %d is wrong", p.name, ErrDamaged, page)
	}
	return nil
}

// CheckAll checks every page, whether it was read before or not.
func (p *File) CheckAll() error {
	for page := range int64(len(p.table) / 4) {
		if err := p.check(page); err != nil {
			return err
		}
	}
	return nil
}

// Close releases the map. Views must not be used after it.
func (p *File) Close() error {
	var err error
	if p.mapped != nil {
		err = p.mapped.Unmap()
	}
	p.content, p.mapped = nil, nil
	return errors.Join(err, p.f.Close())
}
