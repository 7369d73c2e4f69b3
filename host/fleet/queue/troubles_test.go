package queue

import (
	"context"
	"errors"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
)

// A refusing bucket answers every listing with an error and without a lister, as servers without keys may.
type refusing struct {
	jetstream.KeyValue
	err error
}

func (r refusing) ListKeysFiltered(context.Context, ...string) (jetstream.KeyLister, error) {
	return nil, r.err
}

func TestABucketThatGivesNoListerHasNoEntriesOrSaysWhy(t *testing.T) {
	none := func(string, []byte) error {
		t.Error("an entry was listed")
		return nil
	}
	q := &Queue{broker: &broker.Broker{}}
	assert.NoError(t, q.each(t.Context(), refusing{err: jetstream.ErrNoKeysFound}, "b", none))
	broken := errors.New("broken")
	assert.ErrorIs(t, q.each(t.Context(), refusing{err: broken}, "b", none), broken)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.ErrorIs(t, q.each(ctx, refusing{err: context.Canceled}, "b", none), context.Canceled)
}
