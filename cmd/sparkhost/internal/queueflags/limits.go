package queueflags

import (
	"context"

	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/permit"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// Limits hold for a fleet. Those of sources are shared through the servers where there are some; on one machine the cache folder shares them, also with `run`.
type Limits struct {
	Keeper   outbound.Keeper // nil: the cache folder
	Accounts *account.Accounts
	Close    func()
}

// LimitsOf opens the limits of a queue.
func LimitsOf(ctx context.Context, b *broker.Broker) (Limits, error) {
	accounts, err := account.Open(ctx, b)
	if err != nil {
		return Limits{}, err
	}
	if b.Embedded() {
		return Limits{nil, accounts, func() {}}, nil
	}
	k, err := permit.Open(ctx, b)
	if err != nil {
		return Limits{}, err
	}
	return Limits{k, accounts, func() { _ = k.Close() }}, nil // closing only ends its watch
}
