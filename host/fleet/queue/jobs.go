package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/patience"
)

func jobSubject(id, name string) string { return "job." + id + "." + name }

// JobName returns the name of the job that a subject brings.
func JobName(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// ahead is the number of publications that may wait for their acknowledgement.
const ahead = 256

// Push puts jobs on the queue and returns how many were not there yet. It may be called again with the same jobs: a job that waits or is
// being worked on stays as it is.
func (q *Queue) Push(ctx context.Context, id string, jobs []batch.Job) (added int, err error) {
	var waiting []jetstream.PubAckFuture
	settle := func(most int) error {
		for len(waiting) > most {
			isNew, err := q.acknowledged(ctx, waiting[0])
			if err != nil {
				return err
			}
			if isNew {
				added++
			}
			waiting = waiting[1:]
		}
		return nil
	}
	for _, j := range jobs {
		f, err := q.publishJob(id, j)
		if err != nil {
			return added, err
		}
		waiting = append(waiting, f)
		if err := settle(ahead - 1); err != nil {
			return added, err
		}
	}
	return added, settle(0)
}

func (q *Queue) publishJob(id string, j batch.Job) (jetstream.PubAckFuture, error) {
	data, err := json.Marshal(j)
	if err != nil {
		return nil, fmt.Errorf("question %q: %w", j.Question.ID, err)
	}
	if len(data) > q.broker.MaxPayload() {
		return nil, fmt.Errorf("question %q has %d bytes and the servers take messages of at most %d; raise max_payload of the servers", j.Question.ID, len(data), q.broker.MaxPayload())
	}
	return q.js.PublishMsgAsync(&nats.Msg{Subject: jobSubject(id, j.Name()), Data: data})
}

// acknowledged waits for a publication; isNew is false where the name was taken.
func (q *Queue) acknowledged(ctx context.Context, f jetstream.PubAckFuture) (isNew bool, err error) {
	select {
	case <-f.Ok():
		return true, nil
	case err := <-f.Err():
		if patience.Transient(err) {
			err = q.broker.Do(ctx, func() error { _, err := q.js.PublishMsg(ctx, f.Msg()); return err })
		}
		if err == nil || patience.Full(err) {
			return err == nil, nil
		}
		return false, fmt.Errorf("queue: job not stored: %w", q.broker.Explain(err, time.Now()))
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
}

// Intake returns the line of a batch's jobs. All workers of the batch share it, so that each job goes to one of them.
func (q *Queue) Intake(ctx context.Context, id string) (jetstream.Consumer, error) {
	var c jetstream.Consumer
	err := q.broker.Do(ctx, func() (err error) {
		c, err = line(ctx, q.jobs, jetstream.ConsumerConfig{
			Durable: intake(id), FilterSubject: jobSubject(id, ">"), AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: 3 * q.Renew, MaxDeliver: MostTries, MaxAckPending: 100_000,
		})
		return err
	})
	return c, err
}

func intake(id string) string { return "batch-" + id }

// Untakable says, of a time on, whether the servers refuse this user to take jobs or to say that they are done.
func (q *Queue) Untakable(since time.Time) error {
	if err := q.broker.Refused(since, "CONSUMER.MSG.NEXT"); err != nil {
		return err
	}
	return q.broker.Refused(since, "$JS.ACK.")
}

// Waiting returns the names of the jobs that are on the queue or being worked on.
func (q *Queue) Waiting(ctx context.Context, id string) (map[string]bool, error) {
	return q.names(ctx, q.jobs, jobSubject(id, ">"))
}

// names returns the last parts of a stream's subjects.
func (q *Queue) names(ctx context.Context, s jetstream.Stream, filter string) (map[string]bool, error) {
	var info *jetstream.StreamInfo
	err := q.broker.Do(ctx, func() (err error) {
		info, err = s.Info(ctx, jetstream.WithSubjectFilter(filter))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	out := make(map[string]bool, len(info.State.Subjects))
	for subject := range info.State.Subjects {
		out[JobName(subject)] = true
	}
	return out, nil
}

// TakeOff takes one job from the queue, though a worker may have it: its question was answered or put aside, and the worker has yet to say so. Without it, a
// new job of the same name would be taken for the old one, and end when the worker ends that.
func (q *Queue) TakeOff(ctx context.Context, id, name string) error {
	err := q.broker.Do(ctx, func() error { return q.jobs.Purge(ctx, jetstream.WithPurgeSubject(jobSubject(id, name))) })
	if err != nil {
		return fmt.Errorf("queue: job %s of batch %s: %w", name, id, err)
	}
	return nil
}

// Withdraw takes all waiting jobs of a batch from the queue.
func (q *Queue) Withdraw(ctx context.Context, id string) error {
	err := q.broker.Do(ctx, func() error { return q.jobs.Purge(ctx, jetstream.WithPurgeSubject(jobSubject(id, ">"))) })
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	err = q.broker.Do(ctx, func() error { return q.jobs.DeleteConsumer(ctx, intake(id)) })
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return fmt.Errorf("queue: %w", err)
	}
	return nil
}
