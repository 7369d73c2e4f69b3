package local

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/klauspost/compress/gzip"
	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// Lines are analysed in chunks of so many lines and bytes, whichever comes first;
// this bounds the memory that building takes.
const (
	chunkLines = 512
	chunkBytes = 8 << 20
	batchDocs  = 2000 // documents per segment of the index before the final merge
)

const manifestFile = "manifest.json"

// A manifest describes a finished corpus folder; it is written last.
type manifest struct {
	Version   int              `json:"version"`
	Key       string           `json:"key"`
	Stats     Stats            `json:"stats"`
	TitleLen  float64          `json:"title_terms"` // sums over all documents
	AllLen    float64          `json:"all_terms"`
	Bad       *BadLinesError   `json:"bad,omitempty"`
	FileSizes map[string]int64 `json:"file_sizes"`
}

// A builder turns corpus files into a corpus folder.
type builder struct {
	options  *Options
	analyzer analysis.Analyzer
	docs     *storeWriter
	terms    *vocabulary
	index    *scorch.Builder
	ordinals map[string]uint32
	places   []place // by ordinal, to name the first of two duplicates
	bad      BadLinesError
	m        manifest
	read     int64 // bytes of the files before the present one
	total    int64
}

type place struct{ file, line int32 }

// An item is one line on its way into the corpus.
type item struct {
	place   place
	line    []byte
	bad     error
	doc     evidence.Document
	text    digested
	encoded []byte
	digest  [sha256.Size]byte
	unread  []string // keys that no document has a field for
}

// build writes the corpus folder dir, which exists and is empty. digests are those
// that the files should have.
func build(ctx context.Context, o *Options, dir, key string, digests []string) (err error) {
	b := &builder{options: o, analyzer: newAnalyzer(o.Settings.Stemming), ordinals: map[string]uint32{}, terms: newVocabulary()}
	b.m = manifest{Version: formatVersion, Key: key}
	if b.docs, err = newStoreWriter(dir); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.docs.close()) }()
	b.index, err = scorch.NewBuilder(map[string]any{
		"path": filepath.Join(dir, indexDir), "buildPathPrefix": dir, "batchSize": batchDocs,
	})
	if err != nil {
		return err
	}
	if err := b.readFiles(ctx, digests); err != nil {
		return err
	}
	return b.finish(dir)
}

func (b *builder) readFiles(ctx context.Context, digests []string) error {
	for _, path := range b.options.Files {
		info, err := statCorpus(path)
		if err != nil {
			return err
		}
		b.total += info.Size()
	}
	for i, path := range b.options.Files {
		if err := b.readFile(ctx, i, digests[i]); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	switch {
	case b.bad.Count > 0 && !b.options.SkipBadLines:
		return &b.bad
	case len(b.ordinals) == 0:
		return fmt.Errorf(`%w: no document in %s: give one JSON object a line, such as {"id": "1", "title": "…", "abstract": "…"}`,
			ErrNoCorpus, strings.Join(b.options.Files, ", "))
	}
	return ctx.Err()
}

func (b *builder) readFile(ctx context.Context, file int, digest string) error {
	f, err := os.Open(b.options.Files[file])
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	raw := &meter{ctx: ctx, r: io.TeeReader(f, h)}
	r, err := unpack(raw)
	if err != nil {
		return err
	}
	lines := newLineReader(r)
	for done := false; !done; {
		var chunk []*item
		if chunk, done, err = readChunk(lines, file); err != nil {
			return fmt.Errorf("after line %d: %w", lines.line, err)
		}
		if err := b.addChunk(ctx, chunk); err != nil {
			return err
		}
		b.progress(b.read + raw.n)
	}
	b.read += raw.n
	return sameBytes(raw, h, digest)
}

// sameBytes reads what is left of a file and fails when it is not the file that was hashed.
func sameBytes(r io.Reader, h hash.Hash, digest string) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != digest {
		return errors.New("the file changed while it was being read; run the command again")
	}
	return nil
}

// unpack undoes gzip where a stream starts with its mark.
func unpack(r io.Reader) (io.Reader, error) {
	head := make([]byte, 2)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	all := io.MultiReader(bytes.NewReader(head[:n]), r)
	if n == 2 && head[0] == 0x1f && head[1] == 0x8b {
		return gzip.NewReader(all)
	}
	return all, nil
}

func readChunk(lines *lineReader, file int) (chunk []*item, done bool, err error) {
	size := 0
	for len(chunk) < chunkLines && size < chunkBytes {
		line, bad, err := lines.next()
		if errors.Is(err, io.EOF) {
			return chunk, true, nil
		}
		if err != nil {
			return nil, false, err
		}
		size += len(line)
		chunk = append(chunk, &item{place: place{int32(file), int32(lines.line)}, line: line, bad: bad})
	}
	return chunk, false, nil
}

// addChunk parses and analyses in parallel, then adds in the order of the lines.
func (b *builder) addChunk(ctx context.Context, chunk []*item) error {
	var g errgroup.Group
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		g.Go(func() error {
			for i := w; i < len(chunk) && ctx.Err() == nil; i += workers {
				b.prepare(chunk[i])
			}
			return nil
		})
	}
	if err := errors.Join(g.Wait(), ctx.Err()); err != nil {
		return err
	}
	for _, it := range chunk {
		if err := b.add(it); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) prepare(it *item) {
	if it.bad != nil {
		return
	}
	if it.doc, it.bad = evidence.ParseDocument(it.line); it.bad != nil {
		return
	}
	if it.place.line <= unreadLines {
		it.unread = evidence.UnreadKeys(it.line)
	}
	it.line = nil
	it.text = digestText(b.analyzer, &it.doc)
	it.encoded = appendDocument(nil, &it.doc)
	it.digest, it.bad = contentDigest(&it.doc)
}

func (b *builder) add(it *item) error {
	if it.bad == nil {
		if ord, dup := b.ordinals[it.doc.ID]; dup {
			first := b.places[ord]
			b.m.Stats.Duplicates++
			it.bad = fmt.Errorf("duplicate id %q: first in %s:%d", it.doc.ID, b.options.Files[first.file], first.line)
		}
	}
	if it.bad != nil {
		b.bad.add(BadLine{b.options.Files[it.place.file], int(it.place.line), it.bad.Error()})
		return nil
	}
	b.ordinals[it.doc.ID] = uint32(len(b.places))
	b.places = append(b.places, it.place)
	if b.bad.Count > 0 && !b.options.SkipBadLines {
		return nil // refused already: only the other bad lines are of interest
	}
	b.count(it)
	if err := b.docs.append(it.encoded, b.terms.add(it.text.terms), it.digest); err != nil {
		return err
	}
	return b.index.Index(it.text.doc)
}

func (b *builder) count(it *item) {
	for _, key := range it.unread {
		if len(b.m.Stats.Unread) < maxUnread && !slices.Contains(b.m.Stats.Unread, key) {
			b.m.Stats.Unread = append(b.m.Stats.Unread, key)
		}
	}
	b.m.Stats.count(&it.doc, it.text.titleTerms, it.text.length)
	b.m.TitleLen += float64(it.text.titleTerms)
	b.m.AllLen += float64(it.text.length)
}

func (b *builder) progress(done int64) {
	if b.options.Progress != nil {
		b.options.Progress(int(min(done, b.total)), int(b.total))
	}
}

// finish closes the parts and writes the manifest.
func (b *builder) finish(dir string) error {
	if err := b.index.Close(); err != nil {
		return err
	}
	if err := b.docs.finish(); err != nil {
		return err
	}
	if err := b.terms.write(dir); err != nil {
		return err
	}
	if err := writeOrdinals(dir, b.ordinals); err != nil {
		return err
	}
	if b.bad.Count > 0 {
		b.m.Bad = &b.bad
	}
	sizes, err := fileSizes(dir)
	if err != nil {
		return err
	}
	b.m.FileSizes = sizes
	text, err := json.MarshalIndent(b.m, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, manifestFile), append(text, '\n'))
}
