package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/host/library/zotero"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
)

// run reads, merges and writes.
func (im *importer) run(ctx context.Context, c *collection, dir string) (out Imported, err error) {
	if im.spool, err = newSpool(im.Dir); err != nil {
		return Imported{}, err
	}
	defer func() { err = errors.Join(err, im.spool.close()) }()
	if im.PDF == nil {
		im.PDF = &pdf.Reader{CacheDir: filepath.Join(im.Dir, "wasm")}
		defer func() { err = errors.Join(err, im.PDF.Close()) }()
	}
	if err := im.readAll(ctx, c); err != nil {
		return Imported{}, err
	}
	if im.spool.len() == 0 {
		return Imported{Report: im.report}, im.nothing()
	}
	if im.changed {
		dir += "-changed"
	}
	if err := im.install(ctx, dir); err != nil {
		return Imported{Report: im.report}, err
	}
	return Imported{Path: filepath.Join(dir, linesFile), Report: im.report}, nil
}

func (im *importer) nothing() error {
	return fmt.Errorf("%w from %s", ErrNothing, strings.Join(im.Paths, ", "))
}

// readAll reads references first, then the PDFs that none of them names.
func (im *importer) readAll(ctx context.Context, c *collection) error {
	var papers []source
	for _, s := range c.sources {
		if s.format == formatPDF {
			papers = append(papers, s)
			continue
		}
		if err := im.references(ctx, s); err != nil {
			return err
		}
	}
	if err := im.attach(ctx); err != nil {
		return err
	}
	return im.pdfs(ctx, im.unnamed(papers))
}

// unnamed returns the PDFs that no reference list named: the others are read already.
func (im *importer) unnamed(papers []source) []source {
	named := map[string]bool{}
	for _, a := range im.attachments {
		named[absolute(a.Path)] = true
	}
	var out []source
	for _, s := range papers {
		if !named[absolute(s.path)] {
			out = append(out, s)
		}
	}
	return out
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// install writes the corpus into a folder of its own and moves it into place.
func (im *importer) install(ctx context.Context, dir string) (err error) {
	temp, err := os.MkdirTemp(filepath.Dir(dir), ".import-*")
	if err != nil {
		return &spoolError{err}
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	f, err := os.Create(filepath.Join(temp, linesFile))
	if err != nil {
		return &spoolError{err}
	}
	if err = errors.Join(im.write(ctx, f), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := im.save(ctx, temp); err != nil {
		return &spoolError{err}
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Rename(temp, dir); err != nil {
		if _, there := os.Stat(filepath.Join(dir, reportFile)); there != nil {
			return err
		}
	}
	return nil
}

// zoteroDigest covers the database, its log of changes, and the PDFs in storage.
func (im *importer) zoteroDigest(ctx context.Context, dir string) (string, error) {
	h := sha256.New()
	add := func(path string) error {
		digest, err := local.FileDigest(ctx, im.files(), path)
		fmt.Fprintln(h, filepath.Base(path), digest)
		return err
	}
	if err := add(filepath.Join(dir, zotero.Database)); err != nil {
		return "", err
	}
	for _, log := range []string{"-wal", "-journal"} {
		if _, err := os.Stat(filepath.Join(dir, zotero.Database+log)); err == nil {
			if err := add(filepath.Join(dir, zotero.Database+log)); err != nil {
				return "", err
			}
		}
	}
	err := filepath.WalkDir(filepath.Join(dir, "storage"), func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() || !strings.EqualFold(filepath.Ext(path), ".pdf") {
			return err
		}
		return add(path)
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
