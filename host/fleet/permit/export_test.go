package permit

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Silent changes after how long without a sign a process counts as dead.
func (k *Keeper) Silent(d time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.silent = d
}

// Die ends the signs of life without a goodbye.
func (k *Keeper) Die() { k.stop() }

// Bury says goodbye for those that are dead, as all do from time to time.
func (k *Keeper) Bury(ctx context.Context) { k.bury(ctx) }

// Signs counts the processes of which something is kept.
func (k *Keeper) Signs(ctx context.Context) int {
	s, err := k.broker.JS.Stream(ctx, "KV_"+bucket)
	if err != nil {
		return -1
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter("$KV."+bucket+"."+holderPrefix+">"))
	if err != nil {
		return -1
	}
	return len(info.State.Subjects)
}
