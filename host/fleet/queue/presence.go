package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
)

// A Presence describes a worker in its own words. It expires when the worker is silent for three times [Queue.Renew].
type Presence struct {
	Name     string            `json:"name"`
	Process  int               `json:"process"`
	Version  string            `json:"version"` // of the host
	Slots    int               `json:"slots"`
	AtWork   int               `json:"at_work"`
	Answered int64             `json:"answered"`
	Labels   []string          `json:"labels,omitempty"`
	Serves   []string          `json:"serves,omitempty"` // batches
	Lacks    map[string]string `json:"lacks,omitempty"`  // batch → why it takes no job of it
	Seen     time.Time         `json:"seen"`
}

// Alive tells of a worker.
func (q *Queue) Alive(ctx context.Context, p Presence) error {
	data, err := json.Marshal(p)
	if err == nil {
		_, err = q.workers.Put(ctx, p.Name, data)
	}
	return err
}

// Gone forgets a worker that has ended.
func (q *Queue) Gone(ctx context.Context, name string) error { return q.workers.Purge(ctx, name) }

// Workers returns those that are alive, by name.
func (q *Queue) Workers(ctx context.Context) ([]Presence, error) {
	var keys []string
	err := q.broker.Do(ctx, func() (err error) { keys, err = q.workers.Keys(ctx); return err })
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, fmt.Errorf("queue: %w", err)
	}
	slices.Sort(keys)
	var out []Presence
	for _, key := range keys {
		var entry jetstream.KeyValueEntry
		err := q.broker.Do(ctx, func() (err error) { entry, err = q.workers.Get(ctx, key); return err })
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue
		}
		var p Presence
		if err == nil {
			err = json.Unmarshal(entry.Value(), &p)
		}
		if err != nil {
			return nil, fmt.Errorf("queue: worker %s: %w", key, err)
		}
		out = append(out, p)
	}
	return out, nil
}

// A Load counts the jobs of a batch that are not done.
type Load struct {
	Batch   string
	Waiting int // jobs that no worker has
	AtWork  int // jobs that a worker has, or had when it was last heard of
}

// Open lists the batches with a line of jobs, which may be empty.
func (q *Queue) Open(ctx context.Context) ([]Load, error) {
	began := time.Now()
	var out []Load
	all := q.jobs.ListConsumers(ctx)
	for c := range all.Info() {
		if id, ok := strings.CutPrefix(c.Name, intake("")); ok && batch.CheckID(id) == nil {
			out = append(out, Load{id, int(c.NumPending), c.NumAckPending})
		}
	}
	if err := all.Err(); err != nil {
		return nil, fmt.Errorf("queue: %w", q.broker.Explain(err, began))
	}
	return out, nil
}

// Poison moves a job that failed too often to the poison bucket, with the errors of its tries. budget says that the batch had no money for it. The caller removes the message.
func (q *Queue) Poison(ctx context.Context, id string, j batch.Job, tries int, budget bool) error {
	events, err := q.Events(ctx, id, Failed, j.Name())
	if err != nil {
		return err
	}
	p := Poison{Number: j.Number, Again: j.Again, Question: j.Question.ID, Tries: tries, Budget: budget}
	for _, e := range events {
		p.Errors = append(p.Errors, e.Worker+": "+e.Detail)
	}
	if silent := tries - len(events); silent > 0 {
		p.Errors = append(p.Errors, fmt.Sprintf("in %d tries the worker ended or lost its connection before it could tell why", silent))
	}
	return q.PutPoison(ctx, id, j.Name(), p)
}
