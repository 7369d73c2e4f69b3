package local

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A builder turns corpus files into a corpus folder.
type builder struct {
	options  *Options
	analyzer analyzer
	dir      string
	lanes    []*lane
	sent     int // chunks that went to lanes
	reusable map[[sha256.Size]byte]*placed
	reused   []*unit
	chunks   []*placed // of all files, in order
	known    map[[sha256.Size]byte]*placed
	sawBad   atomic.Bool
	unread   []string
	read     int64 // bytes of the files before the present one
	total    int64
}

// build writes the corpus folder dir, which exists and is empty. digests are those
// that the files should have.
func build(ctx context.Context, o *Options, dir, key string, digests []string) (err error) {
	b := &builder{options: o, analyzer: newAnalyzer(o.Settings.Stemming), dir: dir, known: map[[sha256.Size]byte]*placed{}}
	for _, path := range o.Files {
		info, err := statCorpus(path)
		if err != nil {
			return err
		}
		b.total += info.Size()
	}
	defer func() { err = errors.Join(err, closeUnits(b.reused)) }()
	if err := b.findReusable(ctx); err != nil {
		return err
	}
	if err := b.index(ctx, digests); err != nil {
		return err
	}
	return b.finish(ctx, key)
}

// index reads the files and lets the lanes index what is new.
func (b *builder) index(ctx context.Context, digests []string) error {
	g, laneCtx := errgroup.WithContext(ctx)
	for i := range lanes {
		l := newLane(b, i)
		b.lanes = append(b.lanes, l)
		g.Go(func() error { return l.run(laneCtx) })
	}
	err := b.readFiles(laneCtx, digests)
	for _, l := range b.lanes {
		close(l.in)
	}
	failed := g.Wait()
	return cmp.Or(ctx.Err(), failed, err)
}

func (b *builder) readFiles(ctx context.Context, digests []string) error {
	for i, path := range b.options.Files {
		if err := b.readFile(ctx, i, digests[i]); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func (b *builder) readFile(ctx context.Context, file int, digest string) error {
	f, err := os.Open(b.options.Files[file])
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	raw := &meter{ctx: ctx, r: io.TeeReader(f, h)}
	err = eachChunk(raw, file, func(k *chunk) error {
		if err := b.place(ctx, k); err != nil {
			return err
		}
		b.progress(b.read + raw.n)
		return nil
	})
	if err != nil {
		return err
	}
	b.progress(b.read + raw.n)
	b.read += raw.n
	return sameBytes(raw, h, digest)
}

// eachChunk cuts a file, which may be compressed.
func eachChunk(raw io.Reader, file int, visit func(*chunk) error) error {
	r, err := unpack(raw)
	if err != nil {
		return err
	}
	c := newChunker(r, file)
	for {
		k, err := c.next()
		if err != nil {
			return fmt.Errorf("after line %d: %w", c.lines.line, err)
		}
		if k == nil {
			return nil
		}
		if err := visit(k); err != nil {
			return err
		}
	}
}

// place finds out where the documents of a chunk are, or sends it to a lane.
func (b *builder) place(ctx context.Context, k *chunk) error {
	b.lookAtKeys(k)
	p := &placed{file: k.file, first: k.first, digest: k.digest}
	b.chunks = append(b.chunks, p)
	if b.known[k.digest] != nil {
		return nil // it stands in the files twice; finish copies where it went
	}
	b.known[k.digest] = p
	if r := b.reusable[k.digest]; r != nil {
		p.copyPlace(r)
		return nil
	}
	p.lines = k.lines
	l := b.lanes[b.sent/laneTurn%lanes]
	b.sent++
	select {
	case l.in <- p:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *placed) copyPlace(from *placed) {
	p.segment, p.doc, p.documents, p.bad, p.badAt = from.segment, from.doc, from.documents, from.bad, from.badAt
}

// lookAtKeys notes the keys of a file's first lines that no document has a field for.
func (b *builder) lookAtKeys(k *chunk) {
	for _, l := range k.lines {
		if k.first+l.at > unreadLines {
			return
		}
		if l.bad != nil {
			continue
		}
		if _, err := evidence.ParseDocument(l.text); err != nil {
			continue
		}
		for _, key := range evidence.UnreadKeys(l.text) {
			if len(b.unread) < maxUnread && !slices.Contains(b.unread, key) {
				b.unread = append(b.unread, key)
			}
		}
	}
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

func (b *builder) progress(done int64) {
	if b.options.Progress != nil {
		b.options.Progress(int(min(done, b.total)), int(b.total))
	}
}

func (b *builder) noDocuments() error {
	return fmt.Errorf(`%w: no document in %s: give one JSON object a line, such as {"id": "1", "title": "…", "abstract": "…"}`,
		ErrNoCorpus, strings.Join(b.options.Files, ", "))
}
