package queue

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// How long and how often a request is repeated that the servers do not answer.
const (
	patience = 45 * time.Second
	between  = 200 * time.Millisecond
)

// patient repeats a request while the servers elect a leader or cannot be reached. Requests are such that doing them twice is harmless.
func patient(ctx context.Context, do func() error) error {
	deadline := time.Now().Add(patience)
	for {
		err := do()
		if err == nil || !transient(err) || ctx.Err() != nil || time.Now().After(deadline) {
			return err
		}
		pause(ctx, between)
	}
}

// Codes of servers that have no leader for now.
const (
	notAvailable jetstream.ErrorCode = 10008
	notLeader    jetstream.ErrorCode = 10009
)

// transient says whether the same request may succeed later.
func transient(err error) bool {
	for _, one := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		nats.ErrStaleConnection, jetstream.ErrNoStreamResponse, jetstream.ErrConsumerLeadershipChanged,
	} {
		if errors.Is(err, one) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == notAvailable || api.ErrorCode == notLeader || api.Code == 503 && !exists(err))
}
