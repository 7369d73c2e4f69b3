package local

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// For feedback every document's terms are kept as numbers with their counts; the terms
// file lists, for each number, the term and in how many documents it is.
const termsFile = "terms.bin"

// A vocabulary numbers terms in the order in which they come while a corpus is built.
type vocabulary struct {
	ids   map[string]uint32
	terms []string
	df    []uint32
	buf   []byte
}

func newVocabulary() *vocabulary { return &vocabulary{ids: map[string]uint32{}} }

// add counts a document's distinct terms and encodes them: (number, count) pairs. The
// result is valid until the next call.
func (v *vocabulary) add(terms []termCount) []byte {
	v.buf = v.buf[:0]
	for _, t := range terms {
		id, known := v.ids[t.term]
		if !known {
			id = uint32(len(v.terms))
			v.ids[t.term] = id
			v.terms = append(v.terms, t.term)
			v.df = append(v.df, 0)
		}
		v.df[id]++
		v.buf = binary.AppendUvarint(v.buf, uint64(id))
		v.buf = binary.AppendUvarint(v.buf, uint64(t.count))
	}
	return v.buf
}

// write writes the terms file.
func (v *vocabulary) write(dir string) error {
	f, err := os.OpenFile(filepath.Join(dir, termsFile), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<17)
	var buf []byte
	for id, term := range v.terms {
		buf = binary.AppendUvarint(appendString(buf[:0], term), uint64(v.df[id]))
		if _, err := w.Write(buf); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(w.Flush(), f.Sync(), f.Close())
}

// words are the terms of a corpus by number.
type words struct {
	text  string // the terms file
	start []uint32
	size  []uint16
	df    []uint32
}

func readWords(dir string) (*words, error) {
	b, err := os.ReadFile(filepath.Join(dir, termsFile))
	if err != nil {
		return nil, err
	}
	if uint64(len(b)) > 1<<32-1 {
		return nil, fmt.Errorf("%s: %d bytes are too many", termsFile, len(b))
	}
	w := &words{text: string(b)}
	r := record{rest: w.text}
	for r.rest != "" && !r.bad {
		term := r.text()
		w.start = append(w.start, uint32(len(w.text)-len(r.rest)-len(term)))
		w.size = append(w.size, uint16(min(len(term), 1<<16-1)))
		w.df = append(w.df, uint32(r.unsigned()))
	}
	if r.bad {
		return nil, fmt.Errorf("%s: %w", termsFile, errRecord)
	}
	return w, nil
}

// term is the term with that number. A term of more than 64 KiB comes shortened and
// then simply finds nothing.
func (w *words) term(id uint32) string {
	return w.text[w.start[id] : w.start[id]+uint32(w.size[id])]
}

// vector calls visit for every term of an encoded vector.
func (w *words) vector(encoded []byte, visit func(id uint32, count int)) error {
	for len(encoded) > 0 {
		id, n := binary.Uvarint(encoded)
		count, m := binary.Uvarint(encoded[max(0, n):])
		if n <= 0 || m <= 0 || id >= uint64(len(w.start)) {
			return errRecord
		}
		visit(uint32(id), int(count))
		encoded = encoded[n+m:]
	}
	return nil
}
