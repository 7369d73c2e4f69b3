package fleetcmd

import (
	"context"

	"github.com/sparkhost/sparkhost/host/fleet/account"
	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/permit"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// limits hold for a fleet. Those of sources are shared through the servers where there are some; on one machine the cache folder shares them, also with `run`.
type limits struct {
	keeper   outbound.Keeper // nil: the cache folder
	accounts *account.Accounts
	close    func()
}

func limitsOf(ctx context.Context, b *broker.Broker) (limits, error) {
	accounts, err := account.Open(ctx, b.JS, b.Replicas)
	if err != nil {
		return limits{}, err
	}
	if b.Embedded() {
		return limits{nil, accounts, func() {}}, nil
	}
	k, err := permit.Open(ctx, b.JS, b.Replicas)
	if err != nil {
		return limits{}, err
	}
	return limits{k, accounts, func() { _ = k.Close() }}, nil // closing only ends its watch
}
