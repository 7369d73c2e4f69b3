package model

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
)

// A Store keeps replies. The host implements it on its cache, as for sources; a value of it is the result of fn.
type Store interface {
	// Do returns what is kept under key, or what fn returns, which it then keeps unless it is an error. Concurrent
	// calls with one key may share one call of fn, whose context then outlives none of its callers.
	Do(ctx context.Context, key Key, fn func(context.Context) ([]byte, error)) ([]byte, error)
	// Get returns what is kept under key.
	Get(key Key) (value []byte, ok bool, err error)
}

// CacheOptions say where replies are kept. The zero value keeps none.
type CacheOptions struct {
	Store Store // nil: none
	// RecordDir is the folder where each call leaves its reply or its error, and where an offline run looks first; empty: none. Made
	// when missing.
	RecordDir string
	// Offline answers from RecordDir and Store only.
	Offline bool
}

// Cached is m with a memory: a request is answered from the recordings if Offline, else from the store or by m. Only
// complete replies that their schema accepts are kept. A kept reply costs nothing, and says what it took at first.
func Cached(m Model, o CacheOptions) Model { return cached{m, o} }

type cached struct {
	Model
	o CacheOptions
}

// kept is a reply as stores and recordings have it. JSON is a string in it, so that it comes back byte for byte.
type kept struct {
	Text     string `json:"text"`
	JSON     string `json:"json,omitempty"`
	Usage    Usage  `json:"usage"`
	Model    string `json:"model"`
	Repaired bool   `json:"repaired,omitempty"`
	Cost     Cost   `json:"cost,omitzero"` // when it was asked
}

func keep(r Reply) kept {
	return kept{r.Text, string(r.JSON), r.Usage, r.Model, r.Repaired, r.Charge()}
}

func (k kept) reply() Reply {
	var raw json.RawMessage
	if k.JSON != "" {
		raw = json.RawMessage(k.JSON)
	}
	return Reply{Text: k.Text, JSON: raw, Stop: Complete, Usage: k.Usage, Model: k.Model, Repaired: k.Repaired, Cached: true, Cost: Cost{Basis: Free}, First: k.Cost}
}

// Complete implements Model.
func (c cached) Complete(ctx context.Context, r Request) (Reply, error) {
	key := r.Key(c.Describe())
	if c.o.Offline {
		return c.offline(r, key)
	}
	reply, err := c.online(ctx, r, key)
	if rerr := c.record(r, key, reply, err); rerr != nil {
		return reply, rerr
	}
	return reply, err
}

// A Keeper records replies that its caller had already, so that recordings are whole whatever was cached. What
// [Cached] returns is one.
type Keeper interface {
	// Keep leaves a reply where Complete would have left it.
	Keep(r Request, reply Reply) error
}

// Keep implements Keeper.
func (c cached) Keep(r Request, reply Reply) error {
	if c.o.Offline {
		return nil
	}
	return c.record(r, r.Key(c.Describe()), reply, nil)
}

// online asks the store and, when it does not know, the model.
func (c cached) online(ctx context.Context, r Request, key Key) (Reply, error) {
	if c.o.Store == nil {
		return c.Model.Complete(ctx, r)
	}
	for {
		var own atomic.Pointer[Reply] // another goroutine sets it, which may outlive this call
		value, err := c.o.Store.Do(ctx, key, func(shared context.Context) ([]byte, error) {
			if at, ok := ctx.Deadline(); ok { // a flight is shared and knows no deadline
				var cancel context.CancelFunc
				shared, cancel = context.WithDeadline(shared, at)
				defer cancel()
			}
			reply, err := c.Model.Complete(shared, r)
			own.Store(&reply)
			if err != nil {
				return nil, err
			}
			return json.Marshal(keep(reply))
		})
		mine := own.Load()
		switch {
		case mine != nil && (err == nil || ctx.Err() == nil):
			return *mine, err
		case mine != nil:
			return *mine, context.Cause(ctx)
		case err != nil && ctx.Err() == nil && ended(err):
			continue // another caller's flight, which that caller left
		case err != nil:
			return Reply{}, err
		}
		var k kept
		if json.Unmarshal(value, &k) != nil || k == (kept{}) { // as after the import of what somebody else wrote
			return c.Model.Complete(ctx, r)
		}
		return k.reply(), nil
	}
}

// ended tells whether a call failed since its caller gave up, and not by the model.
func ended(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// offline finds the reply without asking.
func (c cached) offline(r Request, key Key) (Reply, error) {
	reply, err := c.recorded(r, key)
	if !errors.Is(err, ErrOffline) || c.o.Store == nil {
		return reply, err
	}
	value, ok, gerr := c.o.Store.Get(key)
	var k kept
	if gerr != nil || !ok || json.Unmarshal(value, &k) != nil || k == (kept{}) {
		return Reply{}, errors.Join(err, gerr)
	}
	return k.reply(), nil
}
