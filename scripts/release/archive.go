package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A file is one of an archive, or a folder by its mode; path is relative, with slashes.
type file struct {
	path  string
	mode  fs.FileMode
	data  []byte
	owner int // user and group, root where it is left out
}

// A tree is a list of files.
type tree []file

// sorted returns a copy in the order of paths.
func (t tree) sorted() tree {
	out := slices.Clone(t)
	slices.SortFunc(out, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return out
}

// readTree reads the regular files below a folder.
func readTree(dir, prefix string) (tree, error) {
	var t tree
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		t = append(t, file{path: prefix + filepath.ToSlash(rel), mode: 0o644, data: b})
		return err
	})
	return t, err
}

// archive writes sparkhost_VERSION_OS_ARCH.tar.gz, for Windows a zip, with everything in one folder.
func (s *source) archive(p platform, all tree, out string) error {
	var inside tree
	for _, f := range all {
		inside = append(inside, file{path: s.name(p) + "/" + f.path, mode: f.mode, data: f.data})
	}
	write, suffix := tarGzip, ".tar.gz"
	if p.os == "windows" {
		write, suffix = zipped, ".zip"
	}
	var b bytes.Buffer
	if err := write(&b, inside.sorted(), s.Time); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, s.name(p)+suffix), b.Bytes(), 0o644)
}

func tarGzip(w io.Writer, t tree, at time.Time) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := tarred(z, t, at); err != nil {
		return err
	}
	return z.Close()
}

// tarred writes files with one time.
func tarred(w io.Writer, t tree, at time.Time) error {
	a := tar.NewWriter(w)
	for _, f := range t {
		h := &tar.Header{Name: f.path, Mode: int64(f.mode.Perm()), Uid: f.owner, Gid: f.owner, Size: int64(len(f.data)), ModTime: at, Format: tar.FormatPAX}
		if f.mode.IsDir() {
			h.Typeflag = tar.TypeDir
		}
		if err := a.WriteHeader(h); err != nil {
			return err
		}
		if _, err := a.Write(f.data); err != nil {
			return err
		}
	}
	return a.Close()
}

func zipped(w io.Writer, t tree, at time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range t {
		h := &zip.FileHeader{Name: f.path, Method: zip.Deflate, Modified: at.UTC()}
		h.SetMode(f.mode)
		into, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := into.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}
