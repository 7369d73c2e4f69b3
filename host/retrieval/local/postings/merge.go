package postings

import (
	"bytes"
	"container/heap"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
)

// A Dictionary has the terms of a whole corpus, with the number of documents and titles that hold them. It is safe for
// concurrent use.
type Dictionary struct {
	file *pagefile.File
	d    *dictionary
}

// OpenDictionary opens what [WriteDictionary] wrote.
func OpenDictionary(path string) (*Dictionary, error) {
	file, err := pagefile.Open(path)
	if err != nil {
		return nil, err
	}
	d, err := openDictionary(file, 0, file.Len())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return &Dictionary{file, d}, nil
}

// Terms returns the number of terms.
func (d *Dictionary) Terms() int { return d.d.terms }

// Close releases the file.
func (d *Dictionary) Close() error { return d.file.Close() }

// WriteDictionary merges the dictionaries of segments into a new file at path. gone counts, for each term, the
// documents and titles of documents that are in a segment but not in the corpus. It reads all dictionaries once, and
// holds one block of each in memory.
func WriteDictionary(path string, segments []*Segment, gone map[string]Entry) error {
	w, err := pagefile.Create(path)
	if err != nil {
		return err
	}
	if err := mergeDictionaries(w, segments, gone); err != nil {
		return errors.Join(err, w.Close())
	}
	return w.Finish()
}

func mergeDictionaries(w *pagefile.Writer, segments []*Segment, gone map[string]Entry) error {
	var h readerHeap
	for _, s := range segments {
		r := &dictionaryReader{d: s.dictionary}
		if ok, err := r.next(); err != nil {
			return err
		} else if ok {
			h = append(h, r)
		}
	}
	heap.Init(&h)
	out := dictionaryWriter{w: w}
	var term []byte
	for len(h) > 0 {
		term = append(term[:0], h[0].term...)
		sum := Entry{}
		for len(h) > 0 && bytes.Equal(h[0].term, term) {
			sum.Documents += h[0].entry.Documents
			sum.Titles += h[0].entry.Titles
			ok, err := h[0].next()
			switch {
			case err != nil:
				return err
			case ok:
				heap.Fix(&h, 0)
			default:
				heap.Pop(&h)
			}
		}
		g := gone[string(term)]
		if g.Documents > sum.Documents || g.Titles > sum.Titles {
			return fmt.Errorf("%w: term %q is in %d documents, of which %d are gone", ErrDamaged, term, sum.Documents, g.Documents)
		}
		if sum.Documents, sum.Titles = sum.Documents-g.Documents, sum.Titles-g.Titles; sum.Documents == 0 {
			continue
		}
		if err := out.add(term, sum); err != nil {
			return err
		}
	}
	_, err := out.finish()
	return err
}

// A dictionaryReader reads a dictionary term by term.
type dictionaryReader struct {
	entryReader
	d     *dictionary
	block int
	entry Entry
}

// next is false at the end.
func (r *dictionaryReader) next() (ok bool, err error) {
	for len(r.rest) == 0 {
		if r.block == r.d.blocks {
			return false, nil
		}
		if err := r.open(r.d, r.block); err != nil {
			return false, err
		}
		r.block++
	}
	r.entry, err = r.entryReader.next()
	return err == nil, err
}

type readerHeap []*dictionaryReader

func (h readerHeap) Len() int           { return len(h) }
func (h readerHeap) Less(i, j int) bool { return bytes.Compare(h[i].term, h[j].term) < 0 }
func (h readerHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *readerHeap) Push(x any)        { *h = append(*h, x.(*dictionaryReader)) }
func (h *readerHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
