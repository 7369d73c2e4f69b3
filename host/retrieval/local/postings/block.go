package postings

import "fmt"

// blockSize is the number of postings in every block of a list but its last.
const blockSize = 128

// A posting is an occurrence of a term: the document's number, how often its whole text has the term (at least 1),
// and how often its title has it.
type posting struct{ doc, freq, title uint32 }

// blockHead is the bytes before the packed values: the number of postings less one, and three widths.
const blockHead = 4

// appendBlock appends 1 to 128 postings in the order of their documents, of which the first is at least base.
func appendBlock(b []byte, postings []posting, base uint32) []byte {
	var gaps, freqs, titles [blockSize]uint32
	for i, p := range postings {
		gaps[i], freqs[i], titles[i] = p.doc-base, p.freq-1, p.title
		base = p.doc + 1
	}
	n := len(postings)
	g, f, t := width(gaps[:n]), width(freqs[:n]), width(titles[:n])
	b = append(b, byte(n-1), g, f, t)
	b = appendPacked(b, gaps[:n], g)
	b = appendPacked(b, freqs[:n], f)
	return appendPacked(b, titles[:n], t)
}

// A block is a decoded one: its documents, and its frequencies still packed. Its slices share the list's memory.
type block struct {
	docs       [blockSize]uint32
	n          int
	freqs      []byte
	titles     []byte
	freqWidth  uint8
	titleWidth uint8
}

// decode reads a block whose documents lie between base and last, both included.
func (k *block) decode(b []byte, base, last uint32) error {
	if len(b) < blockHead {
		return fmt.Errorf("%w: a block of %d bytes", ErrDamaged, len(b))
	}
	n, g := int(b[0])+1, b[1]
	k.freqWidth, k.titleWidth = b[2], b[3]
	if n > blockSize || max(g, k.freqWidth, k.titleWidth) > maxWidth {
		return fmt.Errorf("%w: a block of %d postings in %d, %d and %d bits", ErrDamaged, n, g, k.freqWidth, k.titleWidth)
	}
	gaps, freqs, titles := packedSize(n, g), packedSize(n, k.freqWidth), packedSize(n, k.titleWidth)
	if b = b[blockHead:]; len(b) < gaps+freqs+titles {
		return fmt.Errorf("%w: a block lacks %d bytes", ErrDamaged, gaps+freqs+titles-len(b))
	}
	unpack(k.docs[:n], b, g)
	k.n, k.freqs, k.titles = n, b[gaps:], b[gaps+freqs:]
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
func (k *block) freq(i int) uint32  { return unpackOne(k.freqs, i, k.freqWidth) + 1 }
func (k *block) title(i int) uint32 { return unpackOne(k.titles, i, k.titleWidth) }
