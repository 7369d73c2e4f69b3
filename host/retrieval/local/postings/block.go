package postings

import (
	"bytes"
	"fmt"
)

// blockSize is the number of postings in every block of a list but its last.
const blockSize = 128

// A posting is an occurrence of a term: the document's number, how often its whole text has the term (at least 1),
// and how often its title has it.
type posting struct{ doc, freq, title uint32 }

// blockHead is the bytes before the packed values: the number of postings less one, and three widths.
const blockHead = 4

// listed is added to the number of postings whose title has the term once, where these are listed by their indexes, a
// byte each, in place of a width: few titles have a term that a text has, and one more than once.
const listed = 128

// appendBlock appends 1 to 128 postings in the order of their documents, of which the first is at least base.
func appendBlock(b []byte, postings []posting, base uint32) []byte {
	var gaps, freqs, titles [blockSize]uint32
	for i, p := range postings {
		gaps[i], freqs[i], titles[i] = p.doc-base, p.freq-1, p.title
		base = p.doc + 1
	}
	n := len(postings)
	g, f, t := width(gaps[:n]), width(freqs[:n]), width(titles[:n])
	var space [blockSize]byte
	indexes := appendIndexes(space[:0], titles[:n])
	list := t == 1 && len(indexes) < packedSize(n, t)
	if list {
		t = listed + byte(len(indexes))
	}
	b = append(b, byte(n-1), g, f, t)
	b = appendPacked(b, gaps[:n], g)
	b = appendPacked(b, freqs[:n], f)
	if list {
		return append(b, indexes...)
	}
	return appendPacked(b, titles[:n], t)
}

// appendIndexes appends the indexes of the values that are not 0.
func appendIndexes(b []byte, values []uint32) []byte {
	for i, v := range values {
		if v != 0 {
			b = append(b, byte(i))
		}
	}
	return b
}

// A block is a decoded one: its documents, and its frequencies still packed. Its slices share the list's memory.
type block struct {
	docs       [blockSize]uint32
	n          int
	freqs      []byte
	titles     []byte
	freqWidth  uint8
	titleWidth uint8
	once       []byte // indexes of postings whose titles have the term once; titleWidth is 0 then
}

// inTitles says whether a title of the block may have the term.
func (k *block) inTitles() bool { return k.titleWidth > 0 || len(k.once) > 0 }

// decode reads a block whose documents lie between base and last, both included.
func (k *block) decode(b []byte, base, last uint32) error {
	if len(b) < blockHead {
		return fmt.Errorf("%w: a block of %d bytes", ErrDamaged, len(b))
	}
	n, g := int(b[0])+1, b[1]
	k.freqWidth, k.titleWidth, k.once = b[2], b[3], nil
	indexes := 0
	if b[3] >= listed {
		indexes, k.titleWidth = int(b[3]-listed), 0
	}
	if n > blockSize || max(g, k.freqWidth, k.titleWidth) > maxWidth {
		return fmt.Errorf("%w: a block of %d postings in %d, %d and %d bits", ErrDamaged, n, g, k.freqWidth, k.titleWidth)
	}
	gaps, freqs, titles := packedSize(n, g), packedSize(n, k.freqWidth), packedSize(n, k.titleWidth)
	if b = b[blockHead:]; len(b) < gaps+freqs+titles+indexes {
		return fmt.Errorf("%w: a block lacks %d bytes", ErrDamaged, gaps+freqs+titles+indexes-len(b))
	}
	unpack(k.docs[:n], b, g)
	k.n, k.freqs, k.titles = n, b[gaps:], b[gaps+freqs:]
	k.once = k.titles[:indexes]
	next := uint64(base)
	for i, gap := range k.docs[:n] {
		next += uint64(gap)
		k.docs[i] = uint32(next)
		next++
	}
	if next != uint64(last)+1 {
		return fmt.Errorf("%w: a block ends with document %d and not %d", ErrDamaged, next-1, last)
	}
	return nil
}

// freq returns the frequency of the term in the whole text of the i-th document, title that in its title.
func (k *block) freq(i int) uint32 { return unpackOne(k.freqs, i, k.freqWidth) + 1 }
func (k *block) title(i int) uint32 {
	if bytes.IndexByte(k.once, byte(i)) >= 0 {
		return 1
	}
	return unpackOne(k.titles, i, k.titleWidth)
}
