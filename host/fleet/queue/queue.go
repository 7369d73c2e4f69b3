// Package queue keeps batches, jobs and answers in JetStream.
//
//   - JOBS is a work queue with one message for each question that waits: job.<batch>.<name>. It refuses a second message of the same name.
//   - RESULTS keeps one answer for each question: result.<batch>.<name>. The first writer wins; a later answer is compared with it.
//   - EVENTS keeps what happened for a month: event.<batch>.<kind>.<name>.
//   - Buckets hold the manifests, the workers that are alive, questions that failed too often, and answers that differ.
//
// Message ids of JetStream are not used: their two-minute window outlives an acknowledgement and a purge, so that a job submitted again would
// vanish (nats-server#2921, #6782). Names do the same without a window.
package queue

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
)

// Names of what is kept.
const (
	jobsStream    = "JOBS"
	resultsStream = "RESULTS"
	eventsStream  = "EVENTS"

	manifestBucket = "batches"
	workerBucket   = "workers"
	poisonBucket   = "poison"
	faultBucket    = "faults"
	objectBucket   = "objects"
)

// Times that all workers of a fleet have in common.
const (
	AckWait   = 30 * time.Second // a job whose worker is silent for so long is given to another, by default
	MostTries = 5                // of one question; then it goes to the poison bucket
	eventsAge = 30 * 24 * time.Hour
)

// A Queue is the streams and buckets of a broker. It may be used by many goroutines.
type Queue struct {
	broker  *broker.Broker
	js      jetstream.JetStream
	jobs    jetstream.Stream
	results jetstream.Stream
	events  jetstream.Stream

	// Renew is the interval at which a worker says that it is alive and at work on a job: a third of the time after which it counts as dead.
	Renew time.Duration

	manifests, workers, poison, faults jetstream.KeyValue
	objects                            jetstream.ObjectStore
}

// Open finds the streams and buckets, and makes those that are missing. ackWait is after how long a silent worker counts as dead; 0:
// [AckWait]. The broker stays the caller's.
func Open(ctx context.Context, b *broker.Broker, ackWait time.Duration) (*Queue, error) {
	if ackWait <= 0 {
		ackWait = AckWait
	}
	q := &Queue{broker: b, js: b.JS, Renew: ackWait / 3}
	if err := together(append(q.streams(ctx), q.buckets(ctx)...)); err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	return q, nil
}

// together does all at once and returns the first error: each waits for the servers alone.
func together(all []func() error) error {
	errs := make([]error, len(all))
	var doing sync.WaitGroup
	for i, one := range all {
		doing.Go(func() { errs[i] = one() })
	}
	doing.Wait()
	return cmp.Or(errs...)
}

// streams open the streams.
func (q *Queue) streams(ctx context.Context) []func() error {
	open := func(into *jetstream.Stream, config jetstream.StreamConfig) func() error {
		config.Storage, config.AllowDirect = jetstream.FileStorage, true
		return q.opening(ctx, "stream "+config.Name, func() (err error) { *into, err = q.broker.Stream(ctx, config); return err })
	}
	return []func() error{
		open(&q.jobs, jetstream.StreamConfig{
			Name: jobsStream, Subjects: []string{"job.>"}, Retention: jetstream.WorkQueuePolicy,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		}),
		open(&q.results, jetstream.StreamConfig{
			Name: resultsStream, Subjects: []string{"result.>"}, Retention: jetstream.LimitsPolicy,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		}),
		open(&q.events, jetstream.StreamConfig{
			Name: eventsStream, Subjects: []string{"event.>", exhaustedAdvisory + ".>"}, Retention: jetstream.LimitsPolicy, MaxAge: eventsAge,
		}),
	}
}

// buckets open the buckets and the object store.
func (q *Queue) buckets(ctx context.Context) []func() error {
	open := func(into *jetstream.KeyValue, name string, ttl time.Duration) func() error {
		return q.opening(ctx, "bucket "+name, func() (err error) { *into, err = q.broker.Bucket(ctx, name, ttl); return err })
	}
	return []func() error{
		open(&q.manifests, manifestBucket, 0), open(&q.workers, workerBucket, 3*q.Renew), open(&q.poison, poisonBucket, 0), open(&q.faults, faultBucket, 0),
		q.opening(ctx, "object store "+objectBucket, func() (err error) { q.objects, err = q.broker.Objects(ctx, objectBucket); return err }),
	}
}

// opening opens one of them while the servers elect leaders, and names it where that fails.
func (q *Queue) opening(ctx context.Context, name string, open func() error) func() error {
	return func() error {
		if err := q.broker.Do(ctx, open); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
}
