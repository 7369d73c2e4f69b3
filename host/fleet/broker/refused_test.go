//go:build !slim

package broker_test

import (
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
)

// short bounds the wait of a client in these tests for an answer that never comes.
const short = 200 * time.Millisecond

func TestARequestThatTheServersRefuseEndsWithWhatTheyRefuse(t *testing.T) {
	for _, p := range []server.Permissions{
		{Publish: &server.SubjectPermission{Deny: []string{"$JS.API.INFO"}}},
		{Subscribe: &server.SubjectPermission{Deny: []string{"_INBOX.>"}}},
	} {
		url := fleettest.Start(t, 1, fleettest.Only(p)).URL()
		var mu sync.Mutex
		var told []string
		_, err := broker.Open(t.Context(), broker.Options{URL: url, Answer: short, Notify: func(s string) {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, s)
		}})
		require.ErrorIs(t, err, broker.ErrRefused)
		assert.ErrorContains(t, err, "Permissions Violation")
		assert.ErrorContains(t, err, "permissions that docs/scale-out.md lists")
		mu.Lock()
		require.Len(t, told, 1, "the same is told once")
		assert.Contains(t, told[0], "Permissions Violation")
		mu.Unlock()
	}
}

func TestWhatIsRefusedSpoilsNoOtherRequest(t *testing.T) {
	url := fleettest.Start(t, 1, fleettest.Only(server.Permissions{Publish: &server.SubjectPermission{Deny: []string{"job.>"}}})).URL()
	b, err := broker.Open(t.Context(), broker.Options{URL: url, Answer: short})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	began := time.Now()
	_, err = b.JS.Publish(t.Context(), "job.1", nil)
	require.Error(t, err)
	require.ErrorIs(t, b.Refused(began, ""), broker.ErrRefused)
	assert.NoError(t, b.Refused(began, "result."))
	assert.NoError(t, b.Refused(time.Now(), ""), "it was before")
	assert.NoError(t, b.Do(t.Context(), func() error { _, err := b.JS.AccountInfo(t.Context()); return err }))
}

func TestServersWithoutRoomAreNamedAsSuch(t *testing.T) {
	url := fleettest.Start(t, 1, func(o *server.Options) { o.JetStreamMaxStore = 10 << 10 }).URL()
	b := fleettest.Broker(t, url)
	s, err := b.Stream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}})
	require.NoError(t, err)
	assert.Equal(t, "S", s.CachedInfo().Config.Name)
	for err == nil {
		err = b.Do(t.Context(), func() error { _, err := b.JS.Publish(t.Context(), "s", make([]byte, 4<<10)); return err })
	}
	require.ErrorIs(t, err, broker.ErrNoRoom)
	assert.ErrorContains(t, err, "raise max_file")
}

func TestAnErrorNamesNoPassword(t *testing.T) {
	for _, url := range []string{"nats://me:secret@127.0.0.1:1,tls://secret@127.0.0.1:1", "nats://me:secret@127.0.0.1:1 1", "me:secret@127.0.0.1:1"} {
		_, err := broker.Open(t.Context(), broker.Options{URL: url, Wait: short})
		require.Error(t, err)
		assert.NotContains(t, err.Error(), "secret")
		assert.Contains(t, err.Error(), "127.0.0.1:1")
	}
}
