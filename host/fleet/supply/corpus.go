// Package supply brings to a worker what a batch needs: small files of policies and plugins through the object store, and literature by its
// digest from the worker's own disk.
package supply

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
)

// Corpus describes literature at a path: the digest of a file is its sha256; that of a folder covers the names and contents of its files.
func Corpus(path string) (batch.Corpus, error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return batch.Corpus{}, err
	}
	c := batch.Corpus{Path: whole}
	info, err := os.Stat(whole)
	if err == nil && !info.IsDir() {
		c.Digest, c.Bytes, err = digest(whole)
		return c, err
	}
	if err != nil {
		return c, err
	}
	sum := sha256.New()
	err = filepath.WalkDir(whole, func(file string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		one, n, err := digest(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(whole, file)
		fmt.Fprintf(sum, "%s %s\n", one, filepath.ToSlash(rel))
		c.Bytes += n
		return err
	})
	c.Digest = hex.EncodeToString(sum.Sum(nil))
	return c, err
}

// digest returns the sha256 of a file, and its length.
func digest(path string) (string, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), n, err
}

// Literature finds the corpora of a batch on this machine: at the paths of the submitter, or at own paths. All that is missing is in the error.
func Literature(want []batch.Corpus, own []string) (paths []string, err error) {
	known := map[string]string{} // by digest
	for _, path := range own {
		c, err := Corpus(path)
		if err != nil {
			return nil, err
		}
		known[c.Digest] = c.Path
	}
	for _, w := range want {
		if path, has := known[w.Digest]; has {
			paths = append(paths, path)
			continue
		}
		here, err := Corpus(w.Path)
		switch {
		case err != nil:
			return nil, fmt.Errorf("no corpus here has the sha256 %.12s of %s; name one with --corpus", w.Digest, w.Path)
		case here.Digest != w.Digest:
			return nil, fmt.Errorf("corpus %s differs here: sha256 %.12s, and the batch has %.12s; copy it, or name another with --corpus", w.Path, here.Digest, w.Digest)
		}
		paths = append(paths, w.Path)
	}
	return paths, nil
}
