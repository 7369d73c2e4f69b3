package local

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
	"github.com/sparkhost/sparkhost/host/retrieval/local/records"
)

// Chunks are indexed in lanes, side by side. Which lane takes a chunk depends on the chunks alone, so that
// equal files give equal indexes on every machine. A lane holds one segment in memory, which bounds what
// building takes.
const (
	lanes        = 4
	laneTurn     = 4 // chunks that go to one lane before the next one has its turn
	laneWaiting  = 4 // chunks that wait for a lane
	segmentDocs  = 1 << 16
	segmentBytes = 48 << 20 // of postings in memory
)

// A placed is a chunk with where its documents went.
type placed struct {
	file, first int // as of the chunk
	digest      [sha256.Size]byte
	lines       []line // until they are indexed
	segment     *unit
	doc         int // the first one in the segment
	documents   int
	bad         int
	badAt       []chunkBad
}

// A unit is a segment of the corpus that is being built.
type unit struct {
	name      string
	documents int
	index     int
	open      *segment
}

// A lane turns the chunks that it gets into segments.
type lane struct {
	b       *builder
	number  int
	in      chan *placed
	counter *counter
	terms   *postings.Builder
	docs    *records.Writer
	digests []byte // of the chunks of the segment
	unit    *unit
	units   []*unit
	encoded []byte
}

func newLane(b *builder, number int) *lane {
	return &lane{b: b, number: number, in: make(chan *placed, laneWaiting), counter: newCounter(b.analyzer)}
}

// run works until no chunks are left, or ctx ends: what waits is not indexed then.
func (l *lane) run(ctx context.Context) (err error) {
	defer func() {
		if l.docs != nil {
			err = errors.Join(err, l.docs.Close())
		}
	}()
	for p := range l.in {
		if err := l.add(ctx, p); err != nil {
			return err
		}
		if l.unit.documents >= segmentDocs || l.terms.Size() >= segmentBytes {
			if err := l.endSegment(); err != nil {
				return err
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return l.endSegment()
}

// path returns that of a file which has no name yet.
func (l *lane) path(kind string) string {
	return filepath.Join(l.b.dir, fmt.Sprintf("lane%d.%s", l.number, kind))
}

func (l *lane) add(ctx context.Context, p *placed) (err error) {
	if l.unit == nil {
		l.unit, l.terms, l.digests = &unit{}, postings.NewBuilder(), nil
		if l.docs, err = records.Create(l.path("documents"), rowSize); err != nil {
			return err
		}
	}
	p.segment, p.doc = l.unit, l.unit.documents
	for _, line := range p.lines {
		if err = ctx.Err(); err == nil && line.bad == nil {
			line.bad, err = l.addLine(line)
		}
		if err != nil {
			return err
		}
		if line.bad != nil {
			l.b.sawBad.Store(true)
			if p.bad++; len(p.badAt) < maxShown {
				p.badAt = append(p.badAt, chunkBad{line.at, line.bad.Error()})
			}
		}
	}
	p.lines = nil
	p.documents = l.unit.documents - p.doc
	l.digests = append(l.digests, p.digest[:]...)
	return nil
}

// addLine adds a document. Once the corpus is refused for a bad line, only ids matter.
func (l *lane) addLine(at line) (bad, err error) {
	d, bad := evidence.ParseDocument(at.text)
	if bad != nil {
		return bad, nil
	}
	if !l.b.options.SkipBadLines && l.b.sawBad.Load() {
		d = evidence.Document{ID: d.ID}
	}
	counts, whole, title := l.counter.document(&d)
	if err := l.terms.Add(counts, whole, title); err != nil {
		return nil, err
	}
	l.encoded = appendDocument(binary.AppendUvarint(l.encoded[:0], uint64(at.at)), &d)
	l.unit.documents++
	return nil, l.docs.Append(l.encoded, newRow(&d))
}

// endSegment writes the segment, if there is one, and names it by its content.
func (l *lane) endSegment() error {
	if l.unit == nil {
		return nil
	}
	docs := l.docs
	l.docs = nil
	if err := docs.Finish(); err != nil {
		return errors.Join(err, docs.Close())
	}
	if err := l.terms.Write(l.path("postings")); err != nil {
		return err
	}
	sum := sha256.Sum256(l.digests)
	l.unit.name = hex.EncodeToString(sum[:16])
	files := segmentFiles(l.unit.name)
	for i, kind := range []string{"postings", "documents"} {
		if err := os.Rename(l.path(kind), filepath.Join(l.b.dir, files[i])); err != nil {
			return err
		}
	}
	l.units = append(l.units, l.unit)
	l.unit, l.terms = nil, nil
	return nil
}
