package local

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// buildOnce makes the corpus folder dir, whatever other processes do: while one
// builds the others wait, and then use what it made.
func buildOnce(ctx context.Context, o *Options, dir, key string, digests []string) error {
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return cacheError(o, err)
	}
	unlock, err := lock(ctx, dir+".lock")
	if err != nil {
		return cacheError(o, err)
	}
	defer unlock()
	if c, err := load(dir, key, o); !needsBuild(err) {
		if c != nil {
			return c.Close()
		}
		return err
	}
	if exclusive {
		removeLeftovers(dir)
	}
	temp, err := os.MkdirTemp(parent, tempPrefix(key))
	if err != nil {
		return cacheError(o, err)
	}
	err = build(ctx, o, temp, key, digests)
	if err == nil {
		err = install(temp, dir)
	}
	if _, there := os.Stat(temp); err != nil && errors.Is(there, fs.ErrNotExist) {
		return fmt.Errorf("cache folder %s was removed while the corpus was being indexed in it: leave it until the command has ended, and run that again", o.Dir)
	}
	return errors.Join(err, os.RemoveAll(temp))
}

func tempPrefix(key string) string { return ".build-" + key[:16] + "-" }

// removeLeftovers clears away what a process that died while building left, and an index
// that cannot be used. The caller holds the lock.
func removeLeftovers(dir string) {
	old, err := filepath.Glob(filepath.Join(filepath.Dir(dir), tempPrefix(filepath.Base(dir))+"*"))
	if err != nil {
		return
	}
	for _, path := range append(old, dir) {
		_ = os.RemoveAll(path) // if it stays, install says so
	}
}

// install moves a finished folder into place. That another process was faster is no
// error: both folders hold the same.
func install(temp, dir string) error {
	err := os.Rename(temp, dir)
	if err != nil {
		if _, there := os.Stat(filepath.Join(dir, manifestFile)); there == nil {
			return nil
		}
		return err
	}
	return syncDir(filepath.Dir(dir))
}

// syncDir makes renames in a folder last through a loss of power, where the file
// system lets a folder be synced.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// cacheError adds what to do to an error about the cache folder.
func cacheError(o *Options, err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, errReadOnly) {
		return fmt.Errorf("cache folder %s cannot be written: %w: name another with --cache", o.Dir, err)
	}
	return err
}
