// Package atomicfile writes files whole or not at all: into a temporary file of the same folder, which is
// renamed when it is complete. Readers see the old content or the new one, never a part. Of two writers
// of one name the last wins.
package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write replaces the file at path by what fill writes, with the permissions perm. The content is on disk before the name
// points at it, so a power loss leaves the old file or the new one. The folder must exist. On an error
// the old file stays and nothing else is left behind.
func Write(path string, perm fs.FileMode, fill func(io.Writer) error) error {
	return replace(path, perm, func(f *os.File) error {
		if err := fill(f); err != nil {
			return err
		}
		return f.Sync()
	})
}

// WriteBytes is [Write] for content that is in memory.
func WriteBytes(path string, perm fs.FileMode, content []byte) error {
	return Write(path, perm, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Cache is [Write] without waiting for the disk, for what can be made again. After a power loss the file may be
// cut, so its readers must check it.
func Cache(path string, perm fs.FileMode, content []byte) error {
	return replace(path, perm, func(f *os.File) error {
		_, err := f.Write(content)
		return err
	})
}

func replace(path string, perm fs.FileMode, fill func(*os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			at.Path = path // the temporary name tells nobody anything
		}
		return err
	}
	err = fill(f)
	if err == nil {
		err = f.Chmod(perm)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
