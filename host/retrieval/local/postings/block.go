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

// blockHead is the bytes before the packed values: the number of postings less one, how gaps and frequencies are
// packed, and the width of the titles' frequencies. The packed values of the three follow, and then the patches of the first two.
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
	g, f, t := bestPatching(gaps[:n]), bestPatching(freqs[:n]), width(titles[:n])
	var space [blockSize]byte
	indexes := appendIndexes(space[:0], titles[:n])
	list := t == 1 && len(indexes) < packedSize(n, t)
	if list {
		t = listed + byte(len(indexes))
	}
	b = append(b, byte(n-1), g.byte(), f.byte(), t)
	b = appendPacked(b, gaps[:n], g.width)
	b = appendPacked(b, freqs[:n], f.width)
	if list {
		b = append(b, indexes...)
	} else {
		b = appendPacked(b, titles[:n], t)
	}
	return appendPatches(appendPatches(b, gaps[:n], g), freqs[:n], f)
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
	patches    []byte // of freqs
	freqsAre   patching
	titles     []byte
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
	n, g, f, t, indexes := int(b[0])+1, patchingOf(b[1]), patchingOf(b[2]), b[3], 0
	if t >= listed {
		t, indexes = 0, int(t-listed)
	}
	if n > blockSize || max(g.patches, f.patches) > mostPatches || t > maxWidth {
		return fmt.Errorf("%w: a block of %d postings that begins with %x", ErrDamaged, n, b[:blockHead])
	}
	gaps, freqs, titles := packedSize(n, g.width), packedSize(n, f.width), packedSize(n, t)+indexes
	if b = b[blockHead:]; len(b) < gaps+freqs+titles {
		return fmt.Errorf("%w: a block lacks %d bytes", ErrDamaged, gaps+freqs+titles-len(b))
	}
	k.n, k.freqs, k.freqsAre, k.titles, k.titleWidth = n, b[gaps:], f, b[gaps+freqs:], t
	k.once = k.titles[:indexes]
	var err error
	if k.patches, err = unpackPatched(k.docs[:n], b, b[gaps+freqs+titles:], g); err != nil {
		return err
	}
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

// frequencies reads the term's frequencies in the whole texts, less one each, of which there are k.n.
func (k *block) frequencies(freqs []uint32) error {
	_, err := unpackPatched(freqs[:k.n], k.freqs, k.patches, k.freqsAre)
	return err
}

// title returns the frequency of the term in the title of the i-th document.
func (k *block) title(i int) uint32 {
	if bytes.IndexByte(k.once, byte(i)) >= 0 {
		return 1
	}
	return unpackOne(k.titles, i, k.titleWidth)
}
