// Package patience repeats requests that servers cannot answer for now: while they elect a leader, start, or cannot be reached.
package patience

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

// Until repeats a request while the servers elect a leader or cannot be reached, for 45 seconds, and gives up where another try would be in vain.
// The request is such that doing it twice is harmless.
func Until(ctx context.Context, do func() error, vain func(error) bool) error {
	deadline := time.Now().Add(patience)
	for {
		err := do()
		if err == nil || !Transient(err) || ctx.Err() != nil || time.Now().After(deadline) || vain(err) {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(between):
		}
	}
}

// Codes of servers that have no leader for now.
const (
	notAvailable jetstream.ErrorCode = 10008
	notLeader    jetstream.ErrorCode = 10009
)

// Transient says whether the same request may succeed later.
func Transient(err error) bool {
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		return false
	}
	for _, one := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		nats.ErrStaleConnection, jetstream.ErrNoStreamResponse, jetstream.ErrConsumerLeadershipChanged, jetstream.ErrAsyncPublishTimeout,
	} {
		if errors.Is(err, one) {
			return true
		}
	}
	status, code := Said(err)
	return code == notAvailable || code == notLeader || status == 503 && !Full(err)
}

// Said returns the status and the code by which servers refused a request; 0: they did not. Those who watch a bucket get errors of another type than all others.
func Said(err error) (status int, code jetstream.ErrorCode) {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code, api.ErrorCode
	}
	var watching *nats.APIError
	if errors.As(err, &watching) {
		return watching.Code, jetstream.ErrorCode(watching.ErrorCode)
	}
	return 0, 0
}

// Full says whether a stream refused a message because its subject has the one that it may have. Another try would not change that.
func Full(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == storeFailed && api.Description == "maximum messages per subject exceeded"
}

// storeFailed is the server's code for a message that a limit of the stream refuses.
const storeFailed jetstream.ErrorCode = 10077
