// Package cache keeps results by the content of what they were computed from, in a
// Badger folder or in memory.
//
// A caller builds a [Key] from everything that the result depends on and asks for it
// with [Cache.Do]:
//
//	key := cache.NewKey("search").Text(source.Fingerprint()).Text(query).Number(10).Sum()
//	value, hit, err := c.Do(ctx, key, func(ctx context.Context) ([]byte, error) { … })
//
// Values are compressed and carry a checksum; a damaged one counts as missing.
// Errors are never cached. When the size cap is passed, the entries created longest
// ago go first: as entries are addressed by content, one that is still wanted comes
// back at the price of one computation, where least-recently-used order would cost a
// write for every read.
//
// # Processes
//
// One process at a time may have the folder open. The second gets a *[LockedError],
// at once or after Options.Wait, and goes on with [OpenMemory], which has the same API.
package cache

import (
	"context"
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
	FolderError = store.FolderError // may match [ErrFull], [ErrNotWritable], [ErrGone] or [ErrCorrupt]
)

// Errors to branch on.
var (
	ErrLocked  = store.ErrLocked
	ErrFull    = store.ErrFull
	ErrCorrupt = store.ErrCorrupt // see [SetAside]
	ErrClosed  = store.ErrClosed

	ErrNotWritable = store.ErrNotWritable
	ErrGone        = store.ErrGone // the folder was removed while the store was open
)

// DefaultMaxBytes caps the stored bytes unless Options.MaxBytes says otherwise.
const DefaultMaxBytes = 1 << 30

// Options say where the cache is and how it behaves. With Dir set, the zero value is
// ready to use.
type Options struct {
	Dir      string                 // created with mode 0700 if missing
	MaxBytes int64                  // cap on compressed values and keys; 0: DefaultMaxBytes; negative: none
	TTL      map[Kind]time.Duration // age after which an entry counts as missing; none or 0: never
	Wait     time.Duration          // how long to wait for another process to let go; 0: not at all
	Clock    func() time.Time       // nil: time.Now
	Notify   func(string)           // told, from any goroutine, of a wait and of the first value that cannot be stored; may be nil
	Command  string                 // what this process runs, for others that find the folder in use
}

// A Cache may be used by many goroutines.
type Cache struct {
	o   Options
	db  store.DB
	enc *zstd.Encoder
	dec *zstd.Decoder

	flights flights
	warned  sync.Once

	writing sync.Mutex // held while entries are added or removed; guards the next two
	used    usage
	dead    int64 // bytes deleted since the last compaction

	counting sync.Mutex
	counters map[Kind]*Counters // of this process, not yet saved
}

// Open opens or creates the cache in o.Dir. Errors: *[LockedError] if another
// process has it, *[FolderError] with the next step otherwise.
func Open(ctx context.Context, o Options) (*Cache, error) {
	db, err := store.Open(ctx, store.Options{
		Dir: o.Dir, Wait: o.Wait, Notify: o.Notify, Command: o.Command,
		Repair:    "`sparkhost cache verify --repair` moves the folder aside and starts a fresh cache, which runs fill again",
		Elsewhere: "choose another folder with --cache, or --no-cache for a run",
	})
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return newCache(o, db)
}

// SetAside renames the folder of a cache that cannot be opened for damage (see
// [ErrCorrupt]) to the first free of dir.damaged-1, dir.damaged-2 and so on, and
// returns that name. The next Open starts a fresh cache in its place.
func SetAside(dir string) (string, error) {
	to, err := store.SetAside(dir)
	if err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	return to, nil
}

// OpenMemory returns an empty cache with default options that lives and dies with the
// process.
func OpenMemory() (*Cache, error) { return newCache(Options{}, store.Memory()) }

func newCache(o Options, db store.DB) (*Cache, error) {
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2))
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(2))
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	c := &Cache{o: o, db: db, enc: enc, dec: dec, counters: map[Kind]*Counters{}}
	c.flights.init()
	return c, nil
}

// Close cancels computations that are under way, waits for them, saves the counters
// and releases the folder. It is safe to call twice.
func (c *Cache) Close() error {
	if !c.flights.close() {
		return nil
	}
	saved := c.saveCounters()
	c.dec.Close()
	return errors.Join(saved, c.db.Close())
}

// Do returns the value of key: the cached one (hit true), or what fn returns, which
// is then cached. Concurrent calls with one key share one call of fn. Its context
// is cancelled when all its callers have gone or the cache is closed, so a cancelled
// caller, which gets its context's cause, does not cancel the others. An error of fn
// goes to all callers and is not cached. The value is shared and must not be changed.
//
// A value that cannot be stored, on a full disk for instance, is returned all the
// same; Options.Notify hears of the first.
func (c *Cache) Do(ctx context.Context, key Key, fn func(context.Context) ([]byte, error)) (value []byte, hit bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, context.Cause(ctx)
	}
	value, ok, err := c.Get(key)
	if ok || err != nil {
		return value, ok, err
	}
	value, err = c.flights.do(ctx, key, func(ctx context.Context) ([]byte, error) {
		if value, ok := c.peek(key); ok {
			return value, nil // a flight that has just landed
		}
		value, err := fn(ctx)
		if err == nil {
			c.keep(key, value)
		}
		return value, err
	})
	return value, false, err
}

// keep stores value and swallows the failure, save for one notice.
func (c *Cache) keep(key Key, value []byte) {
	err := c.Put(key, value)
	if err == nil || errors.Is(err, ErrClosed) {
		return
	}
	c.count(key.kind, func(n *Counters) { n.Unstored++ })
	if c.o.Notify != nil {
		c.warned.Do(func() { c.o.Notify(fmt.Sprintf("results are not cached: %v", err)) })
	}
}

// Get returns the cached value of key, if there is one that is whole and not
// expired.
func (c *Cache) Get(key Key) (value []byte, ok bool, err error) {
	raw, err := c.db.Get(key.entry())
	if errors.Is(err, store.ErrNotFound) {
		c.count(key.kind, func(n *Counters) { n.Misses++ })
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("cache: %w", err)
	}
	h, value, err := c.unpack(raw)
	switch {
	case err != nil:
		c.count(key.kind, func(n *Counters) { n.Misses++; n.Damaged++ })
	case c.expired(h):
		c.count(key.kind, func(n *Counters) { n.Misses++; n.Expired++ })
	default:
		c.count(key.kind, func(n *Counters) { n.Hits++; n.BytesServed += int64(len(value)) })
		return value, true, nil
	}
	return nil, false, nil
}

// peek is Get without counting.
func (c *Cache) peek(key Key) ([]byte, bool) {
	raw, err := c.db.Get(key.entry())
	if err != nil {
		return nil, false
	}
	h, value, err := c.unpack(raw)
	return value, err == nil && !c.expired(h)
}

func (c *Cache) expired(h header) bool {
	ttl := c.o.TTL[h.kind]
	return ttl > 0 && c.o.Clock().Sub(h.created) >= ttl
}

// Put stores value under key, in place of what is there, and evicts if the cap is
// passed. A value larger than the cap is not stored, which is not an error.
func (c *Cache) Put(key Key, value []byte) error {
	return c.put(key, header{kind: key.kind, created: c.o.Clock()}, value)
}
