package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
)

// Options say which folder to open and how.
type Options struct {
	Dir     string        // created with mode 0700 if missing
	Wait    time.Duration // how long to wait for another process to let go; 0: not at all
	Notify  func(string)  // told once, if it has to wait; nil: nobody
	Command string        // what this process runs, shown to others that find the folder in use
	Repair  string        // what to do with a corrupt store, for people
	// Elsewhere says how to use another folder, for people; empty: "choose another folder".
	Elsewhere string

	free func(dir string) (int64, error) // test seam; nil: freeBytes
}

const (
	memTableSize = 16 << 20
	// keepFree is the room that must remain before a write. Badger writes through
	// memory maps, where a full disk is not an error but a SIGBUS that kills the process;
	// a write-ahead log and the table made of it fit into this much.
	keepFree    = 3 * memTableSize
	pollLock    = 20 * time.Millisecond
	holderFile  = "HOLDER"
	badgerPID   = "LOCK"
	probeFile   = "PROBE"
	largestItem = 256 << 20
)

// Open opens or creates the store in o.Dir. If another process has it open, Open
// waits up to o.Wait and then returns a *LockedError; every other refusal is a
// *FolderError or ctx's error.
func Open(ctx context.Context, o Options) (DB, error) {
	if o.free == nil {
		o.free = freeBytes
	}
	if err := prepare(o); err != nil {
		return nil, err
	}
	db, err := openWaiting(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := writeHolder(o); err != nil {
		return nil, errors.Join(folderError(o, err), db.Close())
	}
	return &disk{o: o, db: db}, nil
}

// prepare makes the folder and refuses what Badger would stumble over.
func prepare(o Options) error {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return folderError(o, refusal{err})
	}
	if err := probe(o.Dir); err != nil {
		return folderError(o, refusal{err})
	}
	return checkRoom(o)
}

// probe tries to write to the folder, as Badger's own errors do not tell a folder that
// refuses from a store that is damaged.
func probe(dir string) error {
	path := filepath.Join(dir, probeFile)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err
	}
	return ignoreMissing(os.Remove(path)) // another process may have probed meanwhile
}

func checkRoom(o Options) error {
	free, err := o.free(o.Dir)
	if err != nil {
		return folderError(o, err)
	}
	if free < keepFree {
		return folderError(o, fmt.Errorf("%w: %d MiB left, %d needed", ErrFull, free>>20, int64(keepFree)>>20))
	}
	return nil
}

// openWaiting opens the folder, again and again while another process holds it.
func openWaiting(ctx context.Context, o Options) (*badger.DB, error) {
	timer := time.NewTimer(o.Wait)
	defer timer.Stop()
	told := false
	for {
		db, err := openBadger(o, false)
		if err == nil {
			return db, nil
		}
		if !isLocked(err) {
			return nil, folderError(o, err)
		}
		locked := holder(o.Dir)
		if o.Wait <= 0 {
			return nil, locked
		}
		if !told && o.Notify != nil {
			o.Notify(fmt.Sprintf("waiting for %s that uses %s", locked.holder(), o.Dir))
		}
		told = true
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-timer.C:
			return nil, locked
		case <-time.After(pollLock):
		}
	}
}

// openBadger opens the folder with settings for a small tool that starts often:
// little memory, few goroutines, values inside the tables (so that compaction alone
// frees space; only those over 1 MB go to the value log), no compression as our
// values are compressed already.
//
// SyncWrites is off. Each write goes through a shared memory map, so after kill -9 the
// kernel still has all of it and nothing acknowledged is lost; a power cut or a kernel
// crash may lose the last seconds, never more than what followed the last table flush,
// and the store opens with what is left.
func openBadger(o Options, compactOnClose bool) (db *badger.DB, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrCorrupt, r)
		}
	}()
	if err := checkTables(o.Dir); err != nil {
		return nil, err
	}
	b := badger.DefaultOptions(o.Dir)
	b.Logger = nil
	b.SyncWrites = false
	b.MetricsEnabled = false
	b.DetectConflicts = false
	b.MemTableSize = memTableSize
	b.NumMemtables = 2
	b.NumCompactors = 2
	b.NumGoroutines = 1
	b.Compression = options.None
	b.BlockCacheSize = 0
	b.ValueLogFileSize = largestItem
	b.CompactL0OnClose = compactOnClose
	b.ChecksumVerificationMode = options.OnBlockRead
	return badger.Open(b)
}

func isLocked(err error) bool {
	return strings.Contains(err.Error(), "Cannot acquire directory lock")
}

type holderInfo struct {
	PID     int    `json:"pid"`
	Command string `json:"command"`
}

func writeHolder(o Options) error {
	b, err := json.Marshal(holderInfo{os.Getpid(), o.Command})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(o.Dir, holderFile), append(b, '\n'), 0o600)
}

// holder reads who has the folder. Badger's own file has the truth about the
// process id; the command is believed only if it comes from that process.
func holder(dir string) *LockedError {
	e := &LockedError{Dir: dir}
	if b, err := os.ReadFile(filepath.Join(dir, badgerPID)); err == nil {
		e.PID, _ = strconv.Atoi(strings.TrimSpace(string(b)))
	}
	var h holderInfo
	if b, err := os.ReadFile(filepath.Join(dir, holderFile)); err == nil && json.Unmarshal(b, &h) == nil && h.PID == e.PID {
		e.Command = h.Command
	}
	return e
}
