package queue

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// strays puts those jobs aside that the servers keep and give to nobody, though no advisory says so: the leader that should have told of the last try may
// have died with it. Such a job stands in the stream while the line of its batch has nothing left to give and nothing under way. It is put aside when two
// looks in turn see it; seen are those of the look before, the strays of this one are returned.
func (q *Queue) strays(ctx context.Context, seen map[string]uint64) (map[string]uint64, error) {
	idle, suspected, err := q.idle(ctx)
	if err != nil || !suspected {
		return nil, err
	}
	now := map[string]uint64{}
	for _, id := range idle {
		if err := q.left(ctx, id, now); err != nil {
			return nil, err
		}
	}
	if len(now) == 0 {
		return nil, nil
	}
	still, _, err := q.idle(ctx) // a batch that was submitted again meanwhile is at work
	if err != nil {
		return nil, err
	}
	for subject, sequence := range now {
		if seen[subject] != sequence || !slices.Contains(still, strings.Split(subject, ".")[1]) {
			continue
		}
		if err := q.aside(ctx, sequence, MostTries); err != nil {
			return nil, err
		}
	}
	return now, nil
}

// idle lists batches whose line has no job to give and none under way. suspected says that the stream holds more jobs than all lines know of.
func (q *Queue) idle(ctx context.Context) (ids []string, suspected bool, err error) {
	loads, err := q.Open(ctx)
	if err != nil {
		return nil, false, err
	}
	known := 0
	for _, l := range loads {
		if l.Waiting+l.AtWork == 0 {
			ids = append(ids, l.Batch)
		}
		known += l.Waiting + l.AtWork
	}
	info, err := q.jobs.Info(ctx)
	if err != nil {
		return nil, false, err
	}
	return ids, info.State.Msgs > uint64(known), nil
}

// left adds the jobs of a batch that are in the stream.
func (q *Queue) left(ctx context.Context, id string, into map[string]uint64) error {
	waiting, err := q.Waiting(ctx, id)
	if err != nil {
		return err
	}
	for name := range waiting {
		m, err := q.jobs.GetLastMsgForSubject(ctx, jobSubject(id, name))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue // it ends just now
		}
		if err != nil {
			return err
		}
		into[m.Subject] = m.Sequence
	}
	return nil
}
