package queue

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

func jobsObject(id string) string { return "jobs/" + id }

// KeepJobs keeps all jobs of a batch, so that some can be asked again later. A batch that has them keeps those: they are the same.
func (q *Queue) KeepJobs(ctx context.Context, id string, jobs []batch.Job) error {
	if _, err := q.objects.GetInfo(ctx, jobsObject(id)); err == nil {
		return nil
	}
	var packed bytes.Buffer
	w, err := zstd.NewWriter(&packed, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return err
	}
	enc := json.NewEncoder(w)
	for _, j := range jobs {
		if err := enc.Encode(j); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	err = q.broker.Do(ctx, func() error { _, err := q.objects.PutBytes(ctx, jobsObject(id), packed.Bytes()); return err })
	if err != nil {
		return fmt.Errorf("queue: questions of batch %s: %w", id, err)
	}
	return nil
}

// Jobs reads all jobs of a batch.
func (q *Queue) Jobs(ctx context.Context, id string) ([]batch.Job, error) {
	packed, err := q.object(ctx, jobsObject(id))
	if err != nil {
		return nil, fmt.Errorf("queue: the questions of batch %s cannot be read: %w; submit it again", id, err)
	}
	r, err := zstd.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	jobs, err := readJobs(r, bounded.Questions)
	if err != nil {
		return nil, fmt.Errorf("queue: the questions of batch %s are damaged: %w; submit it again", id, err)
	}
	return jobs, nil
}

// readJobs reads jobs of most bytes in all; unpacked, a few bytes can be very many.
func readJobs(r io.Reader, most int64) (jobs []batch.Job, err error) {
	in := &io.LimitedReader{R: r, N: most}
	dec := json.NewDecoder(bufio.NewReader(in))
	for {
		var j batch.Job
		err := dec.Decode(&j)
		switch {
		case in.N <= 0:
			return nil, fmt.Errorf("%w: more than %d MiB", bounded.ErrTooLarge, most>>20)
		case errors.Is(err, io.EOF):
			return jobs, nil
		case err != nil:
			return nil, err
		}
		jobs = append(jobs, j)
	}
}
