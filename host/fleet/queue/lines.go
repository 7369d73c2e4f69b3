package queue

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// line finds a line of messages or makes it. Of one that is as it should be nothing is written: the servers agree on each write, even where it changes
// nothing, and workers look at their lines all the time.
func line(ctx context.Context, s jetstream.Stream, config jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	have, err := s.Consumer(ctx, config.Durable)
	switch {
	case err == nil && asWanted(have.CachedInfo().Config, config):
		return have, nil
	case err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound):
		return nil, err
	}
	return s.CreateOrUpdateConsumer(ctx, config)
}

func asWanted(have, want jetstream.ConsumerConfig) bool {
	return have.FilterSubject == want.FilterSubject && have.AckWait == want.AckWait && have.MaxDeliver == want.MaxDeliver && have.MaxAckPending == want.MaxAckPending
}
