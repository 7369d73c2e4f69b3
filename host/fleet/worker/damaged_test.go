package worker_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
)

// A manifest is damaged while its batch is at work. Another batch goes on, the damaged one is listed as such, and submitting it again mends it.
func TestABatchWhoseManifestIsDamagedHoldsUpNobodyAndIsMendedByItsSubmission(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	q := fleettest.Queue(t, url, ackWait)
	b := submitted(t, q, 40)
	taken := make(chan struct{}, 100)
	slow := null.Asker{Before: func(context.Context, evidence.Question) error {
		taken <- struct{}{}
		time.Sleep(20 * time.Millisecond)
		return nil
	}}
	end := start(t, worker.Options{Queue: q, Open: slow.Opener()})
	<-taken
	manifests, err := fleettest.Broker(t, url).JS.KeyValue(t.Context(), "batches")
	require.NoError(t, err)
	_, err = manifests.Put(t.Context(), b.ID, []byte(`{"questions":1e18}`))
	require.NoError(t, err)
	_, err = q.Manifest(t.Context(), b.ID)
	require.ErrorIs(t, err, batch.ErrDamaged)

	other, err := submit.Prepare(null.Asker{}, null.Questions(7), submit.Terms{})
	require.NoError(t, err)
	_, err = submit.Submit(t.Context(), q, other)
	require.NoError(t, err)
	got, _ := lines(t, q, other)
	assert.Len(t, got, 7)
	all, damaged, err := q.Manifests(t.Context())
	require.NoError(t, err)
	assert.Len(t, all, 1)
	assert.Equal(t, []string{b.ID}, damaged)
	end()

	r, err := submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	assert.True(t, r.Known)
	start(t, worker.Options{Queue: q, Open: null.Asker{}.Opener()})
	got, _ = lines(t, q, b)
	assert.Len(t, got, 40)
}
