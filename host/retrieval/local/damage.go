package local

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
	"github.com/sparkhost/sparkhost/host/retrieval/local/records"
)

// A damagedError says that a corpus folder cannot be used and must be built again.
type damagedError struct{ err error }

func (e *damagedError) Error() string { return "damaged index: " + e.err.Error() }
func (e *damagedError) Unwrap() error { return e.err }

func needsBuild(err error) bool {
	var damaged *damagedError
	return errors.Is(err, fs.ErrNotExist) || errors.As(err, &damaged)
}

// isDamage says whether an error of a search comes from files that are not as they were written.
func isDamage(err error) bool {
	for _, damage := range []error{pagefile.ErrDamaged, postings.ErrDamaged, records.ErrDamaged, errRecord} {
		if errors.Is(err, damage) {
			return true
		}
	}
	return false
}

// discard takes a damaged index's manifest away, without which it is built again.
func (c *Corpus) discard() error {
	err := os.Remove(filepath.Join(c.dir, manifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
