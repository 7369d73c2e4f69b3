package record

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/internal/store"
)

const (
	// A segment is written when it has this many bytes, and at the end of each round,
	// so kill -9 costs at most that much of a record.
	segmentBytes = 32 << 10
	// blobs wait for the segment that refers to them, but not more than this.
	pendingBytes = 256 << 10
	maxSeen      = 1 << 16
)

// Begin implements [Sink].
func (s *Store) Begin(id string) (*Writer, error) { return begin(s, id) }

func (s *Store) begin(id string) (output, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[id] {
		return nil, fmt.Errorf("record %q: %w", id, ErrOpen)
	}
	m, err := s.meta(id)
	if err != nil {
		return nil, err
	}
	var gone []store.Entry
	if m.Last != m.Done { // left by a process that died
		if gone, err = s.drop(id, m.Last); err != nil {
			return nil, err
		}
	}
	m.Last++
	if m.Done == 0 {
		m.Summary = Summary{}
	}
	s.open[id] = true
	return &storeOutput{store: s, id: id, meta: m, pending: gone}, nil
}

// storeOutput collects lines and blobs and writes them in batches.
type storeOutput struct {
	store   *Store
	id      string
	meta    meta
	summary Summary // of this generation
	n       uint32  // segments written
	lines   []byte
	pending []store.Entry
	size    int // bytes of pending
	digests []string
	closed  bool
}

func (o *storeOutput) line(one written) error {
	o.lines = append(o.lines, one.line...)
	if err := o.summary.take(Event{Kind: one.kind, Data: one.data}); err != nil {
		return err
	}
	switch one.kind {
	case KindRun, KindRound: // a round may wait long for its sources; the result is followed by finish
		return o.flush()
	}
	return o.flushIfLarge()
}

func (o *storeOutput) blob(digest string, data []byte) error {
	o.lines = append(o.lines, reference(digest)...)
	if o.store.has(digest) {
		return o.flushIfLarge()
	}
	packed := o.store.codec.enc.EncodeAll(data, nil)
	o.pending = append(o.pending, store.Entry{Key: blobKey(digest), Value: packed})
	o.size += len(packed)
	o.digests = append(o.digests, digest)
	return o.flushIfLarge()
}

func (o *storeOutput) flushIfLarge() error {
	if len(o.lines) < segmentBytes && o.size < pendingBytes {
		return nil
	}
	return o.flush()
}

// flush writes blobs before the lines that refer to them, and the meta last.
func (o *storeOutput) flush() error {
	entries := o.pending
	if len(o.lines) > 0 {
		packed := o.store.codec.enc.EncodeAll(o.lines, nil)
		entries = append(entries, store.Entry{Key: segmentKey(o.id, o.meta.Last, o.n), Value: packed})
	}
	if o.meta.Done == 0 || o.meta.Done == o.meta.Last {
		o.meta.Summary = o.summary
	}
	m, err := Canonical(o.meta)
	if err != nil {
		return err
	}
	entries = append(entries, store.Entry{Key: metaKey(o.id), Value: m})
	if err := o.store.db.Write(entries...); err != nil {
		return fmt.Errorf("record %q: %w", o.id, err)
	}
	if len(o.lines) > 0 {
		o.n++
	}
	o.store.remember(o.digests)
	o.lines, o.pending, o.size, o.digests = o.lines[:0], nil, 0, nil
	return nil
}

// finish makes this generation the one that readers see and deletes the one before.
func (o *storeOutput) finish() error {
	if o.meta.Done != 0 {
		gone, err := o.store.drop(o.id, o.meta.Done)
		if err != nil {
			return err
		}
		o.pending = append(o.pending, gone...)
	}
	o.meta.Done = o.meta.Last
	if err := o.flush(); err != nil {
		return err
	}
	return o.close()
}

func (o *storeOutput) close() error {
	if o.closed {
		return nil
	}
	o.closed = true
	defer o.store.release(o.id)
	if len(o.lines) == 0 && len(o.pending) == 0 {
		return nil
	}
	return o.flush()
}

func (s *Store) release(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, id)
}

// has says whether a blob is stored.
func (s *Store) has(digest string) bool {
	s.mu.Lock()
	known := s.seen[digest]
	s.mu.Unlock()
	if known {
		return true
	}
	if _, err := s.db.Get(blobKey(digest)); err != nil {
		return false
	}
	s.remember([]string{digest})
	return true
}

// remember spares later runs the look-up of blobs that are stored.
func (s *Store) remember(digests []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.seen)+len(digests) > maxSeen {
		clear(s.seen)
	}
	for _, d := range digests {
		s.seen[d] = true
	}
}
