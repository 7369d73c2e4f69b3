package model_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/outbound"
)

func TestAWireThatPanicsIsPaidAtItsWorstAndHoldsNobodyBack(t *testing.T) {
	calls := 0
	e := endpoint(t, model.EndpointOptions{Rate: &model.Rate{In: 1e6, Out: 1e6}, Limits: outbound.Limits{InFlight: 1}, Wire: wire(func(model.Request) (model.Answer, error) {
		if calls++; calls == 1 {
			panic("nil dereference")
		}
		return model.Answer{Text: "fine", Stop: model.Complete}, nil
	})})
	r := model.Request{Messages: []model.Message{{From: "user", Text: "ab"}}, MaxOutput: 5}
	reply, err := e.Complete(t.Context(), r)
	require.ErrorIs(t, err, model.ErrUnavailable)
	assert.ErrorContains(t, err, "could not be read: nil dereference")
	assert.Positive(t, reply.Cost.MicroUSD, "the exchange was sent")
	reply, err = e.Complete(t.Context(), r)
	require.NoError(t, err)
	assert.Equal(t, "fine", reply.Text)
}

// store keeps one value for all keys.
type store []byte

func (s store) Do(context.Context, model.Key, func(context.Context) ([]byte, error)) ([]byte, error) {
	return s, nil
}

func (s store) Get(model.Key) ([]byte, bool, error) { return s, true, nil }

func TestAKeptReplyThatIsNoneIsAskedForAnew(t *testing.T) {
	e := endpoint(t, model.EndpointOptions{Wire: wire(func(model.Request) (model.Answer, error) {
		return model.Answer{Text: "fresh", Stop: model.Complete}, nil
	})})
	r := model.Request{Messages: []model.Message{{From: "user", Text: "ab"}}}
	for value, want := range map[string]string{"null": "fresh", `{"text":`: "fresh", "": "fresh", `{"text":"kept","usage":{},"model":"m"}`: "kept"} {
		reply, err := model.Cached(e, model.CacheOptions{Store: store(value)}).Complete(t.Context(), r)
		require.NoError(t, err)
		assert.Equal(t, want, reply.Text, value)
	}
	_, err := model.Cached(e, model.CacheOptions{Store: store("null"), Offline: true}).Complete(t.Context(), r)
	assert.ErrorIs(t, err, model.ErrOffline)
}
