package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// lockName is the file that `eval run` locks while it works in a folder.
const lockName = ".lock"

// ErrHeld says that another process works in the folder.
var ErrHeld = errors.New("another `eval run` works in this folder; wait for its end, or name another folder")

// Hold makes the folder of an evaluation if it is missing, and keeps other processes from writing it until release; they get [ErrHeld]. The system
// releases it when the process ends, however it ends. Where files cannot be locked nobody is kept out.
func Hold(dir string) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600))
	switch mine, err := lock.TryLock(); {
	case errors.Is(err, fs.ErrPermission):
		return nil, err
	case err != nil:
		return func() {}, nil
	case !mine:
		return nil, fmt.Errorf("%s: %w", dir, ErrHeld)
	}
	return func() { _ = lock.Unlock() }, nil
}

// begun says whether a run of the folder has left anything.
func begun(dir string) bool {
	found := errors.New("found")
	err := filepath.WalkDir(filepath.Join(dir, runsFolder), func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			return found
		}
		return err
	})
	return err != nil && !errors.Is(err, fs.ErrNotExist)
}
