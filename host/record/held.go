package record

import (
	"os"
	"runtime"

	"github.com/gofrs/flock"
)

// held keeps other processes from a partial file. The system releases it when the process ends, however it ends.
type held struct {
	path string
	lock *flock.Flock // nil where files cannot be locked
}

// hold locks a partial file, which it makes if it is missing. [ErrOpen] says that another process writes it.
func hold(path string) (*held, error) {
	for range 3 {
		h := &held{path, flock.New(path, flock.SetPermissions(0o600))}
		ok, err := h.lock.TryLock()
		switch {
		case err != nil:
			return &held{path: path}, nil
		case !ok:
			return nil, ErrOpen
		case h.there():
			return h, nil
		}
		h.release() // the file got its final name in between
	}
	return nil, ErrOpen
}

// there says whether the locked file still has its partial name.
func (h *held) there() bool {
	locked, err := h.lock.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(h.path)
	return err == nil && os.SameFile(locked, now)
}

// rename gives the file its final name while others are kept out. Windows renames no file that somebody has open.
func (h *held) rename(to string) error {
	if runtime.GOOS == "windows" {
		h.release()
	}
	return os.Rename(h.path, to)
}

func (h *held) release() {
	if h.lock != nil {
		_ = h.lock.Unlock()
	}
}
