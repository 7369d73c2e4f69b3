package postings

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
)

// A Count is a term of a document: how often the whole text has it, and how often the title, which is part of the whole.
type Count struct {
	Term        string
	Freq, Title uint32
}

// A Builder collects the postings of one segment in memory. It is not safe for concurrent use.
type Builder struct {
	ids     map[string]uint32
	terms   []string
	lists   []growing
	lengths []byte // 8 bytes a document: terms of the whole, terms of the title
	docs    uint32
	size    int
}

// growing is a list while it grows: varints of the gap, of the frequency with the mark of a title, and of the title's.
type growing struct {
	encoded   []byte
	next      uint32 // the least number of the next document
	documents uint32
	titles    uint32
}

// NewBuilder returns an empty one.
func NewBuilder() *Builder { return &Builder{ids: map[string]uint32{}} }

// Documents counts the documents so far, and so gives the number of the next one.
func (b *Builder) Documents() int { return int(b.docs) }

// Size is roughly how many bytes of memory the builder takes.
func (b *Builder) Size() int { return b.size }

// Add adds a document with its distinct terms, in any order, and the lengths of whole and title in terms.
func (b *Builder) Add(counts []Count, length, title int) error {
	if b.docs == math.MaxUint32 || length > math.MaxUint32 {
		return errors.New("a segment of postings is full")
	}
	for _, c := range counts {
		if c.Freq == 0 || c.Title > c.Freq {
			return fmt.Errorf("term %q is %d times in a title and %d times in the whole", c.Term, c.Title, c.Freq)
		}
		id, known := b.ids[c.Term]
		if !known {
			id = uint32(len(b.terms))
			b.ids[c.Term] = id
			b.terms, b.lists = append(b.terms, c.Term), append(b.lists, growing{})
			b.size += 2*len(c.Term) + 96
		}
		b.lists[id].add(b, c)
	}
	b.lengths = binary.LittleEndian.AppendUint32(b.lengths, uint32(length))
	b.lengths = binary.LittleEndian.AppendUint32(b.lengths, uint32(title))
	b.docs++
	return nil
}

func (g *growing) add(b *Builder, c Count) {
	before := cap(g.encoded)
	g.encoded = binary.AppendUvarint(g.encoded, uint64(b.docs-g.next))
	if c.Title == 0 {
		g.encoded = binary.AppendUvarint(g.encoded, uint64(c.Freq)<<1)
	} else {
		g.encoded = binary.AppendUvarint(g.encoded, uint64(c.Freq)<<1|1)
		g.encoded = binary.AppendUvarint(g.encoded, uint64(c.Title))
		g.titles++
	}
	g.documents++
	g.next = b.docs + 1
	b.size += cap(g.encoded) - before
}

// each calls visit for every posting.
func (g *growing) each(visit func(posting)) {
	doc, b := uint64(0), g.encoded
	for len(b) > 0 {
		gap, n := binary.Uvarint(b)
		freq, m := binary.Uvarint(b[n:])
		b = b[n+m:]
		title, n := freq&1, 0
		if title == 1 {
			title, n = binary.Uvarint(b)
			b = b[n:]
		}
		doc += gap
		visit(posting{uint32(doc), uint32(freq >> 1), uint32(title)})
		doc++
	}
}

// Write writes the segment to a new file at path and sees it safely to the disk.
func (b *Builder) Write(path string) error {
	w, err := pagefile.Create(path)
	if err != nil {
		return err
	}
	if err := b.write(w); err != nil {
		return errors.Join(err, w.Close())
	}
	return w.Finish()
}

func (b *Builder) write(w *pagefile.Writer) error {
	order := make([]uint32, len(b.terms))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int { return compareStrings(b.terms[x], b.terms[y]) })
	sizes := make([]uint32, len(order))
	lw := listWriter{lengths: b.lengths}
	for i, id := range order {
		encoded := lw.encode(&b.lists[id])
		sizes[i] = uint32(len(encoded))
		if _, err := w.Write(encoded); err != nil {
			return err
		}
	}
	h := header{documents: uint64(b.docs), dictionary: uint64(w.Len())}
	d := dictionaryWriter{w: w}
	for i, id := range order {
		l := &b.lists[id]
		if err := d.add([]byte(b.terms[id]), Entry{Documents: uint64(l.documents), Titles: uint64(l.titles), size: uint64(sizes[i])}); err != nil {
			return err
		}
	}
	if _, err := d.finish(); err != nil {
		return err
	}
	h.lengths = uint64(w.Len())
	if _, err := w.Write(b.lengths); err != nil {
		return err
	}
	_, err := w.Write(h.append(nil))
	return err
}

func compareStrings(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
