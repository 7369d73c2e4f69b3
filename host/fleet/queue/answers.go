package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host/fleet/patience"
	"github.com/sparkhost/sparkhost/host/record"
)

// An Answer is the result of a job as it travels.
type Answer struct {
	Line   []byte // the result in its canonical form, without line end
	Digest string // of the result without its elapsed time; equal for all workers
	Worker string
}

// Headers of an answer.
const (
	digestHeader = "Sparkhost-Digest"
	workerHeader = "Sparkhost-Worker"
	objectHeader = "Sparkhost-Object" // name of the object that holds the line, where it is too long for a message
)

// NewAnswer makes the answer of a result.
func NewAnswer(r *record.Result, worker string) (Answer, error) {
	line, err := record.Canonical(r)
	if err != nil {
		return Answer{}, err
	}
	timeless := *r
	timeless.Budget.ElapsedMS = 0
	same, err := record.Canonical(&timeless)
	return Answer{line, record.Digest(same), worker}, err
}

func resultSubject(id, name string) string { return "result." + id + "." + name }

// ErrNoAnswer is returned for a job that has no answer yet.
var ErrNoAnswer = errors.New("no answer yet")

// Answer reads the answer of a job, or returns [ErrNoAnswer].
func (q *Queue) Answer(ctx context.Context, id, name string) (Answer, error) {
	var m *jetstream.RawStreamMsg
	err := q.broker.Do(ctx, func() (err error) {
		m, err = q.results.GetLastMsgForSubject(ctx, resultSubject(id, name))
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return Answer{}, ErrNoAnswer
	}
	if err != nil {
		return Answer{}, fmt.Errorf("queue: answer %s of batch %s: %w", name, id, err)
	}
	return q.unpack(ctx, m.Header, m.Data)
}

// unpack reads an answer, and its line from the object store if it is there.
func (q *Queue) unpack(ctx context.Context, h nats.Header, line []byte) (Answer, error) {
	if object := h.Get(objectHeader); object != "" {
		var err error
		if line, err = q.object(ctx, object); err != nil {
			return Answer{}, fmt.Errorf("queue: answer in object %s: %w", object, err)
		}
	}
	return Answer{line, h.Get(digestHeader), h.Get(workerHeader)}, nil
}

// A Delivery says what became of an answer that was handed in.
type Delivery int

// The deliveries.
const (
	First   Delivery = iota // it is the answer now
	Equal                   // there was an equal one
	Differs                 // there was another one: a determinism fault. The first one stays, and both are kept
)

// Deliver hands an answer in. After it returns without error, the answer or one before it is stored.
func (q *Queue) Deliver(ctx context.Context, id, name string, a Answer) (Delivery, error) {
	m := &nats.Msg{Subject: resultSubject(id, name), Data: a.Line, Header: nats.Header{}}
	m.Header.Set(digestHeader, a.Digest)
	m.Header.Set(workerHeader, a.Worker)
	if len(a.Line) > q.broker.MaxPayload()/2 {
		object := fmt.Sprintf("result/%s/%s/%s", id, name, a.Digest)
		err := q.broker.Do(ctx, func() error {
			_, err := q.objects.Put(ctx, jetstream.ObjectMeta{Name: object}, bytes.NewReader(a.Line))
			return err
		})
		if err != nil {
			return 0, fmt.Errorf("queue: answer %s of batch %s: %w", name, id, err)
		}
		m.Data = nil
		m.Header.Set(objectHeader, object)
	}
	err := q.broker.Do(ctx, func() error {
		_, err := q.js.PublishMsg(ctx, m)
		return err
	})
	switch {
	case err == nil:
		return First, nil
	case patience.Full(err):
		return q.compare(ctx, id, name, a)
	}
	return 0, fmt.Errorf("queue: answer %s of batch %s: %w", name, id, err)
}

// compare holds an answer against the one that was there before.
func (q *Queue) compare(ctx context.Context, id, name string, a Answer) (Delivery, error) {
	first, err := q.Answer(ctx, id, name)
	if err != nil {
		return 0, err
	}
	if first.Digest == a.Digest {
		return Equal, nil
	}
	return Differs, q.fault(ctx, id, name, first, a)
}

// Answered returns the names of the jobs that have an answer.
func (q *Queue) Answered(ctx context.Context, id string) (map[string]bool, error) {
	return q.names(ctx, q.results, resultSubject(id, ">"))
}

// Forget removes the answer of a job, so that it can be asked again.
func (q *Queue) Forget(ctx context.Context, id, name string) error {
	err := q.broker.Do(ctx, func() error { return q.results.Purge(ctx, jetstream.WithPurgeSubject(resultSubject(id, name))) })
	if err != nil {
		return fmt.Errorf("queue: answer %s of batch %s: %w", name, id, err)
	}
	return nil
}
