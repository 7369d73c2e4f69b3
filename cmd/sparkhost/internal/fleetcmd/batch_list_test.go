package fleetcmd

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
)

func TestTheListShowsABatchWhoseManifestIsDamagedBesideTheOthers(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	q := fleettest.Queue(t, url, 0)
	b, err := submit.Prepare(null.Asker{}, null.Questions(3), submit.Terms{})
	require.NoError(t, err)
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	manifests, err := fleettest.Broker(t, url).JS.KeyValue(t.Context(), "batches")
	require.NoError(t, err)
	_, err = manifests.Put(t.Context(), "00000000000000ff", []byte(`{"id":`))
	require.NoError(t, err)

	var out bytes.Buffer
	c := NewBatch()
	c.SetOut(&out)
	c.SetArgs([]string{"list", "--nats", url})
	require.NoError(t, c.Execute())
	assert.Regexp(t, b.ID+` +open +3 +0 +3 +0 `, out.String())
	assert.Regexp(t, `00000000000000ff +damaged +- +- +- +- +- +-\n`, out.String())
	out.Reset()
	c.SetArgs([]string{"list", "--nats", url, "--format", "json"})
	require.NoError(t, c.Execute())
	assert.NotContains(t, out.String(), "0001-01-01")
}
