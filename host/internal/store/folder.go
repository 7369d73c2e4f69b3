package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// What the operating system may answer when nothing is wrong with the store.
var (
	noRoom   = []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT}
	noAccess = []syscall.Errno{syscall.EACCES, syscall.EPERM, syscall.EROFS}
	noMeans  = []syscall.Errno{syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE}
)

// is says whether err is one of errnos. Badger puts causes into its errors as text,
// so the text counts too.
func is(err error, errnos []syscall.Errno) bool {
	return slices.ContainsFunc(errnos, func(e syscall.Errno) bool {
		return errors.Is(err, e) || strings.Contains(err.Error(), e.Error())
	})
}

// A refusal is an error met before there was a store to be damaged.
type refusal struct{ error }

func (e refusal) Unwrap() error { return e.error }

// Is makes errors.Is(err, ErrNotWritable) true.
func (e refusal) Is(target error) bool { return target == ErrNotWritable }

// folderError puts the cause into words. What has no other explanation is damage.
func folderError(o Options, err error) error {
	elsewhere := o.Elsewhere
	if elsewhere == "" {
		elsewhere = "choose another folder"
	}
	e := &FolderError{Dir: o.Dir, Err: err}
	switch {
	case errors.Is(err, ErrGone):
		e.Problem, e.Next = "folder was removed while it was in use", "what it held is gone; leave it until the command has ended, and run that again"
	case errors.Is(err, ErrFull):
		e.Problem, e.Next = "no room on the disk", "free some space or "+elsewhere
	case is(err, noRoom):
		e.Problem, e.Next = "no room on the disk", "free some space or "+elsewhere
		e.Err = fmt.Errorf("%w: %w", ErrFull, err)
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		e.Problem, e.Next = "not a folder", "move the file away or "+elsewhere
	case is(err, noMeans):
		e.Problem, e.Next = "not enough memory or open files", "close other programs or raise the limit, then try again"
	case errors.Is(err, ErrNotWritable), errors.Is(err, fs.ErrPermission), is(err, noAccess):
		e.Problem, e.Next = "folder is not writable", "change its permissions or "+elsewhere
		e.Err = refusal{err}
	default:
		e.Problem, e.Next = "store cannot be opened", o.Repair
		if !errors.Is(err, ErrCorrupt) {
			e.Err = fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
	}
	return e
}

// mostAside ends the search for a free name.
const mostAside = 10_000

// SetAside renames a store's folder to the first free of dir.damaged-1, dir.damaged-2
// and so on, and returns that name. Nobody may have the store open.
func SetAside(dir string) (string, error) {
	for n := 1; n <= mostAside; n++ {
		to := fmt.Sprintf("%s.damaged-%d", filepath.Clean(dir), n)
		_, err := os.Lstat(to)
		if err == nil {
			continue
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = os.Rename(dir, to)
		}
		return to, err
	}
	return "", fmt.Errorf("%s: %d damaged folders lie beside it: remove some", dir, mostAside)
}
