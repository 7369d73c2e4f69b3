package serve_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/api"
)

func TestABatchWhoseManifestIsDamagedIsListedAsSuchAndMendedByItsSubmission(t *testing.T) {
	servers, err := broker.Open(t.Context(), broker.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, servers.Close()) })
	s := start(t, serve.Options{Config: config("baseline"), Fleet: fleetOn(t, servers, 0)})
	whole, b := submitted(s, "", batch("w", 2)), submitted(s, "", batch("d", 3))
	manifests, err := servers.JS.KeyValue(t.Context(), "batches")
	require.NoError(t, err)
	_, err = manifests.Put(t.Context(), b.Batch, []byte(`{"id":`))
	require.NoError(t, err)

	var got api.Batch
	s.get(b.Links["self"], &got)
	assert.Equal(t, api.Batch{Batch: b.Batch, State: "damaged", Links: b.Links}, got)
	var list api.Batches
	s.get("/v1/batches", &list)
	assert.Equal(t, []api.Batch{whole, got}, list.Batches)

	again := submitted(s, "", batch("d", 3))
	assert.Equal(t, "open", again.State)
	assert.Equal(t, 3, again.Waiting)
}
