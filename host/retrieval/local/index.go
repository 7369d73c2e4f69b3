package local

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// The index is bleve's scorch index, read and written without bleve's query layer:
// that scores BM25 with constants that are global to the process and with the square
// root of the term frequency, while k1 and b are settings of a source here.
const (
	indexDir     = "index"
	ordinalsFile = "ordinals.bin"
)

// tokens is an analysis that has been done already, on another goroutine.
type tokens analysis.TokenStream

// Analyze implements analysis.Analyzer for the one text it was made from.
func (t tokens) Analyze([]byte) analysis.TokenStream { return analysis.TokenStream(t) }

// A digested is a document as index and feedback take it.
type digested struct {
	doc        *document.Document
	titleTerms int
	terms      []termCount // of field "all", in the order of first occurrence
	length     int         // sum of their counts
}

type termCount struct {
	term  string
	count int
}

// digestText analyses a document.
func digestText(a analysis.Analyzer, d *evidence.Document) digested {
	title, all := a.Analyze([]byte(d.Title)), a.Analyze([]byte(wholeText(d)))
	doc := document.NewDocument(d.ID)
	doc.AddField(document.NewTextFieldCustom(fieldTitle, nil, nil, index.IndexField, tokens(title)))
	doc.AddField(document.NewTextFieldCustom(fieldAll, nil, nil, index.IndexField, tokens(all)))
	return digested{doc: doc, titleTerms: len(title), terms: countTerms(all), length: len(all)}
}

// countTerms counts each term, in the order of first occurrence.
func countTerms(stream analysis.TokenStream) []termCount {
	counts := make([]termCount, 0, len(stream))
	at := make(map[string]int, len(stream))
	for _, token := range stream {
		i, seen := at[string(token.Term)]
		if !seen {
			i = len(counts)
			counts = append(counts, termCount{term: string(token.Term)})
			at[counts[i].term] = i
		}
		counts[i].count++
	}
	return counts
}

// postings reads term lists from an index on disk. It is safe for concurrent use.
type postings struct {
	index    index.Index
	reader   index.IndexReader
	ordinals []uint32 // the index's own number of a document → ordinal
}

func openScorch(dir string) (index.Index, index.IndexReader, error) {
	ix, err := scorch.NewScorch(scorch.Name, map[string]any{"path": dir, "read_only": true}, nil)
	if err != nil {
		return nil, nil, err
	}
	if err := ix.Open(); err != nil {
		return nil, nil, err
	}
	r, err := ix.Reader()
	if err != nil {
		return nil, nil, errors.Join(err, ix.Close())
	}
	return ix, r, nil
}

// openPostings opens the index of a finished corpus folder.
func openPostings(dir string, count int) (*postings, error) {
	b, err := os.ReadFile(filepath.Join(dir, ordinalsFile))
	if err != nil {
		return nil, err
	}
	if len(b) != 4*count {
		return nil, fmt.Errorf("%s: %d bytes for %d documents", ordinalsFile, len(b), count)
	}
	p := &postings{ordinals: make([]uint32, count)}
	for i := range p.ordinals {
		if p.ordinals[i] = binary.LittleEndian.Uint32(b[4*i:]); int(p.ordinals[i]) >= count {
			return nil, fmt.Errorf("%s: %w", ordinalsFile, errRecord)
		}
	}
	p.index, p.reader, err = openScorch(filepath.Join(dir, indexDir))
	return p, err
}

func (p *postings) close() error { return errors.Join(p.reader.Close(), p.index.Close()) }

// each calls visit for every document that has the term in the field, with the
// term's frequency and the field's length in terms, after telling start how many there are.
func (p *postings) each(ctx context.Context, field, term string, start func(df int), visit func(ord uint32, freq, length float64)) error {
	r, err := p.reader.TermFieldReader(ctx, []byte(term), field, true, true, false)
	if err != nil {
		return err
	}
	defer r.Close()
	df := int(r.Count())
	if df == 0 {
		return nil
	}
	start(df)
	var posting index.TermFieldDoc
	for n := 0; ; n++ {
		if n&0xfff == 0xfff && ctx.Err() != nil {
			return ctx.Err()
		}
		next, err := r.Next(&posting)
		if err != nil || next == nil {
			return err
		}
		at := next.ID.Value()
		if at >= uint64(len(p.ordinals)) {
			return fmt.Errorf("index: %w", errRecord)
		}
		visit(p.ordinals[at], float64(next.Freq), math.Round(1/(next.Norm*next.Norm)))
	}
}

// writeOrdinals makes the table from the index's document numbers to ordinals. The
// index numbers documents in no particular order within a batch.
func writeOrdinals(dir string, ordinals map[string]uint32) error {
	ix, r, err := openScorch(filepath.Join(dir, indexDir))
	if err != nil {
		return err
	}
	defer ix.Close()
	defer r.Close()
	b := make([]byte, 4*len(ordinals))
	var id index.IndexInternalID
	for n := range len(ordinals) {
		id = index.NewIndexInternalID(id, uint64(n))
		name, err := r.ExternalID(id)
		if err != nil {
			return err
		}
		ord, ok := ordinals[name]
		if !ok {
			return fmt.Errorf("index: document %q was not put in", name)
		}
		binary.LittleEndian.PutUint32(b[4*n:], ord)
	}
	return writeFile(filepath.Join(dir, ordinalsFile), b)
}
