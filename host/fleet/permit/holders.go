package permit

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// How often a process shows that it lives, and after how long without a sign it counts as dead: its requests give their places free, well before
// their leases end.
const (
	beatEvery  = 5 * time.Second
	silentFor  = 30 * time.Second
	sweepAfter = time.Hour // signs of the dead are removed
)

// holderPrefix begins the keys of the signs. Those of states are hexadecimal digits.
const holderPrefix = "holder."

// Holder implements outbound.Keeper.
func (k *Keeper) Holder() string { return k.name }

// Gone implements outbound.Keeper. Whoever does not hear its own signs does not know of others: then it says no.
func (k *Keeper) Gone(name string) bool {
	if name == k.name {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	own, known := k.known[holderPrefix+k.name], k.known[holderPrefix+name]
	switch {
	case time.Since(own.learnt) > 2*beatEvery, known.revision == 0:
		return false
	case known.data == nil: // it said goodbye
		return true
	}
	return time.Since(known.learnt) > k.silent
}

// beat shows that this process lives, until ctx ends.
func (k *Keeper) beat(ctx context.Context) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_, _ = k.kv.Put(ctx, holderPrefix+k.name, []byte("alive")) // the next one follows
		}
	}
}

// enter gives this process a name and shows it, before any of its requests does. It removes the signs of those that died long ago.
func (k *Keeper) enter(ctx context.Context) error {
	k.name = rand.Text()
	err := k.broker.Do(ctx, func() error { _, err := k.kv.Put(ctx, holderPrefix+k.name, []byte("alive")); return err })
	if err != nil {
		return err
	}
	signs, err := k.kv.ListKeysFiltered(ctx, holderPrefix+">")
	if err != nil {
		return nil // another process sweeps
	}
	for key := range signs.Keys() {
		if e, err := k.kv.Get(ctx, key); err == nil && time.Since(e.Created()) > sweepAfter {
			_ = k.kv.Purge(ctx, key, jetstream.LastRevision(e.Revision())) // it may live again
		}
	}
	return nil
}

// leave says goodbye, if the servers can be reached.
func (k *Keeper) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := k.kv.Delete(ctx, holderPrefix+k.name); errors.Is(err, context.DeadlineExceeded) {
		return // its signs end by themselves
	}
}

// isHolder tells the keys of signs from those of states.
func isHolder(key string) bool { return strings.HasPrefix(key, holderPrefix) }
