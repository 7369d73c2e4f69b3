package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/host/record"
)

// A recordRef is a record that is read when its turn comes.
type recordRef struct {
	name string // file, or id
	read func() (*record.Reader, error)
}

// A recordSet is the records that a command was asked for, in order.
type recordSet struct {
	command string
	home    string
	refs    []recordRef
	stores  map[string]*record.Store
}

// add takes what an argument names: a file, a folder of files, a home or its records folder, or an id.
func (s *recordSet) add(ctx context.Context, ref string) error {
	info, err := os.Stat(ref)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s.addID(ctx, ref)
	case err != nil:
		return err
	case !info.IsDir():
		s.addFile(ref)
		return nil
	}
	files, err := recordFiles(ref)
	if err != nil {
		return err
	}
	for _, f := range files {
		s.addFile(f)
	}
	for _, dir := range []string{ref, filepath.Join(ref, recordsFolder)} {
		if _, err := os.Stat(filepath.Join(dir, "MANIFEST")); err == nil {
			return s.addStore(ctx, dir)
		}
	}
	if len(files) == 0 {
		return fmt.Errorf("%s has no records: it has no *.jsonl of `run --record` and is not a cache folder", ref)
	}
	return nil
}

// recordFiles lists the records of a folder, those that were cut off included.
func recordFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if name := e.Name(); !e.IsDir() && (strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".jsonl.partial")) {
			out = append(out, filepath.Join(dir, name))
		}
	}
	return out, nil
}

func (s *recordSet) addFile(path string) {
	s.refs = append(s.refs, recordRef{path, func() (*record.Reader, error) { return record.Skim(path) }})
}

func (s *recordSet) addID(ctx context.Context, ref string) error {
	dir, err := cacheDir(s.home)
	if err != nil {
		return err
	}
	dir = filepath.Join(dir, recordsFolder)
	if _, err := os.Stat(dir); err != nil {
		return fail(ExitFailed, "%q is not a file or folder, and %s has no recorded runs: name a folder of `run --record`, or --cache DIR", ref, dir)
	}
	store, err := s.open(ctx, dir)
	if err != nil {
		return err
	}
	id, err := store.Resolve(ref)
	if err != nil {
		return unknownRun(ref, err)
	}
	s.addStored(store, id)
	return nil
}

func (s *recordSet) addStore(ctx context.Context, dir string) error {
	store, err := s.open(ctx, dir)
	if err != nil {
		return err
	}
	all, err := store.List()
	for _, one := range all {
		s.addStored(store, one.ID)
	}
	return err
}

func (s *recordSet) addStored(store *record.Store, id string) {
	s.refs = append(s.refs, recordRef{id, func() (*record.Reader, error) { return store.Skim(id) }})
}

func (s *recordSet) open(ctx context.Context, dir string) (*record.Store, error) {
	if store := s.stores[dir]; store != nil {
		return store, nil
	}
	store, err := record.Open(ctx, record.Options{Dir: dir, Command: s.command})
	if err == nil {
		s.stores[dir] = store
	}
	return store, err
}

func (s *recordSet) close() error {
	var errs []error
	for _, store := range s.stores {
		errs = append(errs, store.Close())
	}
	return errors.Join(errs...)
}

// unknownRun says what else a reference may be where no record was found by it; other errors pass.
func unknownRun(ref string, err error) error {
	switch {
	case !errors.Is(err, record.ErrNotFound):
		return err
	case strings.ContainsAny(ref, `/\`) || filepath.Ext(ref) != "":
		return fail(ExitFailed, "record %q: no such file or folder", ref)
	case len(ref) < record.MinPrefix:
		return fail(ExitFailed, "record %q: no such file or folder, and a run id needs at least %d characters; see `sparkhost runs list`", ref, record.MinPrefix)
	}
	return fail(ExitFailed, "record %q: no such file or folder, and no run id starts with this; see `sparkhost runs list`", ref)
}
