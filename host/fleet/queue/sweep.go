package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
)

// Sweep moves jobs to the poison bucket whose workers died on every try, until ctx ends. The servers give such a job out no more and leave
// it in the stream for ever; they tell so by an advisory, which EVENTS keeps. All sweepers of a fleet share one line of advisories.
func (q *Queue) Sweep(ctx context.Context, notify func(string)) {
	for ctx.Err() == nil {
		if err := q.sweep(ctx); err != nil && ctx.Err() == nil {
			notify(fmt.Sprintf("looking for questions that failed too often: %v", err))
			pause(ctx, q.Renew)
		}
	}
}

// sweep works off what there is within a while.
func (q *Queue) sweep(ctx context.Context) error {
	line, err := q.events.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: "sweeper", FilterSubject: exhaustedAdvisory + ".>", AckPolicy: jetstream.AckExplicitPolicy, AckWait: 3 * q.Renew,
	})
	if err != nil {
		return err
	}
	page, err := line.Fetch(ahead, jetstream.FetchContext(ctx))
	if err != nil {
		return err
	}
	for m := range page.Messages() {
		if err := q.exhausted(ctx, m.Data()); err != nil {
			return errors.Join(err, m.Nak())
		}
		if err := m.Ack(); err != nil {
			return err
		}
	}
	return page.Error()
}

// exhausted takes one advisory in.
func (q *Queue) exhausted(ctx context.Context, data []byte) error {
	var told struct {
		Sequence   uint64 `json:"stream_seq"`
		Deliveries int    `json:"deliveries"`
	}
	if err := json.Unmarshal(data, &told); err != nil {
		return err
	}
	m, err := q.jobs.GetMsg(ctx, told.Sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil // it was answered after all, or swept by another
	}
	if err != nil {
		return err
	}
	id := strings.Split(m.Subject, ".")[1]
	var j batch.Job
	if err := json.Unmarshal(m.Data, &j); err != nil {
		return err
	}
	if _, err := q.Answer(ctx, id, j.Name()); errors.Is(err, ErrNoAnswer) {
		err = q.Poison(ctx, id, j, told.Deliveries, false)
		if err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	if err := q.jobs.DeleteMsg(ctx, told.Sequence); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return err
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
