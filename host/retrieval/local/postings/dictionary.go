package postings

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
)

// dictionaryBlock is the number of terms that share one entry of a dictionary's index.
const dictionaryBlock = 32

// maxTerm is the most bytes of a term that a dictionary reads.
const maxTerm = 16 << 20

// An Entry is a term of a dictionary.
type Entry struct {
	Documents uint64 // how many documents hold the term
	Titles    uint64 // how many titles hold it
	size      uint64 // bytes of its list; 0 in the dictionary of a whole corpus
	offset    uint64 // of its list
}

// A dictionaryWriter writes terms in ascending order: blocks of terms that share the prefix of the one before,
// then the offset of each block (4 bytes, little endian), then the numbers of blocks and terms.
type dictionaryWriter struct {
	w      io.Writer
	index  []byte
	buf    []byte
	before []byte
	terms  uint64
	length uint64
	offset uint64 // of the next list
}

func (d *dictionaryWriter) add(term []byte, e Entry) error {
	d.buf = d.buf[:0]
	shared := 0
	if d.terms%dictionaryBlock == 0 {
		d.index = binary.LittleEndian.AppendUint32(d.index, uint32(d.length))
		d.buf = binary.AppendUvarint(d.buf, d.offset)
	} else {
		for shared < min(len(term), len(d.before)) && term[shared] == d.before[shared] {
			shared++
		}
	}
	for _, n := range []uint64{uint64(shared), uint64(len(term) - shared), e.Documents, e.Titles, e.size} {
		d.buf = binary.AppendUvarint(d.buf, n)
	}
	d.buf = append(d.buf, term[shared:]...)
	d.before = append(d.before[:0], term...)
	d.terms++
	d.length += uint64(len(d.buf))
	d.offset += e.size
	if d.length > 1<<32-1 {
		return fmt.Errorf("a dictionary of %d terms is too long", d.terms)
	}
	_, err := d.w.Write(d.buf)
	return err
}

// dictionaryTail is the bytes after the index.
const dictionaryTail = 8

// finish writes the index and returns the length of the whole.
func (d *dictionaryWriter) finish() (uint64, error) {
	blocks := uint32(len(d.index) / 4)
	d.index = binary.LittleEndian.AppendUint32(d.index, blocks)
	d.index = binary.LittleEndian.AppendUint32(d.index, uint32(d.terms))
	_, err := d.w.Write(d.index)
	return d.length + uint64(len(d.index)), err
}

// A dictionary finds terms. It is safe for concurrent use.
type dictionary struct {
	file   *pagefile.File
	start  int64 // in the file
	length int64 // of the terms
	blocks int
	terms  int
}

// openDictionary opens the dictionary that lies in the file from start, with its index, over n bytes.
func openDictionary(file *pagefile.File, start, n int64) (*dictionary, error) {
	tail, err := file.View(start+n-dictionaryTail, dictionaryTail)
	if err != nil {
		return nil, err
	}
	d := &dictionary{file: file, start: start, blocks: int(binary.LittleEndian.Uint32(tail)), terms: int(binary.LittleEndian.Uint32(tail[4:]))}
	d.length = n - dictionaryTail - 4*int64(d.blocks)
	if d.length < 0 || d.blocks != (d.terms+dictionaryBlock-1)/dictionaryBlock {
		return nil, fmt.Errorf("%w: a dictionary of %d terms in %d blocks and %d bytes", ErrDamaged, d.terms, d.blocks, n)
	}
	return d, nil
}

// span returns the bytes of a block.
func (d *dictionary) span(block int) ([]byte, error) {
	at := d.start + d.length + 4*int64(block)
	n := int64(8)
	if block == d.blocks-1 {
		n = 4
	}
	b, err := d.file.View(at, n)
	if err != nil {
		return nil, err
	}
	from, to := int64(binary.LittleEndian.Uint32(b)), d.length
	if n == 8 {
		to = int64(binary.LittleEndian.Uint32(b[4:]))
	}
	if from > to || to > d.length {
		return nil, fmt.Errorf("%w: a block of a dictionary from %d to %d", ErrDamaged, from, to)
	}
	b, err = d.file.View(d.start+from, to-from)
	return b[:len(b):len(b)], err
}

// find returns the entry of a term. ok is false when there is none.
func (d *dictionary) find(term []byte) (e Entry, ok bool, err error) {
	low, high := 0, d.blocks // the block before low begins with a term that is not greater
	var r entryReader
	for low < high {
		mid := int(uint(low+high) / 2)
		if err := r.open(d, mid); err != nil {
			return Entry{}, false, err
		}
		if _, err := r.next(); err != nil {
			return Entry{}, false, err
		}
		if bytes.Compare(r.term, term) <= 0 {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == 0 {
		return Entry{}, false, nil
	}
	if err := r.open(d, low-1); err != nil {
		return Entry{}, false, err
	}
	for len(r.rest) > 0 {
		if e, err = r.next(); err != nil {
			return Entry{}, false, err
		}
		if c := bytes.Compare(r.term, term); c >= 0 {
			return e, c == 0, nil
		}
	}
	return Entry{}, false, nil
}

// An entryReader reads the terms of one block after the other.
type entryReader struct {
	rest   []byte
	term   []byte
	offset uint64
	space  [64]byte
}

func (r *entryReader) open(d *dictionary, block int) (err error) {
	if r.rest, err = d.span(block); err != nil {
		return err
	}
	if r.term == nil {
		r.term = r.space[:0]
	}
	var n int
	r.offset, n = binary.Uvarint(r.rest)
	if n <= 0 {
		return fmt.Errorf("%w: a block of a dictionary has no offset", ErrDamaged)
	}
	r.term, r.rest = r.term[:0], r.rest[n:]
	return nil
}

// next reads an entry and leaves its term in r.term until the next call.
func (r *entryReader) next() (Entry, error) {
	var v [5]uint64 // prefix, rest of the term, documents, titles, size
	for i := range v {
		n := 0
		if v[i], n = binary.Uvarint(r.rest); n <= 0 {
			return Entry{}, fmt.Errorf("%w: a block of a dictionary is cut", ErrDamaged)
		}
		r.rest = r.rest[n:]
	}
	if v[0] > uint64(len(r.term)) || v[1] > min(maxTerm, uint64(len(r.rest))) {
		return Entry{}, fmt.Errorf("%w: a term of %d and %d bytes", ErrDamaged, v[0], v[1])
	}
	r.term = append(r.term[:v[0]], r.rest[:v[1]]...)
	r.rest = r.rest[v[1]:]
	e := Entry{Documents: v[2], Titles: v[3], size: v[4], offset: r.offset}
	r.offset += v[4]
	return e, nil
}
