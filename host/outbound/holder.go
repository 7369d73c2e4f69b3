package outbound

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// A holder shows other processes that this one lives: it keeps a file locked, and the system releases the lock when the process ends,
// however it ends. There is one per process and folder.
type holder struct {
	name string
	lock *flock.Flock
}

// holderSuffix ends the names of the files that holders lock.
const holderSuffix = ".holder"

var (
	holdersMu sync.Mutex
	holders   = map[string]*holder{} // by folder; they are held until the process ends
)

// holderIn is this process's holder in a folder; nil where files cannot be locked: then leases alone decide.
func holderIn(dir string) *holder {
	holdersMu.Lock()
	defer holdersMu.Unlock()
	if h := holders[dir]; h != nil && h.there(dir) {
		return h
	}
	sweep(dir)
	h := &holder{name: rand.Text()}
	h.lock = flock.New(filepath.Join(dir, h.name+holderSuffix))
	if ok, err := h.lock.TryLock(); !ok || err != nil {
		return nil
	}
	holders[dir] = h
	return h
}

// there says whether the file is still in its folder: somebody may have removed it.
func (h *holder) there(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, h.name+holderSuffix))
	return err == nil
}

// gone says whether the process of a holder has ended. What cannot be found out counts as alive.
func gone(dir, name string) bool {
	if name == "" || name != filepath.Base(name) {
		return false
	}
	holdersMu.Lock()
	own := holders[dir]
	holdersMu.Unlock()
	if own != nil && own.name == name {
		return false
	}
	path := filepath.Join(dir, name+holderSuffix)
	if _, err := os.Stat(path); err != nil {
		return os.IsNotExist(err)
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDWR))
	ok, err := lock.TryLock()
	if err != nil || !ok {
		return false
	}
	_ = os.Remove(path)
	_ = lock.Close()
	return true
}

// sweepAfter is the age from which the files of processes that ended are removed.
const sweepAfter = time.Hour

// sweep removes the files of processes that ended long ago.
func sweep(dir string) {
	files, _ := os.ReadDir(dir) // a folder that cannot be read keeps its files
	for _, f := range files {
		name, is := strings.CutSuffix(f.Name(), holderSuffix)
		if info, err := f.Info(); is && err == nil && time.Since(info.ModTime()) > sweepAfter && (holders[dir] == nil || holders[dir].name != name) {
			lock := flock.New(filepath.Join(dir, f.Name()), flock.SetFlag(os.O_RDWR))
			if ok, err := lock.TryLock(); ok && err == nil {
				_ = os.Remove(filepath.Join(dir, f.Name()))
				_ = lock.Close()
			}
		}
	}
}
