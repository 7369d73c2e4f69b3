package lspcmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
)

// mostRecords bounds how many records a hover decides anew, so that it answers in about a second.
const mostRecords = 500

// answers are recorded runs, opened when they are first needed.
type answers struct {
	ref string

	once    sync.Once
	set     *flags.RecordSet // stays open: texts of stored runs are read when they are needed
	readers []*record.Reader
	err     error
}

// close closes the records.
func (a *answers) close() error {
	if a.set == nil {
		return nil
	}
	return a.set.Close()
}

// flips counts the answers that are different under another text of a policy file, of those that both texts decide.
func (a *answers) flips(ctx context.Context, path, before, after string) (flipped, of int, err error) {
	if a.once.Do(func() { a.readers, a.err = a.read(ctx) }); a.err != nil {
		return 0, 0, a.err
	}
	old, oldDone, err := replayer(ctx, path, before)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, oldDone()) }()
	now, nowDone, err := replayer(ctx, path, after)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, nowDone()) }()
	changes := make([]replay.Change, len(a.readers))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, r := range a.readers {
		group.Go(func() error {
			var err error
			changes[i], err = replay.Decide(ctx, r, old, now)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return 0, 0, err
	}
	report := replay.NewReport(replay.PolicyOf(old), replay.PolicyOf(now))
	for _, c := range changes {
		report.Add(c)
	}
	sum := report.Summary
	return sum.Flipped, sum.Same + sum.Moved + sum.Flipped, nil
}

// read opens the records; those that were cut off are left out.
func (a *answers) read(ctx context.Context) ([]*record.Reader, error) {
	a.set = &flags.RecordSet{Command: "policy lsp", Stores: map[string]*record.Store{}}
	if err := a.set.Add(context.WithoutCancel(ctx), a.ref); err != nil {
		return nil, err
	}
	var out []*record.Reader
	for _, ref := range a.set.Refs {
		if len(out) == mostRecords {
			break
		}
		if r, err := ref.Read(); err == nil && !r.Partial {
			out = append(out, r)
		}
	}
	return out, nil
}

// replayer opens a replay under a text of a policy file, in a folder that has everything else as the file's own: its policies beside it, and
// plugins by relative paths.
func replayer(ctx context.Context, path, text string) (*host.Replayer, func() error, error) {
	dir, err := mirror(path, text)
	if err != nil {
		return nil, nil, err
	}
	r, err := host.OpenReplay(ctx, host.ReplayConfig{Config: host.Config{Policy: filepath.Join(dir, filepath.Base(path)), Environ: os.Environ(), Offline: true}})
	if err != nil {
		return nil, nil, errors.Join(short(err), os.RemoveAll(dir))
	}
	return r, func() error { return errors.Join(r.Close(), os.RemoveAll(dir)) }, nil
}

// short returns a policy's first mistake, for a line in an editor.
func short(err error) error {
	var wrong *host.PolicyError
	if errors.As(err, &wrong) && len(wrong.Diagnostics) > 0 {
		return fmt.Errorf("the policy is wrong: %s", wrong.Diagnostics[0].Summary)
	}
	return err
}

// mirror makes a folder like that of a file, by links, in which the file has another text.
func mirror(path, text string) (dir string, err error) {
	if dir, err = os.MkdirTemp("", "sparkhost-lsp-"); err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	own := filepath.Dir(path)
	entries, err := os.ReadDir(own)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return e.Name() == filepath.Base(path) })
	for _, e := range entries {
		if err := os.Symlink(filepath.Join(own, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			return "", err
		}
	}
	return dir, os.WriteFile(filepath.Join(dir, filepath.Base(path)), []byte(text), 0o600)
}
