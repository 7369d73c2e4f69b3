// Package lease opens the batches of a queue on a machine that answers their questions.
package lease

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/supply"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
	"github.com/sparkhost/sparkhost/host/record"
)

// Opener opens batches over what this process shares. Files of a batch are kept below the folder; corpus names literature that this machine has
// beside that at the submitter's paths.
func Opener(q *queue.Queue, folder string, shared *host.Shared, base host.Config, corpus []string) worker.Opener {
	return func(ctx context.Context, m batch.Manifest) (worker.Asker, func() error, error) {
		paths, err := supply.Literature(m.Setup.Corpus, corpus)
		if err != nil {
			return nil, nil, err
		}
		dir := filepath.Join(folder, m.ID)
		if err := supply.Unpack(ctx, q, m.Setup.Files, dir); err != nil {
			return nil, nil, err
		}
		config := Below(m.Setup, dir).Config(base, paths)
		if m.Setup.Recordings != nil {
			config.Recordings = filepath.Join(dir, "recordings")
			if err := supply.UnpackFolder(ctx, q, *m.Setup.Recordings, config.Recordings); err != nil {
				return nil, nil, err
			}
		}
		reloader, err := shared.Reloader(ctx, config)
		if err != nil {
			return nil, nil, err
		}
		l, err := reloader.Acquire()
		if err != nil {
			return nil, nil, errors.Join(err, reloader.Close())
		}
		release := func() error { l.Release(); return reloader.Close() }
		if !m.Setup.Records {
			return l.Host(), release, nil
		}
		return Recorded(l.Host(), q, m.ID, fromStore(shared.Records())), release, nil
	}
}

// Below returns a setup whose files lie below a folder of this machine.
func Below(s batch.Setup, dir string) batch.Setup {
	if len(s.Files) == 0 {
		return s
	}
	file, _, _ := strings.Cut(s.Policy, "#")
	if _, err := os.Stat(filepath.Join(dir, file)); err == nil {
		s.Policy = filepath.Join(dir, s.Policy)
	}
	vars := s.VarFiles
	s.VarFiles = nil
	for _, path := range vars {
		s.VarFiles = append(s.VarFiles, filepath.Join(dir, path))
	}
	if s.Lock != "" {
		s.Lock = filepath.Join(dir, s.Lock)
	}
	return s
}

// Recorded returns an asker whose records, as write writes them, are kept in the queue's object store.
func Recorded(a worker.Asker, q *queue.Queue, id string, write func(run string, w io.Writer) error) worker.Asker {
	return worker.Recorded{Asker: a, Keep: func(ctx context.Context, run string) error {
		return q.PutRecord(ctx, id, run, func(w io.Writer) error { return write(run, w) })
	}}
}

// fromStore writes the records of a worker, which are in its own store.
func fromStore(s *record.Store) func(run string, w io.Writer) error {
	return func(run string, w io.Writer) error {
		kept, err := s.Read(run)
		if err == nil {
			_, err = kept.WriteTo(w)
		}
		return err
	}
}
