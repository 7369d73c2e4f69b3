package account

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
)

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
