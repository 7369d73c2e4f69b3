package postings

import (
	"encoding/binary"
	"fmt"
)

// A list of at most 128 postings is its last document and one block. A longer one begins with a table: its
// length in bytes, then for each block its last document (what it adds to the block before), its length in bytes, and the fronts
// of whole and title. The blocks follow.

// A listWriter encodes lists, reusing its memory.
type listWriter struct {
	lengths       []byte
	pending       []posting
	table, blocks []byte
	out           []byte
	whole, title  []point
}

// encode returns the encoded list, valid until the next call.
func (w *listWriter) encode(g *growing) []byte {
	w.pending, w.table, w.blocks, w.out = w.pending[:0], w.table[:0], w.blocks[:0], w.out[:0]
	if g.documents <= blockSize {
		g.each(func(p posting) { w.pending = append(w.pending, p) })
		w.out = binary.AppendUvarint(w.out, uint64(w.pending[len(w.pending)-1].doc))
		return appendBlock(w.out, w.pending, 0)
	}
	base := uint32(0)
	g.each(func(p posting) {
		if w.pending = append(w.pending, p); len(w.pending) == blockSize {
			base = w.endBlock(base)
		}
	})
	if len(w.pending) > 0 {
		w.endBlock(base)
	}
	w.out = binary.AppendUvarint(w.out, uint64(len(w.table)))
	return append(append(w.out, w.table...), w.blocks...)
}

// endBlock writes the pending postings and returns the base of the next block.
func (w *listWriter) endBlock(base uint32) uint32 {
	before := len(w.blocks)
	w.blocks = appendBlock(w.blocks, w.pending, base)
	last := w.pending[len(w.pending)-1].doc
	w.whole, w.title = w.whole[:0], w.title[:0]
	for _, p := range w.pending {
		at := w.lengths[8*p.doc:]
		w.whole = append(w.whole, point{p.freq, binary.LittleEndian.Uint32(at)})
		if p.title > 0 {
			w.title = append(w.title, point{p.title, binary.LittleEndian.Uint32(at[4:])})
		}
	}
	w.table = binary.AppendUvarint(w.table, uint64(last-base))
	w.table = binary.AppendUvarint(w.table, uint64(len(w.blocks)-before))
	w.table = appendFront(appendFront(w.table, front(w.whole)), front(w.title))
	w.pending = w.pending[:0]
	return last + 1
}

// A span is a block of a list that is not decoded.
type span struct {
	base, last uint32  // least and greatest number of a document
	offset     uint32  // in the list
	bound      float64 // no posting of it scores more
}

// A list is open for reading within one search.
type list struct {
	spans []span
	data  []byte
	term  *term
}

// open reads the table of a list of so many postings. The bounds are those of the term's scores.
func (l *list) open(b []byte, documents uint64, t *term, lengths []byte) error {
	l.spans, l.term = l.spans[:0], t
	first, n := binary.Uvarint(b)
	docs := uint64(len(lengths) / 8)
	if n <= 0 || documents == 0 || documents > docs {
		return fmt.Errorf("%w: a list of %d postings of %d documents", ErrDamaged, documents, docs)
	}
	b = b[n:]
	if documents <= blockSize {
		return l.openShort(b, first, t, lengths)
	}
	if first > uint64(len(b)) {
		return fmt.Errorf("%w: a table of %d bytes", ErrDamaged, first)
	}
	table := b[:first]
	l.data = b[first:]
	return l.readTable(table, (documents+blockSize-1)/blockSize, docs)
}

func (l *list) readTable(table []byte, blocks, docs uint64) (err error) {
	base, offset := uint64(0), uint64(0)
	for range blocks {
		add, n := binary.Uvarint(table)
		size, m := binary.Uvarint(table[max(0, n):])
		if n <= 0 || m <= 0 || add >= docs || base+add >= docs || size > uint64(len(l.data))-offset {
			return fmt.Errorf("%w: the table of a list", ErrDamaged)
		}
		s := span{base: uint32(base), last: uint32(base + add), offset: uint32(offset)}
		whole, title := 0.0, 0.0
		table, err = readFront(table[n+m:], func(freq, length uint32) { whole = max(whole, l.term.wholeScore(freq, length)) })
		if err != nil {
			return err
		}
		table, err = readFront(table, func(freq, length uint32) { title = max(title, l.term.titleScore(freq, length)) })
		if err != nil {
			return err
		}
		s.bound = (whole + title) * slack
		l.spans = append(l.spans, s)
		base, offset = base+add+1, offset+size
	}
	return nil
}

// openShort reads a list of one block, whose bound is that of its postings.
func (l *list) openShort(b []byte, last uint64, t *term, lengths []byte) error {
	if last >= uint64(len(lengths)/8) {
		return fmt.Errorf("%w: document %d of %d", ErrDamaged, last, len(lengths)/8)
	}
	var k block
	if err := k.decode(b, 0, uint32(last)); err != nil {
		return err
	}
	bound := 0.0
	for i, doc := range k.docs[:k.n] {
		at := lengths[8*doc:]
		score := t.wholeScore(k.freq(i), binary.LittleEndian.Uint32(at))
		if n := k.title(i); n > 0 {
			score += t.titleScore(n, binary.LittleEndian.Uint32(at[4:]))
		}
		bound = max(bound, score)
	}
	l.data = b
	l.spans = append(l.spans, span{base: 0, last: uint32(last), bound: bound * slack})
	return nil
}
