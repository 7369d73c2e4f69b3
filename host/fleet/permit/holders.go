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
	eraseAfter = 10 // times as long, goodbyes are removed
)

// holderPrefix begins the keys of the signs. Those of states are hexadecimal digits.
const holderPrefix = "holder."

// Holder implements outbound.Keeper.
func (k *Keeper) Holder() string { return k.name }

// Gone implements outbound.Keeper.
func (k *Keeper) Gone(name string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return name != k.name && k.gone(k.known[holderPrefix+name])
}

// gone says whether the process is that gave a sign; k.mu is held. Whoever does not hear its own signs does not know of others: then it says no.
func (k *Keeper) gone(sign entry) bool {
	own := k.known[holderPrefix+k.name]
	switch {
	case time.Since(own.learnt) > 2*beatEvery, sign.revision == 0:
		return false
	case sign.data == nil: // it said goodbye, or was buried
		return true
	}
	return time.Since(sign.learnt) > k.silent
}

// beat shows that this process lives, and buries those that do not, until ctx ends.
func (k *Keeper) beat(ctx context.Context) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_, _ = k.kv.Put(ctx, holderPrefix+k.name, []byte("alive")) // the next one follows
			k.bury(ctx)
		}
	}
}

// bury says goodbye for the dead, so that processes that start learn of it at once: they would have to listen as long themselves, and where all workers
// end early, none does. A sign that comes meanwhile stays. Old goodbyes are removed.
func (k *Keeper) bury(ctx context.Context) {
	dead, old := k.dead()
	for key, revision := range dead {
		_ = k.kv.Delete(ctx, key, jetstream.LastRevision(revision)) // another was first, or it lives again
	}
	for _, key := range old {
		if k.erase(ctx, key) == nil {
			k.mu.Lock()
			delete(k.known, key)
			k.mu.Unlock()
		}
	}
}

// dead returns the keys and revisions of signs whose processes are gone, and the keys of goodbyes that are older than any request.
func (k *Keeper) dead() (dead map[string]uint64, old []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	dead = map[string]uint64{}
	for key, sign := range k.known {
		switch {
		case !isHolder(key) || key == holderPrefix+k.name || !k.gone(sign):
		case sign.data != nil:
			dead[key] = sign.revision
		case time.Since(sign.learnt) > eraseAfter*k.silent:
			old = append(old, key)
		}
	}
	return dead, old
}

// erase removes all that is kept of a key; who lives after all gives another sign.
func (k *Keeper) erase(ctx context.Context, key string) error {
	s, err := k.broker.JS.Stream(ctx, "KV_"+bucket)
	if err != nil {
		return err
	}
	return s.Purge(ctx, jetstream.WithPurgeSubject("$KV."+bucket+"."+key))
}

// enter gives this process a name and shows it, before any of its requests does.
func (k *Keeper) enter(ctx context.Context) error {
	k.name = rand.Text()
	return k.broker.Do(ctx, func() error { _, err := k.kv.Put(ctx, holderPrefix+k.name, []byte("alive")); return err })
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
