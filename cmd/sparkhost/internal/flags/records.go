package flags

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
)

// A RecordRef names a record. Read loads it when it is called.
type RecordRef struct {
	Name string // file, or id
	Read func() (*record.Reader, error)
}

// A RecordSet is the records that a command was asked for, in order.
type RecordSet struct {
	Command string
	Home    string
	Refs    []RecordRef
	Stores  map[string]*record.Store
}

// Add takes what an argument names: a file, a folder of files, a home or its records folder, or an id.
func (s *RecordSet) Add(ctx context.Context, ref string) error {
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
	files, err := RecordFiles(ref)
	if err != nil {
		return err
	}
	for _, f := range files {
		s.addFile(f)
	}
	for _, dir := range []string{ref, filepath.Join(ref, shell.RecordsFolder)} {
		if _, err := os.Stat(filepath.Join(dir, "MANIFEST")); err == nil {
			return s.addStore(ctx, dir)
		}
	}
	if len(files) == 0 {
		return fmt.Errorf("%s has no records: it has no *.jsonl of `run --record` and is not a cache folder", ref)
	}
	return nil
}

// RecordFiles lists the records of a folder, partial ones too.
func RecordFiles(dir string) ([]string, error) {
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

func (s *RecordSet) addFile(path string) {
	s.Refs = append(s.Refs, RecordRef{path, func() (*record.Reader, error) { return record.Skim(path) }})
}

func (s *RecordSet) addID(ctx context.Context, ref string) error {
	dir, err := shell.CacheDir(s.Home)
	if err != nil {
		return err
	}
	dir = filepath.Join(dir, shell.RecordsFolder)
	if _, err := os.Stat(dir); err != nil {
		return shell.Fail(shell.ExitFailed, "%q is not a file or folder, and %s has no recorded runs: name a folder of `run --record`, or --cache DIR", ref, dir)
	}
	store, err := s.open(ctx, dir)
	if err != nil {
		return err
	}
	id, err := store.Resolve(ref)
	if err != nil {
		return UnknownRun(ref, err)
	}
	s.addStored(store, id)
	return nil
}

func (s *RecordSet) addStore(ctx context.Context, dir string) error {
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

func (s *RecordSet) addStored(store *record.Store, id string) {
	s.Refs = append(s.Refs, RecordRef{id, func() (*record.Reader, error) { return store.Skim(id) }})
}

func (s *RecordSet) open(ctx context.Context, dir string) (*record.Store, error) {
	if store := s.Stores[dir]; store != nil {
		return store, nil
	}
	store, err := record.Open(ctx, record.Options{Dir: dir, Command: s.Command})
	if err == nil {
		s.Stores[dir] = store
	}
	return store, err
}

// Close closes the stores that the set opened.
func (s *RecordSet) Close() error {
	var errs []error
	for _, store := range s.Stores {
		errs = append(errs, store.Close())
	}
	return errors.Join(errs...)
}

// UnknownRun turns [record.ErrNotFound] into a message that says which forms a reference can take. It returns other errors unchanged.
func UnknownRun(ref string, err error) error {
	switch {
	case !errors.Is(err, record.ErrNotFound):
		return err
	case strings.ContainsAny(ref, `/\`) || filepath.Ext(ref) != "":
		return shell.Fail(shell.ExitFailed, "record %q: no such file or folder", ref)
	case len(ref) < record.MinPrefix:
		return shell.Fail(shell.ExitFailed, "record %q: no such file or folder, and a run id needs at least %d characters; see `sparkhost runs list`", ref, record.MinPrefix)
	}
	return shell.Fail(shell.ExitFailed, "record %q: no such file or folder, and no run id starts with this; see `sparkhost runs list`", ref)
}

// Recorded reads the record and returns it with the id of its question, or with its name where that cannot be read.
func (r RecordRef) Recorded() (*host.Recorded, string, error) {
	reader, err := r.Read()
	if err != nil {
		return nil, r.Name, err
	}
	id := r.Name
	if s, serr := reader.Summary(); serr == nil && s.QuestionID != "" {
		id = s.QuestionID
	}
	recorded, err := host.ReadRecorded(reader)
	return recorded, id, err
}

// LoadRecord opens a record by path, or by id from the store under the home folder. Other processes that find the folder in use are told
// that command has it.
func LoadRecord(ctx context.Context, ref, home, command string) (*record.Reader, func() error, error) {
	r, done, err := record.Load(ctx, ref, func(ctx context.Context) (*record.Store, error) {
		dir, err := shell.CacheDir(home)
		if err != nil {
			return nil, err
		}
		return record.Open(ctx, record.Options{Dir: filepath.Join(dir, shell.RecordsFolder), Command: command})
	})
	return r, done, UnknownRun(ref, err)
}
