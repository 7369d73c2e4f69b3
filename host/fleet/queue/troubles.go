package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// A Fault is a determinism fault: two workers answered one question with different bytes.
type Fault struct {
	Batch, Name string
	First       Line // the answer that stays
	Second      Line
}

// A Line is one of the answers of a [Fault].
type Line struct {
	Worker string          `json:"worker"`
	Digest string          `json:"digest"`
	Result json.RawMessage `json:"result"`
}

// fault keeps both answers, unless the same fault is kept already.
func (q *Queue) fault(ctx context.Context, id, name string, first, second Answer) error {
	data, err := json.Marshal(Fault{id, name, Line{first.Worker, first.Digest, first.Line}, Line{second.Worker, second.Digest, second.Line}})
	if err != nil {
		return err
	}
	object := fmt.Sprintf("fault/%s/%s/%s", id, name, second.Digest)
	if err := q.broker.Do(ctx, func() error { _, err := q.objects.PutBytes(ctx, object, data); return err }); err != nil {
		return fmt.Errorf("queue: determinism fault %s of batch %s: %w", name, id, err)
	}
	if err := q.broker.Do(ctx, func() error { _, err := q.faults.Put(ctx, id+"."+name, []byte(object)); return err }); err != nil {
		return fmt.Errorf("queue: determinism fault %s of batch %s: %w", name, id, err)
	}
	return nil
}

// Faults returns the determinism faults of a batch, by name of the job.
func (q *Queue) Faults(ctx context.Context, id string) ([]Fault, error) {
	var out []Fault
	err := q.each(ctx, q.faults, id, func(_ string, object []byte) error {
		data, err := q.object(ctx, string(object))
		if err != nil {
			return err
		}
		var f Fault
		if err := json.Unmarshal(data, &f); err != nil {
			return err
		}
		out = append(out, f)
		return nil
	})
	return out, err
}

// A Poison is a question that failed too often.
type Poison struct {
	Number   int      `json:"number"`
	Again    bool     `json:"again,omitempty"`
	Question string   `json:"question"` // its id
	Tries    int      `json:"tries"`
	Errors   []string `json:"errors"`           // of the tries that lived long enough to tell
	Budget   bool     `json:"budget,omitempty"` // it failed because the budget of the batch is exhausted
}

// String says in words what became of the question.
func (p Poison) String() string {
	if p.Tries == 1 {
		return fmt.Sprintf("question %q failed once", p.Question)
	}
	return fmt.Sprintf("question %q failed %d times", p.Question, p.Tries)
}

// PutPoison keeps a question that failed too often.
func (q *Queue) PutPoison(ctx context.Context, id, name string, p Poison) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := q.broker.Do(ctx, func() error { _, err := q.poison.Put(ctx, id+"."+name, data); return err }); err != nil {
		return fmt.Errorf("queue: failed question %s of batch %s: %w", name, id, err)
	}
	return nil
}

// Poisoned returns the questions of a batch that failed too often, by name of the job.
func (q *Queue) Poisoned(ctx context.Context, id string) (map[string]Poison, error) {
	out := map[string]Poison{}
	err := q.each(ctx, q.poison, id, func(name string, data []byte) error {
		var p Poison
		err := json.Unmarshal(data, &p)
		out[name] = p
		return err
	})
	return out, err
}

// Forgive forgets that a question failed too often.
func (q *Queue) Forgive(ctx context.Context, id, name string) error {
	return q.broker.Do(ctx, func() error { return q.poison.Purge(ctx, id+"."+name) })
}

// each calls fn with the entries of a batch in a bucket, by name.
func (q *Queue) each(ctx context.Context, bucket jetstream.KeyValue, id string, fn func(name string, value []byte) error) error {
	var lister jetstream.KeyLister
	err := q.broker.Do(ctx, func() (err error) { lister, err = bucket.ListKeysFiltered(ctx, id+".>"); return err })
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil // without a lister
	}
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	var keys []string
	for key := range lister.Keys() {
		keys = append(keys, key)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("queue: %w", err) // the lister ends early, without an error
	}
	slices.Sort(keys)
	for _, key := range keys {
		var entry jetstream.KeyValueEntry
		err := q.broker.Do(ctx, func() (err error) { entry, err = bucket.Get(ctx, key); return err })
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue
		}
		if err == nil {
			err = fn(key[len(id)+1:], entry.Value())
		}
		if err != nil {
			return fmt.Errorf("queue: %s of batch %s: %w", key[len(id)+1:], id, err)
		}
	}
	return nil
}
