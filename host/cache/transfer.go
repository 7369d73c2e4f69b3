package cache

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/sparkhost/sparkhost/host/internal/store"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// exportFormat is the first line of an export.
type exportFormat struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
}

var exportHeader = exportFormat{"sparkhost-cache", 1}

// A line is one entry of an export.
type line struct {
	Kind    Kind      `json:"kind"`
	Key     string    `json:"key"`     // hex
	Created time.Time `json:"created"` // UTC
	SHA256  string    `json:"sha256"`  // of the value, hex
	Value   []byte    `json:"value"`   // base64, uncompressed
}

// Export writes all whole entries as JSON lines, by key, and returns how many.
func (c *Cache) Export(ctx context.Context, w io.Writer) (int64, error) {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	if err := enc.Encode(exportHeader); err != nil {
		return 0, err
	}
	var n int64
	err := c.each(ctx, func(key Key, h header, value []byte, err error) error {
		if err != nil {
			return nil // damaged: not worth handing on
		}
		n++
		sum := sha256.Sum256(value)
		return enc.Encode(line{h.kind, key.String(), h.created.UTC(), hex.EncodeToString(sum[:]), value})
	})
	if err != nil {
		return n, err
	}
	return n, out.Flush()
}

// each calls fn for every stored entry, by key. err is set for a damaged one, whose
// kind may be unknown.
func (c *Cache) each(ctx context.Context, fn func(key Key, h header, value []byte, err error) error) error {
	return c.db.Scan([]byte("v"), func(dbKey, raw []byte) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var key Key
		copy(key.sum[:], dbKey[1:])
		h, value, err := c.unpack(raw)
		key.kind = h.kind
		return fn(key, h, value, err)
	})
}

// maxHeader bounds the first line of an export, by which it is known.
const maxHeader = 4 << 10

// An ImportReport says what became of the lines of an import.
type ImportReport struct {
	Added int64 `json:"added"`
	Kept  int64 `json:"kept"` // the cache already had the entry, at least as new
}

// Import adds the entries of an export. Each line is checked whole before it is
// stored; the first bad one ends the import with an error that names it, and what came
// before stays. Import only what you trust: a value is checked against its own digest,
// not computed again.
func (c *Cache) Import(ctx context.Context, r io.Reader) (ImportReport, error) {
	var report ImportReport
	in := bufio.NewReaderSize(r, 1<<16)
	most := maxHeader
	for n := 1; ; n++ {
		b, err := bounded.ReadLine(in, most)
		most = bounded.Line
		if errors.Is(err, io.EOF) && len(b) == 0 && n > 1 {
			return report, nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return report, err
		}
		if ctx.Err() != nil {
			return report, context.Cause(ctx)
		}
		if err := c.importLine(n, b, &report); err != nil {
			return report, fmt.Errorf("cache import: line %d: %w", n, err)
		}
	}
}

func (c *Cache) importLine(n int, b []byte, report *ImportReport) error {
	if n == 1 {
		var f exportFormat
		if err := json.Unmarshal(b, &f); err != nil || f != exportHeader {
			return errors.New("not an export of a sparkhost cache that this version reads")
		}
		return nil
	}
	var l line
	if err := json.Unmarshal(bytes.TrimSpace(b), &l); err != nil {
		return fmt.Errorf("cut off or damaged: %w", err)
	}
	key, err := l.check()
	if err != nil {
		return err
	}
	old, err := c.db.Get(key.entry())
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if h, _, bad := c.unpack(old); err == nil && bad == nil && !h.created.Before(l.Created) {
		report.Kept++
		return nil
	}
	report.Added++
	return c.put(key, header{l.Kind, l.Created}, l.Value)
}

// check makes the line's key and compares the value with its digest.
func (l line) check() (Key, error) {
	key := Key{kind: l.Kind}
	sum, err := hex.DecodeString(l.Key)
	if err != nil || len(sum) != len(key.sum) || l.Kind == "" {
		return key, fmt.Errorf("bad kind %q or key %q", l.Kind, l.Key)
	}
	copy(key.sum[:], sum)
	if y := l.Created.Year(); y < 1970 || y > 2261 {
		return key, fmt.Errorf("created in the year %d", y)
	}
	if got := sha256.Sum256(l.Value); hex.EncodeToString(got[:]) != l.SHA256 {
		return key, fmt.Errorf("the value of key %s has another sha256 than the line says", l.Key)
	}
	return key, nil
}

// A VerifyReport says what a verification found.
type VerifyReport struct {
	Entries int64     `json:"entries"` // looked at
	Bytes   int64     `json:"bytes"`   // of their values, uncompressed
	Damaged []Damaged `json:"damaged"` // by key
}

// Damaged is an entry that was found damaged and removed.
type Damaged struct {
	Kind    Kind   `json:"kind"` // empty if unreadable
	Key     string `json:"key"`
	Problem string `json:"problem"`
}

// Verify reads every entry and compares it with its checksum. Damaged entries, which
// count as missing anyway, are removed. If the store below them is damaged, so that
// entries cannot be told from each other, it removes nothing and returns [ErrCorrupt].
func (c *Cache) Verify(ctx context.Context) (VerifyReport, error) {
	r := VerifyReport{Damaged: []Damaged{}}
	if err := c.db.Check(); err != nil {
		return r, fmt.Errorf("cache: %w", err)
	}
	var gone []store.Entry
	err := c.each(ctx, func(key Key, _ header, value []byte, err error) error {
		r.Entries++
		r.Bytes += int64(len(value))
		if err != nil {
			r.Damaged = append(r.Damaged, Damaged{key.kind, key.String(), err.Error()})
			gone = append(gone, store.Entry{Key: key.entry()})
		}
		return nil
	})
	if err != nil || len(gone) == 0 {
		return r, err
	}
	return r, c.removeDamaged(gone)
}

// removeDamaged deletes entries and the index lines that lead to them, which their
// own headers cannot be trusted to name.
func (c *Cache) removeDamaged(gone []store.Entry) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	bad := map[string]bool{}
	for _, e := range gone {
		bad[string(e.Key)] = true
	}
	err := c.scanIndex(func(e indexed) error {
		if bad[string(e.key.entry())] {
			gone = append(gone, store.Entry{Key: indexKey(e.created, e.key)})
		}
		return nil
	})
	if err != nil {
		return err
	}
	c.used.loaded = false
	return c.db.Write(gone...)
}
