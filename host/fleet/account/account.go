package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/cas"
)

// bucket is the name of the bucket of accounts.
const bucket = "budgets"

// Accounts are those of all batches. They may be used by many goroutines.
type Accounts struct {
	broker *broker.Broker
	kv     jetstream.KeyValue
}

// Open finds the bucket or makes it.
func Open(ctx context.Context, b *broker.Broker) (*Accounts, error) {
	var kv jetstream.KeyValue
	err := b.Do(ctx, func() (err error) { kv, err = b.Bucket(ctx, bucket, 0); return err })
	if err != nil {
		return nil, fmt.Errorf("budgets: %w", err)
	}
	return &Accounts{b, kv}, nil
}

// Limit opens the account of a batch, or changes its limit; what is charged stays.
func (a *Accounts) Limit(ctx context.Context, batch string, micro int64) error {
	return a.change(ctx, batch, func(s *State) error { s.Limit = micro; return nil })
}

// State reads the account of a batch; ok is false where it has none.
func (a *Accounts) State(ctx context.Context, batch string) (s State, ok bool, err error) {
	var entry jetstream.KeyValueEntry
	err = a.broker.Do(ctx, func() (err error) { entry, err = a.kv.Get(ctx, batch); return err })
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return s, false, nil
	}
	if err == nil {
		err = json.Unmarshal(entry.Value(), &s)
	}
	if err != nil {
		return s, false, fmt.Errorf("budget of batch %s: %w", batch, err)
	}
	return s, true, nil
}

// change changes an account, also after tries whose end was not known: blocks have tokens, so that a change that is made twice counts once.
func (a *Accounts) change(ctx context.Context, batch string, change func(*State) error) error {
	err := a.broker.Do(ctx, func() error {
		return cas.Update(ctx, a.kv, batch, func(old []byte) ([]byte, error) {
			var s State
			if old != nil {
				if err := json.Unmarshal(old, &s); err != nil {
					return nil, err
				}
			}
			if err := change(&s); err != nil {
				return nil, err
			}
			return json.Marshal(s)
		})
	})
	if err != nil && !errors.Is(err, ErrExhausted) {
		return fmt.Errorf("budget of batch %s: %w", batch, err)
	}
	return err
}
