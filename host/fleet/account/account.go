package account

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host/fleet/cas"
	"github.com/sparkhost/sparkhost/host/fleet/patience"
)

// bucket is the name of the bucket of accounts.
const bucket = "budgets"

// Accounts are those of all batches. They may be used by many goroutines.
type Accounts struct{ kv jetstream.KeyValue }

// Open finds the bucket or makes it.
func Open(ctx context.Context, js jetstream.JetStream, replicas int) (*Accounts, error) {
	var kv jetstream.KeyValue
	err := patience.Do(ctx, func() (err error) {
		kv, err = js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucket, Replicas: replicas, History: 1})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("budgets: %w", err)
	}
	return &Accounts{kv}, nil
}

// Limit opens the account of a batch, or changes its limit; what is charged stays.
func (a *Accounts) Limit(ctx context.Context, batch string, micro int64) error {
	return a.change(ctx, batch, func(s *State) error { s.Limit = micro; return nil })
}

// State reads the account of a batch; ok is false where it has none.
func (a *Accounts) State(ctx context.Context, batch string) (s State, ok bool, err error) {
	var entry jetstream.KeyValueEntry
	err = patience.Do(ctx, func() (err error) { entry, err = a.kv.Get(ctx, batch); return err })
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
	err := patience.Do(ctx, func() error {
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

// A Purse pays the questions that one worker asks of one batch. It may be used by many goroutines.
type Purse struct {
	accounts      *Accounts
	batch, holder string

	mu    sync.Mutex
	token string // of the block in hand; empty: none
	size  int64
	spent int64 // of the block, by questions that have ended
	held  int64 // by questions under way
}

// Purse opens the purse of a worker.
func (a *Accounts) Purse(batch, holder string) *Purse {
	return &Purse{accounts: a, batch: batch, holder: holder}
}

// Reserve sets aside what a question may cost at most. The error matches [ErrExhausted] where that is not left.
func (p *Purse) Reserve(ctx context.Context, worst int64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for worst > p.size-p.spent-p.held {
		if p.held > 0 { // the block is in use: a larger one takes its place when its questions have ended
			if err := p.grow(ctx, worst); err != nil {
				return err
			}
			continue
		}
		if err := p.close(ctx); err != nil {
			return err
		}
		if err := p.open(ctx, worst); err != nil {
			return err
		}
	}
	p.held += worst
	return nil
}

// open takes a new block; mu is held.
func (p *Purse) open(ctx context.Context, worst int64) error {
	token := rand.Text()
	err := p.accounts.change(ctx, p.batch, func(s *State) (err error) {
		p.size, err = s.take(token, p.holder, worst)
		return err
	})
	if err != nil {
		p.size = 0
		return err
	}
	p.token, p.spent = token, 0
	return nil
}

// grow adds a block to the one in hand, under its token; mu is held.
func (p *Purse) grow(ctx context.Context, worst int64) error {
	token, size := rand.Text(), int64(0)
	err := p.accounts.change(ctx, p.batch, func(s *State) (err error) {
		b, known := s.Blocks[p.token]
		if !known {
			return fmt.Errorf("the block of worker %s is gone from the account", p.holder)
		}
		more, err := s.take(token, p.holder, worst)
		if err != nil {
			return err
		}
		delete(s.Blocks, token)
		size = b.Size + more
		s.Blocks[p.token] = Block{p.holder, size}
		return nil
	})
	if err == nil {
		p.size = size
	}
	return err
}

// Settle ends a reservation by what the question cost.
func (p *Purse) Settle(worst, actual int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held -= worst
	p.spent += actual
}

// close gives the block in hand back; mu is held. Where it is not known whether that arrived, the token keeps it from counting twice, and
// nothing more is paid out of the block: the servers may have given its rest to another worker.
func (p *Purse) close(ctx context.Context) error {
	if p.token == "" {
		return nil
	}
	p.size = p.spent
	err := p.accounts.change(ctx, p.batch, func(s *State) error { s.settle(p.token, p.spent); return nil })
	if err == nil {
		p.token, p.size, p.spent = "", 0, 0
	}
	return err
}

// Rest gives back what was not spent, unless a question is under way: a worker without jobs keeps no money from the others.
func (p *Purse) Rest(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held > 0 {
		return nil
	}
	return p.close(ctx)
}

// Close gives back what was not spent. No question is under way.
func (p *Purse) Close(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.close(ctx)
}
