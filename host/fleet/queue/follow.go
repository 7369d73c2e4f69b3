package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// News is the end of a job: an answer, or the news that it failed too often.
type News struct {
	Name   string // of the job
	Answer Answer
	Poison *Poison // nil: it has an answer
}

// A Following tells of all ends of a batch's jobs, those before its start included. Some may come twice.
type Following struct {
	C <-chan News

	answers jetstream.MessagesContext
	poison  jetstream.KeyWatcher
	stop    context.CancelFunc
	running sync.WaitGroup
	mu      sync.Mutex
	err     error
}

// Follow begins to tell. The caller closes the following.
func (q *Queue) Follow(ctx context.Context, id string) (*Following, error) {
	var c jetstream.Consumer
	err := q.broker.Do(ctx, func() (err error) {
		c, err = q.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultSubject(id, ">")}})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	f := &Following{}
	if f.answers, err = c.Messages(jetstream.PullMaxMessages(ahead)); err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	err = q.broker.Do(ctx, func() (err error) { f.poison, err = q.poison.Watch(ctx, id+".>"); return err })
	if err != nil {
		f.answers.Stop()
		return nil, fmt.Errorf("queue: %w", err)
	}
	ctx, f.stop = context.WithCancel(ctx)
	news := make(chan News)
	f.C = news
	f.running.Go(func() { f.keep(f.tellAnswers(ctx, q, news)) })
	f.running.Go(func() { f.keep(f.tellPoison(ctx, id, news)) })
	go func() { f.running.Wait(); close(news) }()
	return f, nil
}

func (f *Following) tellAnswers(ctx context.Context, q *Queue, news chan<- News) error {
	for {
		m, err := f.answers.Next(jetstream.NextContext(ctx))
		if errors.Is(err, jetstream.ErrNoHeartbeat) {
			continue // the connection is lost for now
		}
		if err != nil {
			return err
		}
		a, err := q.unpack(ctx, m.Headers(), m.Data())
		if err != nil {
			return err
		}
		if !hand(ctx, news, News{Name: m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:], Answer: a}) {
			return nil
		}
	}
}

func (f *Following) tellPoison(ctx context.Context, id string, news chan<- News) error {
	for entry := range f.poison.Updates() {
		if entry == nil || entry.Operation() != jetstream.KeyValuePut {
			continue
		}
		var p Poison
		if err := json.Unmarshal(entry.Value(), &p); err != nil {
			return fmt.Errorf("queue: %s: %w", entry.Key(), err)
		}
		if !hand(ctx, news, News{Name: strings.TrimPrefix(entry.Key(), id+"."), Poison: &p}) {
			return nil
		}
	}
	return nil
}

func hand(ctx context.Context, news chan<- News, n News) bool {
	select {
	case news <- n:
		return true
	case <-ctx.Done():
		return false
	}
}

// keep keeps the first error, and ends the other teller.
func (f *Following) keep(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil && err != nil && !errors.Is(err, context.Canceled) {
		f.err = fmt.Errorf("queue: %w", err)
	}
	f.end()
}

// Err says why C was closed.
func (f *Following) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		return errors.New("queue: the connection was closed")
	}
	return f.err
}

func (f *Following) end() {
	f.stop()
	f.answers.Stop()
	_ = f.poison.Stop() // it may have ended before
}

// Close ends the telling and waits for it.
func (f *Following) Close() {
	f.end()
	f.running.Wait()
}
