package cache

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host/internal/store"
)

const (
	// An eviction goes on until this share of the cap is left, so that it is rare.
	evictTo = 0.9
	// Deleted entries occupy the disk until the store is compacted, which happens when
	// they reach this share of the cap.
	compactAt = 0.25
)

// kindUsage counts the entries of one kind and their bytes.
type kindUsage struct{ Entries, Bytes int64 }

// usage sums up the space of all entries; it is read from the index at first need.
type usage struct {
	loaded bool
	bytes  int64
	kinds  map[Kind]*kindUsage
}

func (u *usage) add(kind Kind, entries, bytes int64) {
	k := u.kinds[kind]
	if k == nil {
		k = &kindUsage{}
		u.kinds[kind] = k
	}
	k.Entries += entries
	k.Bytes += bytes
	u.bytes += bytes
	if k.Entries == 0 {
		delete(u.kinds, kind)
	}
}

// The index lists all entries by creation: "x", created (8, ns), sum → size (8), kind.
func indexKey(created time.Time, key Key) []byte {
	b := binary.BigEndian.AppendUint64([]byte("x"), uint64(created.UnixNano()))
	return append(b, key.sum[:]...)
}

// An indexed entry is one line of the index.
type indexed struct {
	key     Key
	created time.Time
	size    int64
}

func readIndex(key, value []byte) (indexed, bool) {
	if len(key) != 1+8+len(Key{}.sum) || len(value) < 8 {
		return indexed{}, false
	}
	e := indexed{created: time.Unix(0, int64(binary.BigEndian.Uint64(key[1:]))), size: int64(binary.BigEndian.Uint64(value))}
	e.key.kind = Kind(value[8:])
	copy(e.key.sum[:], key[9:])
	return e, true
}

// scanIndex calls fn for every entry, oldest first.
func (c *Cache) scanIndex(fn func(indexed) error) error {
	return c.db.Scan([]byte("x"), func(key, value []byte) error {
		if e, ok := readIndex(key, value); ok {
			return fn(e)
		}
		return nil
	})
}

// loadUsage adds up the index once; writing is held.
func (c *Cache) loadUsage() error {
	if c.used.loaded {
		return nil
	}
	c.used = usage{loaded: true, kinds: map[Kind]*kindUsage{}}
	err := c.scanIndex(func(e indexed) error {
		c.used.add(e.key.kind, 1, e.size)
		return nil
	})
	c.used.loaded = err == nil
	return err
}

// put stores an entry with its index line and evicts if need be.
func (c *Cache) put(key Key, h header, value []byte) error {
	raw, err := c.pack(h, value)
	if err != nil {
		return err
	}
	size := int64(len(raw) + len(key.entry()))
	if c.o.MaxBytes > 0 && size > c.o.MaxBytes {
		return nil
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if err := c.loadUsage(); err != nil {
		return err
	}
	entries, oldSize, err := c.replaced(key)
	if err != nil {
		return err
	}
	line := append(binary.BigEndian.AppendUint64(nil, uint64(size)), h.kind...)
	entries = append(entries, store.Entry{Key: indexKey(h.created, key), Value: line}, store.Entry{Key: key.entry(), Value: raw})
	if err := c.db.Write(entries...); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	if oldSize > 0 {
		c.used.add(key.kind, -1, -oldSize)
		c.dead += oldSize
	}
	c.used.add(key.kind, 1, size)
	return c.evict(context.Background())
}

// replaced returns what must be deleted when key is written, and the size it had.
func (c *Cache) replaced(key Key) ([]store.Entry, int64, error) {
	old, err := c.db.Get(key.entry())
	if errors.Is(err, store.ErrNotFound) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	h, _, _, err := readHeader(old)
	if err != nil {
		return nil, 0, nil // a damaged header; the index line goes with the next GC
	}
	return []store.Entry{{Key: indexKey(h.created, key)}}, int64(len(old) + len(key.entry())), nil
}

// evict removes the oldest entries while the cap is passed; writing is held.
func (c *Cache) evict(ctx context.Context) error {
	if c.o.MaxBytes <= 0 || c.used.bytes <= c.o.MaxBytes {
		return nil
	}
	target := int64(evictTo * float64(c.o.MaxBytes))
	var gone []indexed
	left := c.used.bytes
	err := c.scanIndex(func(e indexed) error {
		if left <= target {
			return errStop
		}
		left -= e.size
		gone = append(gone, e)
		return nil
	})
	if err != nil && !errors.Is(err, errStop) {
		return err
	}
	if err := c.remove(gone); err != nil {
		return err
	}
	for _, e := range gone {
		c.count(e.key.kind, func(n *Counters) { n.Evictions++ })
	}
	if float64(c.dead) < compactAt*float64(c.o.MaxBytes) {
		return nil
	}
	return c.compact(ctx)
}

var errStop = errors.New("stop")

// remove deletes entries with their index lines; writing is held and usage loaded.
func (c *Cache) remove(gone []indexed) error {
	var entries []store.Entry
	for _, e := range gone {
		entries = append(entries, store.Entry{Key: indexKey(e.created, e.key)}, store.Entry{Key: e.key.entry()})
	}
	if len(entries) == 0 {
		return nil
	}
	if err := c.db.Write(entries...); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	for _, e := range gone {
		c.used.add(e.key.kind, -1, -e.size)
		c.dead += e.size
	}
	return nil
}

func (c *Cache) compact(ctx context.Context) error {
	if err := c.db.Compact(ctx); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	c.dead = 0
	return nil
}

// A GCReport says what a garbage collection did.
type GCReport struct {
	Expired    int64 `json:"expired"`     // entries removed for their age
	Evicted    int64 `json:"evicted"`     // entries removed for the cap
	Entries    int64 `json:"entries"`     // entries left
	DiskBefore int64 `json:"disk_before"` // bytes
	DiskAfter  int64 `json:"disk_after"`
}

// GC removes expired entries and those over the cap, and gives their space back to
// the disk. Other callers wait meanwhile.
func (c *Cache) GC(ctx context.Context) (GCReport, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	var r GCReport
	var err error
	if r.DiskBefore, err = c.db.Size(); err != nil {
		return r, err
	}
	if err = c.loadUsage(); err != nil {
		return r, err
	}
	if r.Expired, err = c.removeExpired(ctx); err != nil {
		return r, err
	}
	before := c.entries()
	if err = c.evict(ctx); err != nil {
		return r, err
	}
	r.Entries = c.entries()
	r.Evicted = before - r.Entries
	if err = c.compact(ctx); err != nil {
		return r, err
	}
	r.DiskAfter, err = c.db.Size()
	return r, err
}

func (c *Cache) entries() int64 {
	var n int64
	for _, k := range c.used.kinds {
		n += k.Entries
	}
	return n
}

// removeExpired deletes the entries past their time to live.
func (c *Cache) removeExpired(ctx context.Context) (int64, error) {
	var gone []indexed
	err := c.scanIndex(func(e indexed) error {
		if c.expired(header{e.key.kind, e.created}) {
			gone = append(gone, e)
		}
		return context.Cause(ctx)
	})
	if err != nil {
		return 0, err
	}
	return int64(len(gone)), c.remove(gone)
}
