package front

import (
	"context"

	"github.com/sparkhost/sparkhost/host/fleet/attend"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/serve/queue"
)

// Follow hands out the ends of a batch's questions, in their order and as they come, until all are there. Errors match [attend.ErrCancelled],
// [queue.ErrClosed] where the service ends, or are those of the servers.
func (f *Front) Follow(ctx context.Context, id string, each func(collect.Item) error) error {
	m, err := f.Queue.Manifest(ctx, id)
	if err != nil {
		return err
	}
	jobs, err := f.Queue.Jobs(ctx, id)
	if err != nil {
		return err
	}
	return attend.Follow(ctx, f.Queue, submit.Batch{Manifest: m, Jobs: jobs}, attend.Options{Closing: f.closed}, each)
}

func (f *Front) closed() error {
	if f.Closing() {
		return queue.ErrClosed
	}
	return nil
}
