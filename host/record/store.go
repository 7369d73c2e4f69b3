package record

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/sparkhost/sparkhost/host/internal/store"
)

// What another process or the folder may answer; see the fields there.
type (
	LockedError = store.LockedError // matches [ErrLocked]
	FolderError = store.FolderError // may match [ErrFull], [ErrNotWritable], [ErrGone] or [ErrDamaged]
)

// Errors to branch on when opening a store.
var (
	ErrLocked = store.ErrLocked
	ErrFull   = store.ErrFull

	ErrNotWritable = store.ErrNotWritable
	ErrGone        = store.ErrGone    // the folder was removed while the store was open
	ErrDamaged     = store.ErrCorrupt // the whole store; for one record see [ErrCorrupt]
)

// Options say which folder to open.
type Options struct {
	Dir     string
	Wait    time.Duration // how long to wait for another process to let go of it; 0: not at all
	Notify  func(string)  // told once if it has to wait; may be nil
	Command string        // what this process runs, for others that find the folder in use
}

// A Store is a sink that keeps many records in one Badger folder, or in memory.
// Blobs are shared by all of them. It may be used by many goroutines.
//
// # Layout
//
//	m <id>                 → [meta], JSON
//	e <len id><id> <gen> <n> → a segment: some lines of the record, zstd
//	b <digest>             → a blob, zstd
//
// Each Begin of an id starts a new generation; readers see the last finished one,
// else the last one.
type Store struct {
	db    store.DB
	codec codec
	mu    sync.Mutex
	open  map[string]bool // ids being written
	seen  map[string]bool // digests known to be stored, bounded
}

var _ Sink = (*Store)(nil)

// Open opens or creates the record store in o.Dir. Errors: *[LockedError] if
// another process has it, *[FolderError] with the next step otherwise.
func Open(ctx context.Context, o Options) (*Store, error) {
	db, err := store.Open(ctx, store.Options{
		Dir: o.Dir, Wait: o.Wait, Notify: o.Notify, Command: o.Command,
		Repair:    "move the folder away to start a fresh one, and keep it: nothing else holds these records, save for files of --record",
		Elsewhere: "choose another folder with --cache, or --no-cache for a run",
	})
	if err != nil {
		return nil, fmt.Errorf("record store: %w", err)
	}
	return newStore(db)
}

// OpenMemory returns a store that lives and dies with the process.
func OpenMemory() (*Store, error) { return newStore(store.Memory()) }

func newStore(db store.DB) (*Store, error) {
	c, err := newCodec()
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Store{db: db, codec: c, open: map[string]bool{}, seen: map[string]bool{}}, nil
}

// Close releases the folder. It is safe to call twice.
func (s *Store) Close() error {
	s.codec.close()
	return s.db.Close()
}

// codec compresses values. Its encoder and decoder may be shared.
type codec struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

func newCodec() (codec, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2))
	if err != nil {
		return codec{}, err
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(2))
	return codec{enc, dec}, err
}

func (c codec) close() {
	c.dec.Close()
}

// meta holds what the store knows of one id.
type meta struct {
	Done    uint32  `json:"done"` // generation of the finished record; 0: none
	Last    uint32  `json:"last"` // last generation begun
	Summary Summary `json:"summary"`
}

// current returns the generation that readers see.
func (m meta) current() uint32 {
	if m.Done != 0 {
		return m.Done
	}
	return m.Last
}

func metaKey(id string) []byte { return append([]byte("m"), id...) }

func blobKey(digest string) []byte { return append([]byte("b"), digest...) }

// segmentPrefix covers the segments of one generation.
func segmentPrefix(id string, gen uint32) []byte {
	k := binary.BigEndian.AppendUint32([]byte("e"), uint32(len(id)))
	return binary.BigEndian.AppendUint32(append(k, id...), gen)
}

func segmentKey(id string, gen, n uint32) []byte {
	return binary.BigEndian.AppendUint32(segmentPrefix(id, gen), n)
}

// meta reads what is known of id; the zero value if nothing is.
func (s *Store) meta(id string) (meta, error) {
	var m meta
	b, err := s.db.Get(metaKey(id))
	if errors.Is(err, store.ErrNotFound) {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return m, fmt.Errorf("record %q: %w: %w", id, ErrCorrupt, err)
	}
	return m, nil
}

// drop deletes the segments of one generation.
func (s *Store) drop(id string, gen uint32) ([]store.Entry, error) {
	var gone []store.Entry
	err := s.db.Scan(segmentPrefix(id, gen), func(key, _ []byte) error {
		gone = append(gone, store.Entry{Key: append([]byte{}, key...)})
		return nil
	})
	return gone, err
}

// List gives a summary of every record, by id.
func (s *Store) List() ([]Summary, error) {
	all := []Summary{}
	err := s.db.Scan([]byte("m"), func(key, value []byte) error {
		var m meta
		if err := json.Unmarshal(value, &m); err != nil {
			return fmt.Errorf("record %q: %w: %w", key[1:], ErrCorrupt, err)
		}
		m.Summary.ID = string(key[1:])
		m.Summary.Partial = m.Done == 0
		all = append(all, m.Summary)
		return nil
	})
	return all, err
}

// Read loads the record with that id, or returns [ErrNotFound].
func (s *Store) Read(id string) (*Reader, error) {
	lines, err := s.lines(id)
	if err != nil {
		return nil, err
	}
	return readLines(id, lines, s.blob)
}

// Generation says which of the records that were written under an id readers see, or returns [ErrNotFound].
func (s *Store) Generation(id string) (uint32, error) {
	m, err := s.meta(id)
	if err == nil && m.current() == 0 {
		err = fmt.Errorf("record %q: %w", id, ErrNotFound)
	}
	return m.current(), err
}

// lines returns those of the record that readers see.
func (s *Store) lines(id string) ([]byte, error) {
	generation, err := s.Generation(id)
	if err != nil {
		return nil, err
	}
	var lines []byte
	err = s.db.Scan(segmentPrefix(id, generation), func(_, value []byte) error {
		lines, err = s.codec.dec.DecodeAll(value, lines)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("record %q: %w: %w", id, ErrCorrupt, err)
	}
	return lines, nil
}

// blob reads a blob and checks its content.
func (s *Store) blob(digest string) ([]byte, error) {
	b, err := s.db.Get(blobKey(digest))
	if errors.Is(err, store.ErrNotFound) {
		return nil, fmt.Errorf("blob %s: %w", digest, ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	data, err := s.codec.dec.DecodeAll(b, nil)
	if err != nil || Digest(data) != digest {
		return nil, fmt.Errorf("blob %s: %w", digest, ErrCorrupt)
	}
	return data, nil
}
