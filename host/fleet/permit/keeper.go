// Package permit shares the limits of sources among the machines of a fleet: it keeps the states of the governor in a bucket and changes
// them by compare-and-set. Times of other machines are never compared with a clock of this one: only the time since this process
// learnt of an entry counts, so neither clocks that differ nor a new leader let a request start too early.
package permit

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/cas"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// bucket is the name of the bucket.
const bucket = "permits"

// A Keeper implements outbound.Keeper. It follows the bucket, so that waiting costs no requests.
type Keeper struct {
	broker  *broker.Broker
	kv      jetstream.KeyValue
	watcher jetstream.KeyWatcher
	running sync.WaitGroup
	name    string        // of this process among the holders
	silent  time.Duration // see silentFor
	stop    context.CancelFunc
	opened  time.Time

	mu      sync.Mutex
	known   map[string]entry
	changed chan struct{} // closed and replaced when known changes
}

// An entry holds the known state of a key. It is doubtful where the servers may have lost later states of it: at the start of this process, which may
// follow a loss of power, and where they have an older one than they had.
type entry struct {
	data     []byte
	revision uint64
	learnt   time.Time
	doubtful bool
}

// Open finds the bucket or makes it, and learns what is in it. The caller closes the keeper.
func Open(ctx context.Context, b *broker.Broker) (*Keeper, error) {
	var kv jetstream.KeyValue
	err := b.Do(ctx, func() (err error) { kv, err = b.Bucket(ctx, bucket, 0); return err })
	if err != nil {
		return nil, fmt.Errorf("limits of the fleet: %w", err)
	}
	k := &Keeper{broker: b, kv: kv, silent: silentFor, opened: time.Now(), known: map[string]entry{}, changed: make(chan struct{})}
	if err := k.enter(ctx); err != nil {
		return nil, fmt.Errorf("limits of the fleet: %w", err)
	}
	err = b.Do(ctx, func() (err error) { k.watcher, err = kv.WatchAll(context.WithoutCancel(ctx)); return err })
	if err != nil {
		return nil, fmt.Errorf("limits of the fleet: %w", err)
	}
	var beating context.Context
	beating, k.stop = context.WithCancel(context.WithoutCancel(ctx))
	k.running.Go(func() { k.beat(beating) })
	ready := make(chan struct{})
	k.running.Go(func() { k.follow(ready) })
	select {
	case <-ready:
		return k, nil
	case <-ctx.Done():
		return nil, errors.Join(context.Cause(ctx), k.Close())
	}
}

// follow learns of changes until the watcher is stopped; ready is closed when it knows what there was.
func (k *Keeper) follow(ready chan struct{}) {
	current := false
	for e := range k.watcher.Updates() {
		if e == nil {
			current = true
			close(ready)
			continue
		}
		data := e.Value()
		if e.Operation() != jetstream.KeyValuePut {
			data = nil
		}
		k.learn(e.Key(), entry{data, e.Revision(), time.Now(), !current})
	}
}

// learn takes an entry in, unless a later one is known.
func (k *Keeper) learn(key string, e entry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known[key].revision >= e.revision {
		return
	}
	k.known[key] = e
	if isHolder(key) {
		return // nobody waits for it
	}
	close(k.changed)
	k.changed = make(chan struct{})
}

// get returns what is known of a key. That there is nothing was learnt when the keeper opened.
func (k *Keeper) get(key string) (entry, <-chan struct{}) {
	k.mu.Lock()
	defer k.mu.Unlock()
	e, known := k.known[key]
	if !known {
		e = entry{learnt: k.opened, doubtful: true}
	}
	return e, k.changed
}

// Close ends the following. It is safe to call twice. Servers that do not answer hold it up for two seconds; the rest ends with the connection.
func (k *Keeper) Close() error {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		k.stop()
		k.leave()
		_ = k.watcher.Stop() // it may have ended with the connection
		k.running.Wait()
	}()
	select {
	case <-ended:
	case <-time.After(2 * time.Second):
	}
	return nil
}

// Names implements outbound.Keeper.
func (k *Keeper) Names() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	var out []string
	for key := range k.known {
		if name, err := hex.DecodeString(key); err == nil {
			out = append(out, string(name))
		}
	}
	return out
}

// news is the time to wait for the news of who was first, before the servers are asked.
const news = time.Second

// Update implements outbound.Keeper.
func (k *Keeper) Update(ctx context.Context, name string, change func(outbound.Kept) []byte) error {
	key := hex.EncodeToString([]byte(name)) // keys take few characters
	for ctx.Err() == nil {
		e, changed := k.get(key)
		data := change(outbound.Kept{Data: e.data, Age: time.Since(e.learnt), Doubtful: e.doubtful})
		if data == nil {
			return nil
		}
		revision, err := cas.Put(ctx, k.kv, key, data, e.revision)
		switch {
		case err == nil:
			k.learn(key, entry{data, revision, time.Now(), false})
			return nil
		case !cas.Conflict(err):
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
		case <-time.After(news):
			if err := k.ask(ctx, key); err != nil {
				return err
			}
		}
	}
	return context.Cause(ctx)
}

// ask reads an entry from the servers. It may be older than the one that is known, or missing, if they lost that.
func (k *Keeper) ask(ctx context.Context, key string) error {
	e, err := k.kv.Get(ctx, key)
	if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	known := k.known[key]
	switch {
	case err != nil:
		if known.revision > 0 {
			k.known[key] = entry{learnt: time.Now(), doubtful: true}
		}
	case known.revision != e.Revision():
		k.known[key] = entry{e.Value(), e.Revision(), time.Now(), e.Revision() < known.revision}
	}
	return nil
}
