// Package store is the ordered key-value store under the cache and the records:
// one Badger folder, or memory with the same behaviour.
//
// It adds to Badger what both need: a typed answer when another process holds the
// folder ([LockedError]), errors that name the folder and the next step
// ([FolderError]), a refusal before the disk is full, and compaction that gives space
// back ([DB.Compact]).
package store

import (
	"context"
	"errors"
	"fmt"
)

// Errors to branch on.
var (
	ErrLocked   = errors.New("folder is in use by another process") // see [LockedError]
	ErrFull     = errors.New("disk is full")                        // see [FolderError]
	ErrCorrupt  = errors.New("store is corrupt")                    // see [FolderError], [SetAside]
	ErrClosed   = errors.New("store is closed")
	ErrNotFound = errors.New("no such key")

	ErrNotWritable = errors.New("folder is not writable") // see [FolderError]
	ErrGone        = errors.New("the folder is gone")     // see [FolderError]; it was there when the store was opened
)

// A LockedError says who uses the folder. It matches [ErrLocked].
type LockedError struct {
	Dir     string
	PID     int    // 0: unknown
	Command string // what the holder is running; may be empty
}

// Error implements error.
func (e *LockedError) Error() string {
	return fmt.Sprintf("%s is in use by %s: wait for it, or choose another folder", e.Dir, e.holder())
}

// Is makes errors.Is(err, ErrLocked) true.
func (e *LockedError) Is(target error) bool { return target == ErrLocked }

func (e *LockedError) holder() string {
	switch {
	case e.PID == 0:
		return "another process"
	case e.Command == "":
		return fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("process %d (%s)", e.PID, e.Command)
}

// A FolderError is a problem with the store's folder and what to do about it. It
// unwraps to its cause, and matches [ErrFull], [ErrNotWritable] or [ErrCorrupt] where that
// is the problem.
type FolderError struct {
	Dir     string
	Problem string
	Next    string // what the user can do
	Err     error
}

// Error implements error.
func (e *FolderError) Error() string {
	return fmt.Sprintf("%s: %s (%v): %s", e.Dir, e.Problem, e.Err, e.Next)
}

// Unwrap returns the cause.
func (e *FolderError) Unwrap() error { return e.Err }

// An Entry is one key to write. A nil Value deletes the key; an empty one does not.
type Entry struct {
	Key, Value []byte
}

// A DB is an ordered store. It may be used by many goroutines.
type DB interface {
	// Get returns a copy of the value, or [ErrNotFound].
	Get(key []byte) ([]byte, error)
	// Write makes all entries visible. Entries that fit into one Badger batch (about
	// 2 MB) become visible together; what Write returned nil for survives the death
	// of the process.
	Write(entries ...Entry) error
	// Scan calls fn for each key with the prefix, in ascending order, until it
	// returns an error. The slices are valid during the call only; fn must not
	// write to the store.
	Scan(prefix []byte, fn func(key, value []byte) error) error
	// Compact gives the space of deleted and overwritten entries back. Others wait
	// meanwhile.
	Compact(ctx context.Context) error
	// Check reads all that was written and compares it with Badger's checksums. Other
	// calls take what is damaged for missing; Check returns [ErrCorrupt].
	Check() error
	// Size is the space used, in bytes: of the folder, or of keys and values.
	Size() (int64, error)
	// Close releases the folder. It is safe to call twice.
	Close() error
}
