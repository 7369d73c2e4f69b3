package postings

import (
	"encoding/binary"
	"fmt"
)

// A list of at most 8 postings is that many triples of varints: the gap before the document, its frequency doubled,
// with 1 added where the title has the term, too, and then the frequency in the title. A list
// of at most 128 postings is its last document and one block. A longer one begins with a table: its
// length in bytes, then for each block its last document (what it adds to the block before), its length in bytes, and the fronts
// of whole and title. The blocks follow.

// fewPostings is the most that are not packed: their widths would take more than they save.
const fewPostings = 8

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
	if g.documents <= fewPostings {
		return g.encoded
	}
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
	few   []byte // a block made of few postings
}

// open reads the table of a list of so many postings. The bounds are those of the term's scores.
func (l *list) open(b []byte, documents uint64, t *term, lengths []byte) error {
	l.spans, l.term = l.spans[:0], t
	docs := uint64(len(lengths) / 8)
	if documents <= fewPostings {
		last, err := l.pack(b, documents, docs)
		if err != nil {
			return err
		}
		return l.openShort(l.few, last, t, lengths)
	}
	first, n := binary.Uvarint(b)
	if n <= 0 || documents > docs {
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
	var freqs [blockSize]uint32
	if err := k.frequencies(freqs[:]); err != nil {
		return err
	}
	bound := 0.0
	for i, doc := range k.docs[:k.n] {
		at := lengths[8*doc:]
		score := t.wholeScore(freqs[i]+1, binary.LittleEndian.Uint32(at))
		if n := k.title(i); n > 0 {
			score += t.titleScore(n, binary.LittleEndian.Uint32(at[4:]))
		}
		bound = max(bound, score)
	}
	l.data = b
	l.spans = append(l.spans, span{base: 0, last: uint32(last), bound: bound * slack})
	return nil
}

// pack makes a block of a list of few postings and returns its last document.
func (l *list) pack(b []byte, documents, docs uint64) (last uint64, err error) {
	var few [fewPostings]posting
	next := uint64(0)
	for i := range documents {
		gap, n := binary.Uvarint(b)
		freq, m := binary.Uvarint(b[max(0, n):])
		if n <= 0 || m <= 0 || freq < 2 || freq > 1<<33-1 || gap >= docs || next+gap >= docs {
			return 0, fmt.Errorf("%w: a list of %d postings", ErrDamaged, documents)
		}
		b = b[n+m:]
		title := freq & 1
		if title == 1 {
			if title, n = binary.Uvarint(b); n <= 0 || title > freq/2 {
				return 0, fmt.Errorf("%w: a list of %d postings", ErrDamaged, documents)
			}
			b = b[n:]
		}
		last = next + gap
		few[i] = posting{uint32(last), uint32(freq / 2), uint32(title)}
		next = last + 1
	}
	if documents == 0 || len(b) > 0 {
		return 0, fmt.Errorf("%w: a list of %d postings and %d bytes more", ErrDamaged, documents, len(b))
	}
	l.few = appendBlock(l.few[:0], few[:documents], 0)
	return last, nil
}
