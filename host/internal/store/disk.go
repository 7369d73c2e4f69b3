package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/dgraph-io/badger/v4"
)

// checkEvery is the number of bytes that may be written before the free space is looked at again.
const checkEvery = 1 << 20

// disk is a DB in a Badger folder. mu is held for writing only while the Badger
// handle is exchanged or closed.
type disk struct {
	o       Options
	mu      sync.RWMutex
	db      *badger.DB // nil once closed
	written atomic.Int64
}

var _ DB = (*disk)(nil)

func (d *disk) Get(key []byte) ([]byte, error) {
	var value []byte
	err := d.view(func(txn *badger.Txn) error {
		item, err := txn.Get(key)
		if err != nil {
			return err
		}
		value, err = item.ValueCopy(nil)
		return err
	})
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil, ErrNotFound
	}
	return value, err
}

func (d *disk) Scan(prefix []byte, fn func(key, value []byte) error) error {
	return d.view(func(txn *badger.Txn) error {
		it := txn.NewIterator(badger.IteratorOptions{Prefix: prefix})
		defer it.Close()
		for it.Rewind(); it.Valid(); it.Next() {
			item := it.Item()
			err := item.Value(func(value []byte) error { return fn(item.Key(), value) })
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// failure is folderError for a store that was opened: one whose folder was removed meanwhile is not damaged.
func (d *disk) failure(err error) error {
	if d.gone() {
		err = ErrGone // what Badger stumbles over then says nothing more
	}
	return folderError(d.o, err)
}

// gone says whether somebody removed the folder of the open store.
func (d *disk) gone() bool {
	_, err := os.Stat(filepath.Join(d.o.Dir, badger.ManifestFilename))
	return errors.Is(err, fs.ErrNotExist)
}

// view runs fn in a read transaction. What Badger panics with on damaged tables
// comes back as [ErrCorrupt].
func (d *disk) view(fn func(*badger.Txn) error) (err error) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if d.db == nil {
		return ErrClosed
	}
	defer func() {
		if r := recover(); r != nil {
			err = d.failure(fmt.Errorf("%w: %v", ErrCorrupt, r))
		}
	}()
	return d.db.View(fn)
}

func (d *disk) Check() (err error) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if d.db == nil {
		return ErrClosed
	}
	defer func() {
		if recover() != nil { // Badger trips over the block that it could not read
			err = d.failure(fmt.Errorf("%w: a block of a table does not match its checksum", ErrCorrupt))
		}
	}()
	if err := d.db.VerifyChecksum(); err != nil {
		return d.failure(err)
	}
	return nil
}

func (d *disk) Write(entries ...Entry) error {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if d.db == nil {
		return ErrClosed
	}
	if err := d.room(entries); err != nil {
		return err
	}
	batch := d.db.NewWriteBatch()
	defer batch.Cancel()
	for _, e := range entries {
		if err := put(batch, e); err != nil {
			return fmt.Errorf("%s: %w", d.o.Dir, err)
		}
	}
	if err := batch.Flush(); err != nil {
		return d.failure(err)
	}
	return nil
}

func put(batch *badger.WriteBatch, e Entry) error {
	if e.Value == nil {
		return batch.Delete(e.Key)
	}
	return batch.Set(e.Key, e.Value)
}

// room refuses a write that the disk may not hold.
func (d *disk) room(entries []Entry) error {
	var n int64
	for _, e := range entries {
		n += int64(len(e.Key) + len(e.Value))
	}
	if d.written.Add(n) < checkEvery {
		return nil
	}
	if d.gone() {
		return d.failure(ErrGone)
	}
	if err := checkRoom(d.o); err != nil {
		return err
	}
	d.written.Store(0)
	return nil
}

// Compact merges all tables into one level, where nothing deleted survives, and
// rewrites the value log. Badger turns its write-ahead log into a table, and merges
// the newest tables, only when it closes: hence the two reopenings.
func (d *disk) Compact(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.db == nil {
		return ErrClosed
	}
	if err := checkRoom(d.o); err != nil {
		return err
	}
	for _, compactOnClose := range []bool{true, false} {
		if err := d.reopen(compactOnClose); err != nil {
			return err
		}
		if err := d.caughtUp(); err != nil {
			return err
		}
	}
	if err := d.db.Flatten(1); err != nil {
		return d.failure(err)
	}
	return d.rewriteLog(ctx)
}

// caughtUp waits until a store that was just opened knows that nobody reads what was deleted before: else a compaction keeps all of it.
// Badger notes that in a goroutine, which takes marks of transactions from a channel of 100; each transaction here puts two behind them.
func (d *disk) caughtUp() error {
	for range 100 {
		if err := d.db.View(func(*badger.Txn) error { return nil }); err != nil {
			return d.failure(err)
		}
	}
	return nil
}

// rewriteLog frees the dead space of the value log, file by file.
func (d *disk) rewriteLog(ctx context.Context) error {
	for ctx.Err() == nil {
		err := d.db.RunValueLogGC(0.1)
		if errors.Is(err, badger.ErrNoRewrite) || errors.Is(err, badger.ErrRejected) {
			return nil
		}
		if err != nil {
			return d.failure(err)
		}
	}
	return context.Cause(ctx)
}

// reopen exchanges the handle; mu is held. If it fails, the store is closed.
func (d *disk) reopen(compactOnClose bool) error {
	err := d.db.Close()
	d.db = nil
	if err != nil {
		return d.failure(err)
	}
	db, err := openBadger(d.o, compactOnClose)
	if err != nil {
		return d.failure(err)
	}
	d.db = db
	return nil
}

// Size adds up what the folder's files occupy. Badger's logs are sparse files
// that only look large.
func (d *disk) Size() (int64, error) {
	var total int64
	err := filepath.WalkDir(d.o.Dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return ignoreMissing(err)
		}
		info, err := e.Info()
		if err != nil {
			return ignoreMissing(err)
		}
		total += occupied(info)
		return nil
	})
	return total, err
}

// ignoreMissing forgives that Badger removes files while we count.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (d *disk) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.db == nil {
		return nil
	}
	gone := d.gone()
	if gone { // Badger tries for ever to write its last table into a folder that is not there
		if err := os.MkdirAll(d.o.Dir, 0o700); err != nil {
			return d.failure(err)
		}
	}
	err := os.Remove(filepath.Join(d.o.Dir, holderFile))
	closed := d.db.Close()
	d.db = nil
	if gone {
		return folderError(d.o, ErrGone)
	}
	if closed != nil {
		return d.failure(closed)
	}
	return ignoreMissing(err)
}
