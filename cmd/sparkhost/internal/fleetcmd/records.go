package fleetcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/record"
)

// fromFolder writes the records of a submission, which has them in a folder.
func fromFolder(f *record.Folder) func(run string, w io.Writer) error {
	return func(run string, w io.Writer) error {
		file, err := os.Open(f.Path(run))
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(w, file)
		return err
	}
}

// fetching gets the records of a batch's results into a folder, as the results are written. Results of before records were kept have none:
// missing counts them.
type fetching struct {
	q       *queue.Queue
	id      string
	folder  *record.Folder // nil: nobody wants them
	missing int
}

// newFetching makes the folder; an empty name is none.
func newFetching(q *queue.Queue, id, dir string) (*fetching, error) {
	f := &fetching{q: q, id: id}
	if dir == "" {
		return f, nil
	}
	var err error
	f.folder, err = record.OpenFolder(dir)
	return f, err
}

// take hands an item on, after its record is there.
func (f *fetching) take(ctx context.Context, next func(collect.Item) error) func(collect.Item) error {
	return func(i collect.Item) error {
		if f.folder != nil && i.Result != nil {
			if err := f.fetch(ctx, i.Result.Run); err != nil {
				return err
			}
		}
		return next(i)
	}
}

func (f *fetching) fetch(ctx context.Context, run string) error {
	path := f.folder.Path(run)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err // a worker of this process has written it
	}
	err := f.q.Record(ctx, f.id, run, path)
	if errors.Is(err, queue.ErrNoRecord) {
		f.missing++
		return nil
	}
	return err
}

// tell says how many records there are not.
func (f *fetching) tell(say func(string)) {
	if f.missing > 0 {
		say(fmt.Sprintf("%d results have no record: they were answered before records were kept", f.missing))
	}
}
