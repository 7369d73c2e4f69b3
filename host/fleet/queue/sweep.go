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
// it in the stream for ever; they tell so by an advisory, which EVENTS keeps. All sweepers of a fleet share one line of advisories. Where the server that
// would have told died, too, there is none: see strays.
func (q *Queue) Sweep(ctx context.Context, notify func(string)) {
	seen, failures := map[string]uint64{}, 0
	for ctx.Err() == nil {
		err := q.sweep(ctx)
		if now, serr := q.strays(ctx, seen); serr == nil {
			seen = now
		} else {
			err = errors.Join(err, serr)
		}
		if err == nil {
			failures = 0
			continue
		}
		if failures++; failures == worthTelling && ctx.Err() == nil {
			notify(fmt.Sprintf("looking for questions that failed too often: %v", err))
		}
		pause(ctx, sweepFor)
	}
}

// worthTelling is the number of failures in a row that a sweeper tells of: elections of leaders cause single ones.
const worthTelling = 5

// sweepFor bounds the wait of a sweeper for advisories; then it looks for strays.
const sweepFor = 2 * time.Second

// sweep works off what there is within a while.
func (q *Queue) sweep(ctx context.Context) error {
	advisories, err := line(ctx, q.events, jetstream.ConsumerConfig{
		Durable: "sweeper", FilterSubject: exhaustedAdvisory + ".>", AckPolicy: jetstream.AckExplicitPolicy, AckWait: 3 * q.Renew, MaxDeliver: -1, MaxAckPending: 1000,
	})
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, sweepFor)
	defer cancel()
	page, err := advisories.Fetch(ahead, jetstream.FetchContext(within))
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
	if err := page.Error(); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
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
	return q.aside(ctx, told.Sequence, told.Deliveries)
}

// aside moves a job to the poison bucket, unless it has an answer or was moved before.
func (q *Queue) aside(ctx context.Context, sequence uint64, tries int) error {
	m, err := q.jobs.GetMsg(ctx, sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil // it was answered after all, or swept by another
	}
	if err != nil {
		return err
	}
	id := strings.Split(m.Subject, ".")[1]
	var j batch.Job
	if err := json.Unmarshal(m.Data, &j); err != nil { // a damaged job is put aside by its name
		j = batch.Job{}
		j.Number, j.Again, _ = batch.ParseName(JobName(m.Subject))
	}
	if _, err = q.Answer(ctx, id, j.Name()); errors.Is(err, ErrNoAnswer) {
		if _, err = q.poison.Get(ctx, id+"."+j.Name()); errors.Is(err, jetstream.ErrKeyNotFound) {
			err = q.Poison(ctx, id, j, tries, false)
		}
	}
	if err != nil {
		return err
	}
	if err := q.jobs.DeleteMsg(ctx, sequence); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
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
