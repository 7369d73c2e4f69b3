package queue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/internal/atomicfile"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

func recordObject(id, run string) string { return "record/" + id + "/" + run }

// ErrNoRecord is matched when nobody has kept the record of a run.
var ErrNoRecord = errors.New("no record was kept")

// PutRecord keeps the record of a run that answers a question of a batch, as write writes it, packed, in chunks. It may write it several times. Of equal runs the latest is kept: they differ in
// their times alone.
func (q *Queue) PutRecord(ctx context.Context, id, run string, write func(io.Writer) error) error {
	err := q.broker.Do(ctx, func() error { return q.putRecord(ctx, recordObject(id, run), write) })
	if err != nil {
		return fmt.Errorf("queue: record %s of batch %s: %w", run, id, err)
	}
	return nil
}

// putRecord packs the record while it is sent, so that its size does not count in memory.
func (q *Queue) putRecord(ctx context.Context, object string, write func(io.Writer) error) error {
	packed, to := io.Pipe()
	var packing sync.WaitGroup
	defer packing.Wait()
	defer packed.Close() // it ends the packing where sending fails
	packing.Go(func() { _ = to.CloseWithError(pack(to, write)) })
	_, err := q.objects.Put(ctx, jetstream.ObjectMeta{Name: object}, packed)
	return err
}

func pack(to io.Writer, write func(io.Writer) error) error {
	w, err := zstd.NewWriter(to, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	return errors.Join(write(w), w.Close())
}

// Record writes the record of a run to a file. The object store checks its digest. The error may match [ErrNoRecord].
func (q *Queue) Record(ctx context.Context, id, run, path string) error {
	err := q.broker.Do(ctx, func() error {
		packed, err := q.objects.Get(ctx, recordObject(id, run))
		if err != nil {
			return err
		}
		return errors.Join(unpack(packed, path, bounded.Record), packed.Close())
	})
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound):
		return fmt.Errorf("%w for run %s of batch %s; submit with --record keeps them", ErrNoRecord, run, id)
	case err != nil:
		return fmt.Errorf("queue: record %s of batch %s: %w", run, id, err)
	}
	return nil
}

// unpack writes a record of most bytes; the commands that read records take no more.
func unpack(packed io.Reader, path string, most int64) error {
	r, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer r.Close()
	return atomicfile.Write(path, 0o600, func(w io.Writer) error {
		n, err := io.Copy(w, io.LimitReader(r, most+1)) // to the end, where the digest is checked
		if n > most {
			return fmt.Errorf("%w: it unpacks to more than %d MiB", bounded.ErrTooLarge, most>>20)
		}
		return err
	})
}
