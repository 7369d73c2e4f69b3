package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// exhaustedAdvisory begins the subjects by which the servers tell that a job was given out too often.
const exhaustedAdvisory = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + jobsStream

// Kinds of events.
const (
	Failed    = "failed"    // a try ended with an error
	Poisonous = "poison"    // the last try failed
	Faulty    = "fault"     // two answers differ
	Cancelled = "cancelled" // the batch was
	Submitted = "submitted" // the batch was
)

// An Event is something that happened to a batch or to one of its jobs.
type Event struct {
	Time   time.Time `json:"time"`
	Batch  string    `json:"batch"`
	Kind   string    `json:"kind"`
	Name   string    `json:"name,omitempty"` // of the job
	Worker string    `json:"worker,omitempty"`
	Detail string    `json:"detail,omitempty"`
}

func eventSubject(id, kind, name string) string {
	if name == "" {
		name = "batch"
	}
	return "event." + id + "." + kind + "." + name
}

// Tell keeps an event.
func (q *Queue) Tell(ctx context.Context, e Event) error {
	e.Time = time.Now().UTC()
	data, err := json.Marshal(e)
	if err == nil {
		err = q.broker.Do(ctx, func() error {
			_, err := q.js.Publish(ctx, eventSubject(e.Batch, e.Kind, e.Name), data)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("queue: event of batch %s: %w", e.Batch, err)
	}
	return nil
}

// Events reads the events of a batch, of one kind or of one job where these are not empty, the oldest first.
func (q *Queue) Events(ctx context.Context, id, kind, name string) ([]Event, error) {
	filter := eventSubject(id, orAny(kind), orAny(name))
	var c jetstream.Consumer
	err := q.broker.Do(ctx, func() (err error) {
		c, err = q.events.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{filter}})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	var out []Event
	for {
		page, err := c.FetchNoWait(ahead)
		if err != nil {
			return out, fmt.Errorf("queue: %w", err)
		}
		n := len(out)
		for m := range page.Messages() {
			var e Event
			if err := json.Unmarshal(m.Data(), &e); err != nil {
				return out, fmt.Errorf("queue: event of batch %s: %w", id, err)
			}
			out = append(out, e)
		}
		if err := page.Error(); err != nil || len(out) == n {
			return out, err
		}
	}
}

func orAny(token string) string {
	if token == "" {
		return "*"
	}
	return token
}
